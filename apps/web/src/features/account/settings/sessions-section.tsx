import { Badge, Button, Skeleton } from '@mantine/core'
import type { LiveSession } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { confirm } from '../../../ui/confirm/confirm-store.ts'
import { describeDevice } from '../../../ui/describe-device.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { refreshAccount, sessionsQuery } from './account-queries.ts'
import { SettingsSection } from './settings-section.tsx'

/** The browsers in which the person is signed in; each can be signed out, and all others at once. */
export function SessionsSection() {
  const { t } = useTranslation(['account-settings', 'ui'])
  const { data, error, refetch } = useQuery(sessionsQuery)
  const endAll = useMutation({
    mutationFn: () => api.endOtherSessions(),
    onSuccess: async ({ ended, newer }) => {
      if (ended > 0 || newer === 0) notify.success(t('sessions.ended', { count: ended }))
      if (newer > 0) notify.info(t('sessions.newer', { count: newer }))
      await refreshAccount()
    },
    onError: (failure) => notify.error(apiErrorMessage(failure)),
  })
  const ask = async () => {
    const question = { title: t('sessions.endAll'), description: t('sessions.endAllText'), isDangerous: true }
    if (await confirm({ ...question, confirmButtonName: t('sessions.end') })) endAll.mutate()
  }
  return (
    <SettingsSection title={t('sessions.title')} text={t('sessions.text')}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      <ul className="session-list">
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data && data.length > 1 ? (
        <Button variant="default" loading={endAll.isPending} onClick={() => void ask()}>
          {t('sessions.endAll')}
        </Button>
      ) : null}
    </SettingsSection>
  )
}

function SessionRow({ session }: { session: LiveSession }) {
  const { t } = useTranslation('account-settings')
  const device = session.device ? describeDevice(session.device) : t('sessions.unknown')
  const end = useMutation({
    mutationFn: () => api.endSession({ params: { id: session.id } }),
    onSuccess: async () => {
      notify.success(t('sessions.ended', { count: 1 }))
      await refreshAccount()
    },
    onError: (failure) => notify.error(apiErrorMessage(failure)),
  })
  return (
    <li>
      <div>
        <span title={session.device ?? undefined}>{device}</span>
        <small>
          {session.address ?? t('sessions.nowhere')} · {t('sessions.lastUsed')}{' '}
          <RelativeTime time={session.lastUsedDate} />
        </small>
      </div>
      {session.isCurrent ? (
        <Badge variant="light" size="sm" miw="max-content">
          {t('sessions.current')}
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={t('sessions.endLabel', { device, address: session.address })}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
