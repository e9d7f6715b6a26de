import type { SignedInUser } from '@runnel/contract'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../app/query-client.ts'
import { toViewer } from '../../session/display-rules.ts'
import { loadPlatform } from '../../session/platform.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { pathAfterSignIn } from '../../shell/landing-path.ts'

/** Begins a session and goes to the page that was asked for, or to the first one that the person may open. */
export function useEnter(): (user: SignedInUser, from: string | undefined) => Promise<void> {
  const navigate = useNavigate()
  return async (user, from) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
    useSessionStore.getState().enter(user)
    const viewer = toViewer(useSessionStore.getState(), await loadPlatform())
    await navigate({
      href: pathAfterSignIn(from, viewer, window.location.origin),
      replace: true,
    })
  }
}
