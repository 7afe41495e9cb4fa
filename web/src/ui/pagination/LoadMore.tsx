import { useCommonWords } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import s from './LoadMore.module.css'

/** What `useInfiniteQuery(readPages(…))` gives. */
interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** The end of a list that is read by cursor: the next page, or that there is none. */
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
