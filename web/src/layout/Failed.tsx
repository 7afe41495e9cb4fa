import { useRouter } from '@tanstack/react-router'
import { ErrorNote } from '../ui/index.ts'
import s from './Failed.module.css'

/** A page that could not be shown: the service can't be reached, or the page itself is broken. */
export function Failed({ error }: { readonly error: unknown }) {
  const router = useRouter()
  return (
    <div className={s.failed}>
      <ErrorNote error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}
