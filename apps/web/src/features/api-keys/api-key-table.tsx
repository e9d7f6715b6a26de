import type { ApiKey } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowButton, RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import './api-keys.css'
import { KeyRights } from './key-rights.tsx'
import { useRevokeApiKey } from './use-revoke-api-key.ts'

interface ApiKeyTableProps {
  apiKeys: readonly ApiKey[]
  /** Gets a key that was made in place of one that is gone, whole, for the only time. */
  onMade: (apiKey: ApiKey) => void
}

/** Keys as rows. The key itself is only hinted at: it was shown once. */
export function ApiKeyTable({ apiKeys, onMade }: ApiKeyTableProps) {
  const { t } = useTranslation('api-keys')
  const [changing, setChanging] = useState<ApiKey>()
  const revoke = useRevokeApiKey()
  return (
    <>
      <RowTable
        label={t('title')}
        minWidth={760}
        rows={apiKeys}
        name={{
          head: t('column.name'),
          cell: ({ keyName }) => <span className="key-name">{keyName}</span>,
        }}
        columns={[
          {
            head: t('column.key'),
            cell: ({ apiKey }) => <code className="key-hint">{apiKey}</code>,
            staysNarrow: true,
          },
          {
            head: t('column.permissions'),
            cell: (apiKey) => <KeyRights apiKey={apiKey} />,
            staysNarrow: true,
          },
          {
            head: t('column.usage'),
            cell: ({ chatFlows }) => (
              <span className="key-figure" title={chatFlows.map(({ flowName }) => flowName).join(', ')}>
                {t('flows', { count: chatFlows.length })}
              </span>
            ),
          },
          {
            head: t('column.lastUsed'),
            cell: ({ lastUsedDate }) =>
              lastUsedDate ? <RelativeTime time={lastUsedDate} /> : t('neverUsed'),
          },
          { head: t('column.expires'), cell: ({ expiresDate }) => <Ending time={expiresDate} /> },
          { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
        ]}
        actions={(apiKey) => (
          <>
            <RowButton
              does="change"
              may={apiKey.may.change}
              label={t('change.label', { name: apiKey.keyName })}
              onClick={() => setChanging(apiKey)}
            />
            <RowButton
              does="delete"
              may={apiKey.may.delete}
              label={t('revoke.label', { name: apiKey.keyName })}
              onClick={() => void revoke(apiKey)}
            />
          </>
        )}
      />
      {changing ? (
        <ApiKeyDialog apiKey={changing} onClose={() => setChanging(undefined)} onMade={onMade} />
      ) : null}
    </>
  )
}

/** When a key ends. */
function Ending({ time }: { time: string | null }) {
  const { t } = useTranslation('api-keys')
  if (time === null) return t('neverEnds')
  if (Date.parse(time) <= Date.now()) return <StatusText tone="timeout">{t('hasEnded')}</StatusText>
  return <RelativeTime time={time} />
}
