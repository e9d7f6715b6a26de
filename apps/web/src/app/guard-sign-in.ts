import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { signOnFaultOf } from '../features/account/sign-on-fault.ts'
import { loadTexts } from '../i18n/set-up-i18n.ts'
import { toViewer } from '../session/display-rules.ts'
import { isLinkPage } from '../session/leave-to.ts'
import { loadPlatform } from '../session/platform.ts'
import { useSessionStore } from '../session/session-store.ts'
import { pathAfterSignIn } from '../shell/landing-path.ts'
import { notify } from '../ui/notifications/notify.ts'

interface SignInSearch {
  from?: string
  error?: string
  email?: string
}

/**
 * The guard of the sign-in, for `beforeLoad`: leads on who is signed in, to the page that was asked for or where they
 * begin. Not who is to sign in as somebody else: by an address that is not theirs, or for a link that is not.
 */
export async function guardSignIn({ search }: { search: SignInSearch }): Promise<void> {
  const session = useSessionStore.getState()
  if (session.user === null || isForAnother(search, session.user)) return
  const fault = signOnFaultOf(search.error)
  if (fault !== undefined) {
    await loadTexts(['account'])
    notify.error(i18next.t(`signOn.fault.${fault}`, { ns: 'account' }))
  }
  const viewer = toViewer(session, await loadPlatform())
  throw redirect({ href: pathAfterSignIn(search.from, viewer, window.location.origin), replace: true })
}

function isForAnother({ from = '', email }: SignInSearch, own: { email: string }): boolean {
  const [page = ''] = from.split(/[?#]/)
  return isLinkPage(page) || (email !== undefined && email.trim().toLowerCase() !== own.email.toLowerCase())
}
