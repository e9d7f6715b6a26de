import { ActionIcon, Table } from '@mantine/core'
import type { Variable } from '@runnel/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
import { environmentNameOf, referenceTo } from './reference-to.ts'
import { useDeleteVariable } from './use-delete-variable.ts'
import { VariableDialog } from './variable-dialog.tsx'
import './variables.css'

/** Variables as rows. */
export function VariableTable({ variables }: { variables: readonly Variable[] }) {
  const { t } = useTranslation(['variables', 'usage'])
  const [changing, setChanging] = useState<Variable>()
  return (
    <>
      <TablePanel label={t('title')} minWidth={760} fitsTelephone>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th className="wide-only">{t('column.value')}</Table.Th>
            <Table.Th className="wide-only">{t('column.type')}</Table.Th>
            <Table.Th className="wide-only">{t('usage:column')}</Table.Th>
            <Table.Th className="wide-only">{t('column.updated')}</Table.Th>
            <Table.Th className="row-actions">
              <span className="visually-hidden">{t('column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variables.map((variable) => (
            <VariableRow key={variable.id} variable={variable} onChange={() => setChanging(variable)} />
          ))}
        </Table.Tbody>
      </TablePanel>
      {changing ? <VariableDialog variable={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

function VariableRow({ variable, onChange }: { variable: Variable; onChange: () => void }) {
  const { t } = useTranslation('variables')
  const remove = useDeleteVariable()
  const { name } = variable
  return (
    <Table.Tr>
      <Table.Td>
        <span className="variable-name">
          {name}
          <CopyButton text={referenceTo(name)} label={t('copyReference', { reference: referenceTo(name) })} />
        </span>
        <span className="narrow-only">
          <VariableValue variable={variable} />
        </span>
        <span className="narrow-only">
          <UsageCell name={name} usage={variable.usedBy} />
        </span>
      </Table.Td>
      <Table.Td className="wide-only">
        <VariableValue variable={variable} />
      </Table.Td>
      <Table.Td className="wide-only">
        <span className="word-badge">{t(`type.${variable.type}`)}</span>
      </Table.Td>
      <Table.Td className="wide-only">
        <UsageCell name={name} usage={variable.usedBy} />
      </Table.Td>
      <Table.Td className="wide-only">
        <RelativeTime time={variable.updatedDate} />
      </Table.Td>
      <Table.Td className="row-actions">
        <ShownIf permission="variables:create,variables:update">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('change.label', { name })}
            onClick={onChange}
          >
            <IconPencil size={17} stroke={1.8} />
          </ActionIcon>
        </ShownIf>
        <ShownIf permission="variables:delete">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('delete.label', { name })}
            onClick={() => void remove(variable)}
          >
            <IconTrash size={17} stroke={1.8} />
          </ActionIcon>
        </ShownIf>
      </Table.Td>
    </Table.Tr>
  )
}

/** The value as it stands, or where it comes from. */
function VariableValue({ variable: { name, type, value, isSet } }: { variable: Variable }) {
  const { t } = useTranslation('variables')
  if (type === 'runtime') {
    const place = environmentNameOf(name)
    return (
      <span className="variable-place">
        <StatusText tone={isSet ? 'finished' : 'waiting'}>
          {t(isSet ? 'isSet' : 'isNotSet', { name: place })}
        </StatusText>
      </span>
    )
  }
  if (value === null || value === '') return <span className="variable-empty">{t('noValue')}</span>
  return (
    <span className="variable-value" title={value}>
      {value}
    </span>
  )
}
