import { Outlet } from '@tanstack/react-router'

/** The frame of all pages with a menu. */
export function Shell() {
  return <Outlet />
}
