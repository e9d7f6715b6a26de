import { redirect } from '@tanstack/react-router'
import { type DisplayRule, mayOpenPage } from './display-rules.ts'
import { loadPlatform } from './platform.ts'
import { useSessionStore } from './session-store.ts'

/**
 * Makes the guard of a page, for `beforeLoad`: without a user to /login (the wanted address goes along), without the
 * right to /unauthorized.
 */
export function guardPage(rule: DisplayRule) {
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    const session = useSessionStore.getState()
    if (!session.isAuthenticated) throw redirect({ to: '/login', search: { from: location.href } })
    const platform = await loadPlatform()
    if (!mayOpenPage({ ...session, platform }, rule)) throw redirect({ to: '/unauthorized' })
  }
}
