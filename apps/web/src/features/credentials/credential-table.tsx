import type { Credential } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowButton, RowTable } from '../../ui/list/row-table.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { SharedBadge } from '../sharing/shared-badge.tsx'
import { CredentialDialog } from './credential-dialog.tsx'
import { CredentialMark } from './credential-mark.tsx'
import { credentialTypesQuery } from './credential-queries.ts'
import './credentials.css'
import { useDeleteCredential } from './use-delete-credential.ts'
import { useTestNotice } from './use-test-notice.ts'

/** Credentials as rows, without what is secret of them. */
export function CredentialTable({ credentials }: { credentials: readonly Credential[] }) {
  const { t } = useTranslation(['credentials', 'usage'])
  const [changing, setChanging] = useState<Credential>()
  const close = () => setChanging(undefined)
  const remove = useDeleteCredential()
  const { data: types } = useQuery(credentialTypesQuery)
  const findType = ({ credentialName }: Credential) => types?.find(({ name }) => name === credentialName)
  return (
    <>
      <RowTable
        label={t('title')}
        minWidth={720}
        rows={credentials}
        name={{
          head: t('column.name'),
          cell: ({ name, credentialName, shared, sharedFrom }) => (
            <span className="credential-name">
              <CredentialMark type={credentialName} />
              <span>
                {name} <SharedBadge shared={shared} sharedFrom={sharedFrom} />
              </span>
            </span>
          ),
        }}
        columns={[
          {
            head: t('column.type'),
            cell: (credential) => findType(credential)?.label ?? credential.credentialName,
            staysNarrow: true,
          },
          {
            head: t('usage:column'),
            cell: ({ name, usedBy }) => <UsageCell name={name} usage={usedBy} />,
            staysNarrow: true,
          },
          { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
          { head: t('column.created'), cell: ({ createdDate }) => <RelativeTime time={createdDate} /> },
        ]}
        actions={(credential) =>
          credential.shared ? null : (
            <>
              <ShareButton item={{ id: credential.id, name: credential.name, kind: 'credential' }} />
              {findType(credential)?.testable === true ? <TestButton credential={credential} /> : null}
              <RowButton
                does="change"
                permission="credentials:update"
                label={t('change', { name: credential.name })}
                onClick={() => setChanging(credential)}
              />
              <RowButton
                does="delete"
                permission="credentials:delete"
                label={t('delete.label', { name: credential.name })}
                onClick={() => void remove(credential)}
              />
            </>
          )
        }
      />
      {changing ? (
        <CredentialDialog
          credentialId={changing.id}
          types={[changing.credentialName]}
          onClose={close}
          onSaved={(id) => {
            notify.success(t('changed'), id)
            close()
          }}
        />
      ) : null}
    </>
  )
}

function TestButton({ credential }: { credential: Credential }) {
  const { t } = useTranslation('credentials')
  const { test, isTesting } = useTestNotice(credential)
  return (
    <RowButton
      does="test"
      permission="credentials:update"
      label={t('test', { name: credential.name })}
      isBusy={isTesting}
      onClick={test}
    />
  )
}
