import { SECRET_MASK, type Variable } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RowButton, RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
import { environmentNameOf, referenceTo } from './reference-to.ts'
import { useDeleteVariable } from './use-delete-variable.ts'
import { VariableDialog } from './variable-dialog.tsx'
import './variables.css'

/** Variables as rows. */
export function VariableTable({ variables }: { variables: readonly Variable[] }) {
  const { t } = useTranslation(['variables', 'usage'])
  const [changing, setChanging] = useState<Variable>()
  const remove = useDeleteVariable()
  return (
    <>
      <RowTable
        label={t('title')}
        minWidth={760}
        rows={variables}
        name={{ head: t('column.name'), cell: ({ name }) => <VariableName name={name} /> }}
        columns={[
          {
            head: t('column.value'),
            cell: (variable) => <VariableValue variable={variable} />,
            staysNarrow: true,
          },
          {
            head: t('column.type'),
            cell: ({ type }) => <span className="word-badge">{t(`type.${type}`)}</span>,
          },
          {
            head: t('usage:column'),
            cell: ({ name, usedBy }) => <UsageCell name={name} usage={usedBy} />,
            staysNarrow: true,
          },
          { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
        ]}
        actions={(variable) => (
          <>
            <RowButton
              does="change"
              permission="variables:update"
              label={t('change.label', { name: variable.name })}
              onClick={() => setChanging(variable)}
            />
            <RowButton
              does="delete"
              permission="variables:delete"
              label={t('delete.label', { name: variable.name })}
              onClick={() => void remove(variable)}
            />
          </>
        )}
      />
      {changing ? <VariableDialog variable={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

function VariableName({ name }: { name: string }) {
  const { t } = useTranslation('variables')
  return (
    <span className="variable-name">
      {name}
      <CopyButton text={referenceTo(name)} label={t('copyReference', { reference: referenceTo(name) })} />
    </span>
  )
}

/** The value as it stands, where it comes from, or where alone it may go. */
function VariableValue({ variable: { name, type, value, isSet, hosts = [] } }: { variable: Variable }) {
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
  if (type === 'secret') {
    return (
      <span className="variable-place">
        <span className="variable-value">{SECRET_MASK}</span>
        <span className="variable-hosts" title={hosts.join('\n')}>
          {t('onlyTo', { hosts: hosts.join(', ') })}
        </span>
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
