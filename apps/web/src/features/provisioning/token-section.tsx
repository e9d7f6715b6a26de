import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import type { ProvisioningToken } from '@runnel/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { refreshProvisioning } from './provisioning-queries.ts'
import { TakeOverToken } from './take-over-token.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** The tokens of the provider: make one, see it once, revoke one. */
export function TokenSection({
  tokens,
  mayChange,
}: {
  tokens: readonly ProvisioningToken[]
  mayChange: boolean
}) {
  const { t } = useTranslation('provisioning')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<ProvisioningToken>()
  // One dialog follows the other: the focus goes back to what opened the first.
  useFocusReturn(isMaking || made !== undefined)
  return (
    <div className="provisioning-part">
      <div className="provisioning-head">
        <Title order={3}>{t('tokens.title')}</Title>
        {mayChange ? (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
            {t('tokens.new')}
          </Button>
        ) : null}
      </div>
      <Text size="sm" c="dimmed">
        {t('tokens.text')} {t('tokens.makerHelp')}
      </Text>
      {tokens.length === 0 ? (
        <Text>{t('tokens.empty')}</Text>
      ) : (
        <TokenTable tokens={tokens} mayChange={mayChange} />
      )}
      {isMaking ? <TokenDialog onClose={() => setIsMaking(false)} onMade={setMade} /> : null}
      {made ? (
        <Dialog
          onClose={() => setMade(undefined)}
          closesOutside={false}
          size="lg"
          title={t('made.title', { name: made.name })}
        >
          <ShownOnce
            warning={t('made.text')}
            text={made.token}
            doneLabel={t('made.close')}
            onDone={() => setMade(undefined)}
          />
        </Dialog>
      ) : null}
    </div>
  )
}

function TokenTable({ tokens, mayChange }: { tokens: readonly ProvisioningToken[]; mayChange: boolean }) {
  const { t } = useTranslation('provisioning')
  const revoke = ({ id, name }: ProvisioningToken) =>
    deleteRow({
      about: id,
      question: {
        title: t('tokens.revokeTitle', { name }),
        description: t('tokens.revokeText'),
        confirmButtonName: t('tokens.revokeConfirm'),
      },
      remove: () => api.deleteProvisioningToken({ params: { id } }),
      refresh: refreshProvisioning,
      done: t('tokens.revoked', { name }),
      failed: (message) => t('tokens.revokeFailed', { name, message }),
    })
  return (
    <RowTable
      label={t('tokens.title')}
      minWidth={560}
      rows={tokens}
      name={{ head: t('tokens.name'), cell: ({ name }) => <span className="row-name">{name}</span> }}
      columns={[
        { head: t('tokens.hint'), cell: ({ token }) => <code>{token}</code>, staysNarrow: true },
        {
          head: t('tokens.maker'),
          cell: (token) => <Maker token={token} />,
          staysNarrow: true,
          isNamedBelow: true,
        },
        {
          head: t('tokens.lastUsed'),
          cell: ({ lastUsedDate }) =>
            lastUsedDate ? <RelativeTime time={lastUsedDate} /> : t('tokens.never'),
          staysNarrow: true,
          isNamedBelow: true,
        },
        {
          head: t('tokens.expires'),
          cell: ({ expiresDate }) => <Ending time={expiresDate} />,
          staysNarrow: true,
          isNamedBelow: true,
        },
      ]}
      {...(mayChange && {
        actions: (token: ProvisioningToken) => (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <TakeOverToken token={token} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('tokens.revoke', { name: token.name })}
              onClick={() => void revoke(token)}
            >
              <IconTrash size={17} stroke={1.8} />
            </ActionIcon>
          </Group>
        ),
      })}
    />
  )
}

/** In whose place a token works, and whether that opens anything now. */
function Maker({ token: { maker, isHeld } }: { token: ProvisioningToken }) {
  const { t } = useTranslation('provisioning')
  return (
    <>
      {maker?.name ?? t('tokens.nobody')}
      {isHeld ? (
        <span className="row-more">
          <StatusText tone="failed">{t('tokens.held')}</StatusText>
        </span>
      ) : null}
    </>
  )
}

/** When a token ends. */
function Ending({ time }: { time: string }) {
  const { t } = useTranslation('provisioning')
  if (Date.parse(time) <= Date.now()) return <StatusText tone="timeout">{t('tokens.ended')}</StatusText>
  return <RelativeTime time={time} />
}
