import { guardPage as decideGate, type PageGate } from '@runnel/access'
import { redirect } from '@tanstack/react-router'
import { api } from '../app/api.ts'
import { type DisplayRule, toViewer } from './display-rules.ts'
import { loadPlatform } from './platform.ts'
import { useSessionStore } from './session-store.ts'

/**
 * Makes the guard of a page, for `beforeLoad`: without a user to /login, without the right to /unauthorized; the wanted
 * address goes along.
 */
export function guardPage(rule: DisplayRule) {
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    const known = await decide(rule)
    // What is stored may be older than what the server says: whoever was given the right meanwhile goes on.
    const gate = known === '/unauthorized' ? await decideAnew(rule) : known
    if (gate !== 'show') throw redirect({ to: gate, search: { from: location.href } })
  }
}

async function decide(rule: DisplayRule): Promise<PageGate> {
  const session = useSessionStore.getState()
  return decideGate(session.isAuthenticated ? toViewer(session, await loadPlatform()) : undefined, rule)
}

async function decideAnew(rule: DisplayRule): Promise<PageGate> {
  try {
    useSessionStore.getState().begin(await api.getSession({}))
  } catch {
    // What is known counts on; an ended session is known as well by now.
  }
  return decide(rule)
}
