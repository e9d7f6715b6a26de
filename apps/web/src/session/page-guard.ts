import { decidePage, type PageGate } from '@runnel/access'
import { redirect } from '@tanstack/react-router'
import { type DisplayRule, toViewer } from './display-rules.ts'
import { loadPlatform } from './platform.ts'
import { renewSession } from './renew-session.ts'
import { useSessionStore } from './session-store.ts'

interface Visit {
  location: { href: string }
}

/** A guard that tells what it asks for. */
export interface PageGuard {
  (visit: Visit): Promise<void>
  rule: DisplayRule | 'signed in'
}

/**
 * Makes the guard of a page, for `beforeLoad`: without a user to /login, without the right to /unauthorized; the wanted
 * address goes along.
 */
export function guardPage(rule: DisplayRule): PageGuard {
  const guard = async ({ location }: Visit): Promise<void> => {
    const known = await decide(rule)
    // What is stored may be older than what the server says: whoever was given the right meanwhile goes on.
    const gate = known === '/unauthorized' ? await decideAnew(rule) : known
    if (gate !== 'show') throw redirect({ to: gate, search: { from: location.href } })
  }
  return Object.assign(guard, { rule })
}

/** The guard of a page that is everybody's who is signed in, whatever they may do. */
export const guardOwnPage: PageGuard = Object.assign(
  async ({ location }: Visit): Promise<void> => {
    if (!useSessionStore.getState().isAuthenticated)
      throw redirect({ to: '/login', search: { from: location.href } })
  },
  { rule: 'signed in' as const },
)

async function decide(rule: DisplayRule): Promise<PageGate> {
  const session = useSessionStore.getState()
  return decidePage(session.isAuthenticated ? toViewer(session, await loadPlatform()) : undefined, rule)
}

async function decideAnew(rule: DisplayRule): Promise<PageGate> {
  try {
    await renewSession()
  } catch {
    // What is known counts on; an ended session is known as well by now.
  }
  return decide(rule)
}
