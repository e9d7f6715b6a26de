import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toViewer } from '../../session/display-rules.ts'
import { loadPlatform } from '../../session/platform.ts'
import { renewSession } from '../../session/renew-session.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { pathAfterSignIn } from '../../shell/landing-path.ts'

/**
 * Asks the server anew what the person may do, and goes to the page that was asked for, or to the first one that is open
 * to them: whoever was given the right meanwhile goes on. Who is still refused comes back.
 */
export function useAskRights(from: string | undefined) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      await renewSession()
      const viewer = toViewer(useSessionStore.getState(), await loadPlatform())
      await navigate({ href: pathAfterSignIn(from, viewer, window.location.origin), replace: true })
    },
  })
}
