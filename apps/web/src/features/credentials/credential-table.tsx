import { ActionIcon, Table } from '@mantine/core'
import type { Credential } from '@runnel/contract'
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
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
  return (
    <>
      <TablePanel label={t('title')} minWidth={720} fitsTelephone>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th className="wide-only">{t('column.type')}</Table.Th>
            <Table.Th className="wide-only">{t('usage:column')}</Table.Th>
            <Table.Th className="wide-only">{t('column.updated')}</Table.Th>
            <Table.Th className="wide-only">{t('column.created')}</Table.Th>
            <Table.Th className="row-actions">
              <span className="visually-hidden">{t('column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {credentials.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              onChange={() => setChanging(credential)}
            />
          ))}
        </Table.Tbody>
      </TablePanel>
      {changing ? (
        <CredentialDialog
          credentialId={changing.id}
          types={[changing.credentialName]}
          onClose={close}
          onSaved={() => {
            notify.success(t('changed'))
            close()
          }}
        />
      ) : null}
    </>
  )
}

function CredentialRow({ credential, onChange }: { credential: Credential; onChange: () => void }) {
  const { t } = useTranslation('credentials')
  const { data: types } = useQuery(credentialTypesQuery)
  const remove = useDeleteCredential()
  const { name, credentialName } = credential
  const definition = types?.find((each) => each.name === credentialName)
  const type = definition?.label ?? credentialName
  const { test, isTesting } = useTestNotice(credential)
  return (
    <Table.Tr>
      <Table.Td>
        <span className="credential-name">
          <CredentialMark type={credentialName} />
          {name}
        </span>
        <span className="narrow-only">{type}</span>
        <span className="narrow-only">
          <UsageCell name={name} usage={credential.usedBy} />
        </span>
      </Table.Td>
      <Table.Td className="wide-only">{type}</Table.Td>
      <Table.Td className="wide-only">
        <UsageCell name={name} usage={credential.usedBy} />
      </Table.Td>
      <Table.Td className="wide-only">
        <RelativeTime time={credential.updatedDate} />
      </Table.Td>
      <Table.Td className="wide-only">
        <RelativeTime time={credential.createdDate} />
      </Table.Td>
      <Table.Td className="row-actions">
        <ShownIf permission="credentials:create,credentials:update">
          {definition?.testable === true ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('test', { name })}
              loading={isTesting}
              onClick={test}
            >
              <IconPlugConnected size={17} stroke={1.8} />
            </ActionIcon>
          ) : null}
          <ActionIcon variant="subtle" color="gray" aria-label={t('change', { name })} onClick={onChange}>
            <IconPencil size={17} stroke={1.8} />
          </ActionIcon>
        </ShownIf>
        <ShownIf permission="credentials:delete">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('delete.label', { name })}
            onClick={() => void remove(credential)}
          >
            <IconTrash size={17} stroke={1.8} />
          </ActionIcon>
        </ShownIf>
      </Table.Td>
    </Table.Tr>
  )
}
