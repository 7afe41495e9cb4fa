import { useRouter } from '@tanstack/react-router'
import { ErrorNote } from '../ui/index.ts'
import s from './Failed.module.css'

/** Shown if a page can't be loaded: the service is unreachable, or the page has a bug. */
export function Failed({ error }: { readonly error: unknown }) {
  const router = useRouter()
  return (
    <div className={s.failed}>
      <ErrorNote error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}
