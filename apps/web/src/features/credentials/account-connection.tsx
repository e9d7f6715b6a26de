import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Connection } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import '../node-form/node-form-texts.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { connectionQuery, disconnect, redirectQuery } from './connection-queries.ts'
import { useConnect } from './use-connect.ts'

interface AccountConnectionProps {
  /** Undefined before it was first saved. */
  credentialId: string | undefined
  /** Saves what was typed, and gives the credential's id; undefined where something is still missing. */
  save: () => Promise<string | undefined>
  /** Its sign-in server is told of this product by itself; by hand only where it does not take that. */
  registersItself: boolean
}

/** Whose account a credential is connected to, and the way to connect one. */
export function AccountConnection({ credentialId, save, registersItself }: AccountConnectionProps) {
  const { t } = useTranslation('node-form')
  const redirect = useQuery(redirectQuery)
  const connection = useQuery({
    ...connectionQuery(credentialId ?? ''),
    enabled: credentialId !== undefined,
  })
  const way = useConnect(save)
  const current: Connection = connection.data ?? { state: 'none' }
  const mayLeave = current.state !== 'none' && !way.isWaiting
  const failure = redirect.error ?? connection.error ?? way.error
  return (
    <Stack gap="xs" component="section" aria-label={t('account.title')}>
      {redirect.data ? (
        <RedirectAddress address={redirect.data.redirectUri} registersItself={registersItself} />
      ) : null}
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {way.isWaiting ? t('account.waiting') : describe(current, t)}
        </Text>
        <Group gap="xs">
          <ConnectButton way={way} isNew={current.state === 'none'} mayBegin={redirect.data !== undefined} />
          {mayLeave ? <DisconnectButton credentialId={credentialId ?? ''} /> : null}
        </Group>
      </Group>
      {way.isBlocked ? <Alert color="yellow">{t('account.blocked')}</Alert> : null}
      {way.hasFailed ? <Alert color="yellow">{t('account.failed')}</Alert> : null}
      <FailureNote error={failure} />
    </Stack>
  )
}

interface ConnectButtonProps {
  way: ReturnType<typeof useConnect>
  isNew: boolean
  mayBegin: boolean
}

function ConnectButton({ way, isNew, mayBegin }: ConnectButtonProps) {
  const { t } = useTranslation('node-form')
  if (way.isWaiting)
    return (
      <Button variant="default" onClick={way.cancel}>
        {t('account.stopWaiting')}
      </Button>
    )
  return (
    <Button variant="light" onClick={way.connect} loading={way.isBeginning} disabled={!mayBegin}>
      {t(isNew ? 'account.connect' : 'account.connectAnew')}
    </Button>
  )
}

function DisconnectButton({ credentialId }: { credentialId: string }) {
  const { t } = useTranslation('node-form')
  const leave = useMutation({
    mutationFn: () => disconnect(credentialId),
    onError: (error) => notify.error(apiErrorMessage(error)),
  })
  return (
    <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
      {t('account.disconnect')}
    </Button>
  )
}

/** What has to be registered with the vendor before anybody can connect. */
function RedirectAddress({ address, registersItself }: { address: string; registersItself: boolean }) {
  const { t } = useTranslation('node-form')
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('account.redirect')}
      </Text>
      <Text size="xs" c="dimmed">
        {t(registersItself ? 'account.redirectKnown' : 'account.redirectHelp')}
      </Text>
      <Copyable text={address} />
    </div>
  )
}

function describe(
  { state, account }: Connection,
  t: ReturnType<typeof useTranslation<'node-form'>>['t'],
): string {
  if (state === 'none') return t('account.none')
  if (state === 'expired') return t('account.expired')
  return account === undefined ? t('account.connected') : t('account.connectedAs', { account })
}
