import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReplyOf, send } from '../../api/index.ts'
import { ErrorNote, IconButton, Spinner } from '../../ui/index.ts'
import s from './playground.module.css'
import { useWords } from './words.ts'

type Drawn = ReplyOf<'post', '/try/page'>

export interface ChosenFile {
  readonly name: string
  readonly dataUrl: string
  /** Distinguishes two files with the same name. */
  readonly id: number
}

/** Page pictures are free; the parser draws them. */
export function usePagePicture(file: ChosenFile | null, page: number) {
  return useQuery({
    queryKey: ['/try/page', file?.id ?? 0, page],
    queryFn: ({ signal }) =>
      send('post', '/try/page', {
        params: { query: { page } },
        body: { fileDataUrl: file?.dataUrl ?? '' },
        signal,
      }),
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}

/** A page as the parser sees it, with boxes around hidden text that was left out. */
export function PagePicture({ file }: { readonly file: ChosenFile }) {
  const t = useWords()
  const [page, setPage] = useState(1)
  const { data, error, isPending } = usePagePicture(file, page)
  const count = data?.hidden.length ?? 0
  return (
    <div className={s.stack}>
      <p className={s.muted}>{t('pictureText')}</p>
      {isPending && <Spinner />}
      {error && (
        <>
          <p className={s.muted}>{t('noPicture')}</p>
          <ErrorNote error={error} />
        </>
      )}
      {data && (
        <>
          <Paper drawn={data} label={t('pageOf', { page, pages: data.pages })} />
          <p className={s.muted} role="status">
            {count === 0 ? t('noHidden') : t('hiddenCount', { count })}
          </p>
          {data.pages > 1 && (
            <div className={s.pager}>
              <IconButton
                icon="chevronLeft"
                label={t('before')}
                disabled={page === 1}
                onClick={() => setPage(page - 1)}
              />
              <span>{t('pageOf', { page, pages: data.pages })}</span>
              <IconButton
                icon="chevronRight"
                label={t('after')}
                disabled={page >= data.pages}
                onClick={() => setPage(page + 1)}
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}

function Paper({ drawn, label }: { readonly drawn: Drawn; readonly label: string }) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
  return (
    <div className={s.paper}>
      <img
        src={`data:image/png;base64,${drawn.png_base64}`}
        alt={label}
        width={drawn.width}
        height={drawn.height}
      />
      {drawn.hidden.map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width} ${height}`}
          className={s.box}
          data-hidden-text
          style={{
            left: percent(x, drawn.width),
            top: percent(y, drawn.height),
            width: percent(width, drawn.width),
            height: percent(height, drawn.height),
          }}
        />
      ))}
    </div>
  )
}
