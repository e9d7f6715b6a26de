import { ActionIcon, Table } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import './api-keys.css'
import { KeyRights } from './key-rights.tsx'
import { useRevokeApiKey } from './use-revoke-api-key.ts'

/** Keys as rows. The key itself is only hinted at: it was shown once. */
export function ApiKeyTable({ apiKeys }: { apiKeys: readonly ApiKey[] }) {
  const { t } = useTranslation('api-keys')
  const [changing, setChanging] = useState<ApiKey>()
  const revoke = useRevokeApiKey()
  return (
    <>
      <TablePanel label={t('title')} minWidth={760}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th>{t('column.key')}</Table.Th>
            <Table.Th>{t('column.permissions')}</Table.Th>
            <Table.Th>{t('column.usage')}</Table.Th>
            <Table.Th>{t('column.lastUsed')}</Table.Th>
            <Table.Th>{t('column.expires')}</Table.Th>
            <Table.Th>{t('column.updated')}</Table.Th>
            <Table.Th className="row-actions">
              <span className="visually-hidden">{t('column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apiKeys.map((apiKey) => (
            <Table.Tr key={apiKey.id}>
              <Table.Td className="key-name">{apiKey.keyName}</Table.Td>
              <Table.Td>
                <code className="key-hint">{apiKey.apiKey}</code>
              </Table.Td>
              <Table.Td>
                <KeyRights apiKey={apiKey} />
              </Table.Td>
              <Table.Td
                className="key-figure"
                title={apiKey.chatFlows.map(({ flowName }) => flowName).join(', ')}
              >
                {t('flows', { count: apiKey.chatFlows.length })}
              </Table.Td>
              <Table.Td>
                {apiKey.lastUsedDate ? <RelativeTime time={apiKey.lastUsedDate} /> : t('neverUsed')}
              </Table.Td>
              <Table.Td>
                <Ending time={apiKey.expiresDate} />
              </Table.Td>
              <Table.Td>
                <RelativeTime time={apiKey.updatedDate} />
              </Table.Td>
              <Table.Td className="row-actions">
                <ShownIf permission="apikeys:update">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('change.label', { name: apiKey.keyName })}
                    onClick={() => setChanging(apiKey)}
                  >
                    <IconPencil size={17} stroke={1.8} />
                  </ActionIcon>
                </ShownIf>
                <ShownIf permission="apikeys:delete">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('revoke.label', { name: apiKey.keyName })}
                    onClick={() => void revoke(apiKey)}
                  >
                    <IconTrash size={17} stroke={1.8} />
                  </ActionIcon>
                </ShownIf>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TablePanel>
      {changing ? <ApiKeyDialog apiKey={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

/** When a key ends. */
function Ending({ time }: { time: string | null }) {
  const { t } = useTranslation('api-keys')
  if (time === null) return t('neverEnds')
  return Date.parse(time) <= Date.now() ? t('hasEnded') : <RelativeTime time={time} />
}
