import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import s from '../table/Table.module.css'
import { Cell, type TableProps } from '../table/Table.tsx'
import own from './LongTable.module.css'

/**
 * A table of any length that renders only the rows near the viewport. It looks like `Table`; screen readers
 * get the number of rows.
 */
export function LongTable<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  const place = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come may move the table
  useLayoutEffect(() => {
    if (place.current) setTop(place.current.getBoundingClientRect().top + window.scrollY)
  }, [rows.length])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 40,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rowKey(rows[index] as Row),
  })
  if (rows.length === 0 && empty) return <>{empty}</>
  const shown = virtual.getVirtualItems()
  const before = (shown[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <section className={s.scroll} aria-label={caption} tabIndex={0}>
      {/* The roles are spelt out because a card's `display` takes them away. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table className={s.table} role="table" aria-rowcount={rows.length + 1}>
        <caption className={s.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.id} role="columnheader" scope="col" className={cx(column.numeric && s.numeric)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={place}>
          <Space height={before} />
          {shown.map(({ index, key }) => (
            <tr
              key={String(key)}
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              ref={virtual.measureElement}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={rows[index] as Row} />
              ))}
            </tr>
          ))}
          <Space height={after} />
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  )
}

function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className={own.space} aria-hidden="true">
      <td style={{ height }} />
    </tr>
  )
}
