import { Outlet } from '@tanstack/react-router'
import { Toasts } from '../ui/index.ts'

/** The frame of every page. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
