/** Pages for visitors without a session: an ended session leaves them where they are. */
const OPEN_PAGES = [
  '/login',
  '/signin',
  '/sso-success',
  '/register',
  '/organization-setup',
  '/forgot-password',
  '/reset-password',
  '/verify',
  '/confirm-email-change',
  '/license-expired',
  '/unauthorized',
]

/** Those of them that a link opens for somebody who may have to sign in first. */
const LINK_PAGES = ['/register', '/confirm-email-change']

type Leave = (path: string) => void

let leave: Leave = (path) => window.location.assign(path)

/** Lets the router do the leaving, without a reload. */
export function setLeave(next: Leave): void {
  leave = next
}

/** True for pages that need no session. */
export function isOpenPage(path: string): boolean {
  return OPEN_PAGES.some((page) => path === page || path.startsWith(`${page}/`))
}

/** True for pages of links to which somebody comes back after the sign-in. */
export const isLinkPage = (path: string): boolean => LINK_PAGES.includes(path)

/** Leaves the page for another of our own, unless it is one for visitors without a session. */
export function leaveTo(path: string): void {
  if (!isOpenPage(window.location.pathname)) leave(path)
}
