import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './Table.module.css'

export interface Column<Row> {
  /** The key of the column. */
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end of the cell. */
  readonly numeric?: boolean
  /** The cell that names the row; on a phone the heading of the card. */
  readonly main?: boolean
  /** Menus and buttons: no heading on a phone. */
  readonly actions?: boolean
  readonly width?: string
}

export interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Shown instead of an empty table. */
  readonly empty?: ReactNode
}

/** A table on wide screens; on a phone each row is a card with headings beside the values. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <section className={s.scroll} aria-label={caption} tabIndex={0}>
      {/* The roles are spelt out because a card's `display` takes them away. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table className={s.table} role="table">
        <caption className={s.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} role="columnheader" scope="col" className={cx(column.numeric && s.numeric)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  )
}

export function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { head, cell, numeric, main, actions } = column
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a card's `display` takes the role away
    <td role="cell" className={cx(numeric && s.numeric, main && s.main, actions && s.actions)}>
      {!main && !actions && (
        <span className={s.label} aria-hidden="true">
          {head}
        </span>
      )}
      <span className={s.value}>{cell(row)}</span>
    </td>
  )
}
