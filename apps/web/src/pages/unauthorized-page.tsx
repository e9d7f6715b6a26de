import { Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskRights } from '../features/account/use-ask-rights.ts'
import { useLastRefusal } from '../session/last-refusal.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useFreshSession } from '../session/use-fresh-session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useViewer } from '../session/use-viewer.ts'
import { findLandingPath } from '../shell/landing-path.ts'
import { PlaceTrail } from '../shell/place-trail.tsx'
import '../shell/shell.css'
import { WorkspaceSwitcher } from '../shell/workspace-switcher.tsx'
import { apiErrorMessage } from '../ui/api-error-message.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageMessage } from '../ui/page-message.tsx'

/** A page or an action that the person may not use. */
export function UnauthorizedPage() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const viewer = useViewer()
  const { from } = useSearch({ from: '/unauthorized' })
  const reason = useRefusalReason(from)
  const isSignedIn = useSessionStore((state) => state.isAuthenticated)
  if (isSignedIn && findLandingPath(viewer) === '/unauthorized') return <NothingOpen />
  if (!isSignedIn)
    return (
      <main>
        <PageMessage
          order={1}
          icon={IconLock}
          title={t('unauthorized.title')}
          text={t('unauthorized.text')}
          action={{
            label: t('unauthorized.signIn'),
            run: () => void navigate({ to: '/login', search: from === undefined ? {} : { from } }),
          }}
        />
      </main>
    )
  return (
    <Refused
      title={t('unauthorized.title')}
      text={
        reason ?? t(viewer.platformType === 'open source' ? 'unauthorized.platformText' : 'unauthorized.text')
      }
    >
      <Button variant="default" onClick={() => void navigate({ to: '/' })}>
        {t('unauthorized.home')}
      </Button>
    </Refused>
  )
}

/** Why the page that was left was refused, in the words of the refusal; undefined where it says no more than this page. */
function useRefusalReason(from: string | undefined): string | undefined {
  const { error, from: refused } = useLastRefusal()
  const isTold = error?.reason !== undefined && error.reason !== 'forbidden' && refused === from
  return isTold ? apiErrorMessage(error) : undefined
}

/**
 * Whose role opens no page at all would come back here from everywhere: another workspace or the sign-out lead on. The
 * shell, which asks anew what somebody may do, is out of their reach, so this page asks.
 */
function NothingOpen() {
  const { t } = useTranslation(['account', 'shell'])
  const navigate = useNavigate()
  useFreshSession()
  const { platformType } = useViewer()
  const signOut = useSignOut()
  return (
    <Refused
      title={t('unauthorized.stuck')}
      text={t('unauthorized.stuckText')}
      place={platformType === 'cloud' ? <PlaceTrail /> : <WorkspaceSwitcher />}
    >
      <Button variant="default" onClick={() => void navigate({ to: '/user-profile' })}>
        {t('unauthorized.account')}
      </Button>
      <Button variant="default" onClick={() => void signOut()}>
        {t('shell:user.logout')}
      </Button>
    </Refused>
  )
}

interface RefusedProps {
  title: string
  text: string
  /** Where the person is, with the choice of another place. */
  place?: ReactNode
  /** A way out, beside another try. */
  children: ReactNode
}

/** What somebody who is signed in may not use, and another try for who was given the right meanwhile. */
function Refused({ title, text, place, children }: RefusedProps) {
  const { t } = useTranslation('account')
  const { from } = useSearch({ from: '/unauthorized' })
  const ask = useAskRights(from)
  return (
    <main>
      <PageMessage order={1} icon={IconLock} title={title} text={text}>
        {place}
        <FailureNote error={ask.error} mt="xs" />
        {ask.isSuccess ? (
          <Text role="status" mt="xs">
            {t('unauthorized.still')}
          </Text>
        ) : null}
        <Group mt="xs" gap="xs" justify="center">
          {children}
          <Button loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('unauthorized.retry')}
          </Button>
        </Group>
      </PageMessage>
    </main>
  )
}
