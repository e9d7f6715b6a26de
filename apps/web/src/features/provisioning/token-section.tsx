import { ActionIcon, Button, Table, Text, Title } from '@mantine/core'
import type { ProvisioningToken } from '@runnel/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { refreshProvisioning } from './provisioning-queries.ts'
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
        {t('tokens.text')}
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
    <TablePanel label={t('tokens.title')} minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tokens.name')}</Table.Th>
          <Table.Th>{t('tokens.hint')}</Table.Th>
          <Table.Th>{t('tokens.lastUsed')}</Table.Th>
          <Table.Th>{t('tokens.expires')}</Table.Th>
          <Table.Th className="row-actions">
            <span className="visually-hidden">{t('tokens.actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tokens.map((token) => (
          <Table.Tr key={token.id}>
            <Table.Td className="provisioning-name">{token.name}</Table.Td>
            <Table.Td>
              <code>{token.token}</code>
            </Table.Td>
            <Table.Td>
              {token.lastUsedDate ? <RelativeTime time={token.lastUsedDate} /> : t('tokens.never')}
            </Table.Td>
            <Table.Td>
              {Date.parse(token.expiresDate) <= Date.now() ? (
                <StatusText tone="timeout">{t('tokens.ended')}</StatusText>
              ) : (
                <RelativeTime time={token.expiresDate} />
              )}
            </Table.Td>
            <Table.Td className="row-actions">
              {mayChange ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('tokens.revoke', { name: token.name })}
                  onClick={() => void revoke(token)}
                >
                  <IconTrash size={17} stroke={1.8} />
                </ActionIcon>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}
