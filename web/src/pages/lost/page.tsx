import { ButtonLink, EmptyState, PageHead } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** The page for unknown addresses. */
export function Lost() {
  const t = useWords()
  return (
    <main>
      <PageHead title={t('title')} />
      <EmptyState icon="search" title={t('text')} action={<ButtonLink to="/">{t('home')}</ButtonLink>} />
    </main>
  )
}
