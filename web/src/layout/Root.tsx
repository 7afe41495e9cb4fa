import { Outlet } from '@tanstack/react-router'
import { Toasts } from '../ui/index.ts'

/** Around every page. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
