import { Outlet } from '@tanstack/react-router'

/** Around the pages of administration. */
export function AdminLayout() {
  return <Outlet />
}
