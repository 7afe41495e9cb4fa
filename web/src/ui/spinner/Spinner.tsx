import { useCommonWords } from '../../i18n/index.ts'
import { cx } from '../cx.ts'
import s from './Spinner.module.css'

/** Shown while something loads. `page`: centred in the page. */
export function Spinner({ page }: { readonly page?: boolean }) {
  const t = useCommonWords()
  return (
    <div className={cx(s.box, page && s.page)} role="status">
      <span className={s.spinner} aria-hidden="true" />
      <span className={s.text}>{t('loading')}</span>
    </div>
  )
}
