import { IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { useFreshSession } from '../session/use-fresh-session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useViewer } from '../session/use-viewer.ts'
import { findLandingPath } from '../shell/landing-path.ts'
import { PlaceTrail } from '../shell/place-trail.tsx'
import '../shell/shell.css'
import { WorkspaceSwitcher } from '../shell/workspace-switcher.tsx'
import { PageMessage } from '../ui/page-message.tsx'

/** A page or an action that the person may not use. */
export function UnauthorizedPage() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const viewer = useViewer()
  const isSignedIn = useSessionStore((state) => state.isAuthenticated)
  if (isSignedIn && findLandingPath(viewer) === '/unauthorized') return <NothingOpen />
  return (
    <main>
      <PageMessage
        order={1}
        icon={IconLock}
        title={t('unauthorized.title')}
        text={t('unauthorized.text')}
        action={{
          label: t(isSignedIn ? 'unauthorized.home' : 'unauthorized.signIn'),
          run: () => void navigate({ to: isSignedIn ? '/' : '/login' }),
        }}
      />
    </main>
  )
}

/**
 * Whose role opens no page at all would come back here from everywhere: another workspace or the sign-out lead on. The
 * shell, which asks anew what somebody may do, is out of their reach, so this page asks.
 */
function NothingOpen() {
  const { t } = useTranslation(['account', 'shell'])
  useFreshSession()
  const { platformType } = useViewer()
  const signOut = useSignOut()
  return (
    <main>
      <PageMessage
        order={1}
        icon={IconLock}
        title={t('unauthorized.stuck')}
        text={t('unauthorized.stuckText')}
        action={{ label: t('shell:user.logout'), run: () => void signOut() }}
      >
        {platformType === 'cloud' ? <PlaceTrail /> : <WorkspaceSwitcher />}
      </PageMessage>
    </main>
  )
}
