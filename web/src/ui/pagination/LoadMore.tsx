import { useCommonWords } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import s from './LoadMore.module.css'

/** The result of `useInfiniteQuery(readPages(…))`. */
interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** The end of a paged list: a button for the next page, or a note that there is none. */
export function LoadMore({ list }: { readonly list: Paged }) {
  const t = useCommonWords()
  if (!list.hasNextPage) return <p className={s.end}>{t('noMore')}</p>
  return (
    <div className={s.more}>
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t('loadMore')}
      </Button>
    </div>
  )
}
