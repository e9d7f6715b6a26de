import { Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AskWhom, MissingRight } from '../features/account/missing-right.tsx'
import { useAskRights } from '../features/account/use-ask-rights.ts'
import { useLastRefusal } from '../session/last-refusal.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useViewer } from '../session/use-viewer.ts'
import { findLandingEntry } from '../shell/landing-path.ts'
import { Shell } from '../shell/shell.tsx'
import { apiErrorMessage } from '../ui/api-error-message.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageMessage } from '../ui/page-message.tsx'

/** A page or an action that the person may not use; within the shell, where somebody is signed in. */
export function UnauthorizedPage() {
  const isSignedIn = useSessionStore((state) => state.isAuthenticated)
  if (!isSignedIn) return <SignedOut />
  return (
    <Shell>
      <Refusal />
    </Shell>
  )
}

function SignedOut() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const { from } = useSearch({ from: '/unauthorized' })
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
}

/** What was refused, and the way to the first page that is open; where none is, to the account or out. */
function Refusal() {
  // The words of permissions come before the reason, which may name some.
  const { t } = useTranslation(['account', 'shell', 'permissions'])
  const navigate = useNavigate()
  const viewer = useViewer()
  const signOut = useSignOut()
  const { from } = useSearch({ from: '/unauthorized' })
  const reason = useRefusalReason(from)
  const entry = findLandingEntry(viewer)
  if (entry === undefined)
    return (
      <Refused
        title={t('unauthorized.stuck')}
        text={t('unauthorized.stuckText')}
        more={
          <Button variant="default" onClick={() => void signOut()}>
            {t('shell:user.logout')}
          </Button>
        }
        goOn={{ label: t('unauthorized.account'), run: () => void navigate({ to: '/user-profile' }) }}
      >
        <AskWhom />
      </Refused>
    )
  const isOpenSource = viewer.platformType === 'open source'
  return (
    <Refused
      title={t('unauthorized.title')}
      text={reason?.text ?? t(isOpenSource ? 'unauthorized.platformText' : 'unauthorized.refused')}
      goOn={{
        label: t('unauthorized.goOn', { page: t(`shell:entries.${entry.id}`) }),
        run: () => void navigate({ to: entry.path }),
      }}
    >
      {reason === undefined ? <MissingRight from={from} /> : null}
      {reason?.tellsWhom ? null : <AskWhom ofPlatform={isOpenSource} />}
    </Refused>
  )
}

/** Refusals which say themselves who can help. */
const TELLING_WHOM: readonly (string | undefined)[] = [
  'right_missing',
  'administrator_needed',
  'platform_without',
]

/** Why the page that was left was refused, in the words of the refusal; undefined where it says no more than this page. */
function useRefusalReason(from: string | undefined): { text: string; tellsWhom: boolean } | undefined {
  const { error, from: refused } = useLastRefusal()
  const isTold = error?.reason !== undefined && error.reason !== 'forbidden' && refused === from
  if (!isTold) return undefined
  return { text: apiErrorMessage(error), tellsWhom: TELLING_WHOM.includes(error.reason) }
}

interface RefusedProps {
  title: string
  text: string
  /** Where to go from here. */
  goOn: { label: string; run: () => void }
  /** A further way out. */
  more?: ReactNode
  /** What is missing, and whom to ask. */
  children: ReactNode
}

/** What somebody who is signed in may not use, and another try for who was given the right meanwhile. */
function Refused({ title, text, goOn, more, children }: RefusedProps) {
  const { t } = useTranslation('account')
  const { from } = useSearch({ from: '/unauthorized' })
  const ask = useAskRights(from)
  return (
    <PageMessage order={1} icon={IconLock} title={title} text={text}>
      {children}
      <FailureNote error={ask.error} mt="xs" />
      {ask.isSuccess ? (
        <Text role="status" mt="xs">
          {t('unauthorized.still')}
        </Text>
      ) : null}
      <Group mt="xs" gap="xs" justify="center">
        {more}
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('unauthorized.retry')}
        </Button>
        <Button onClick={goOn.run}>{goOn.label}</Button>
      </Group>
    </PageMessage>
  )
}
