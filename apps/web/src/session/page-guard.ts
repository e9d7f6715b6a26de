import { guardPage as decideGate } from '@runnel/access'
import { redirect } from '@tanstack/react-router'
import { type DisplayRule, toViewer } from './display-rules.ts'
import { loadPlatform } from './platform.ts'
import { useSessionStore } from './session-store.ts'

/**
 * Makes the guard of a page, for `beforeLoad`: without a user to /login, without the right to /unauthorized; the wanted
 * address goes along.
 */
export function guardPage(rule: DisplayRule) {
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    const session = useSessionStore.getState()
    const viewer = session.isAuthenticated ? toViewer(session, await loadPlatform()) : undefined
    const gate = decideGate(viewer, rule)
    if (gate === '/login') throw redirect({ to: gate, search: { from: location.href } })
    if (gate === '/unauthorized') throw redirect({ to: gate, search: { from: location.href } })
  }
}
