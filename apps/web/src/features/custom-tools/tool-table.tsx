import { type CustomTool, callNameOf, readCustomToolRows } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../ui/download-json.ts'
import { RowButton, RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
import './custom-tools.css'
import type { ToolWork } from './tool-dialog.tsx'
import { draftOf, fileOf, nameOfCopy } from './tool-draft.ts'
import { useDeleteTool } from './use-delete-tool.ts'

interface ToolTableProps {
  tools: readonly CustomTool[]
  onOpen: (work: ToolWork) => void
}

/** Custom tools as rows. */
export function ToolTable({ tools, onOpen }: ToolTableProps) {
  const { t } = useTranslation(['custom-tools', 'usage'])
  const remove = useDeleteTool()
  const copy = (tool: CustomTool) => onOpen({ draft: { ...draftOf(tool), name: nameOfCopy(tool.name) } })
  return (
    <RowTable
      label={t('title')}
      minWidth={760}
      rows={tools}
      name={{
        head: t('column.name'),
        cell: ({ name, description }) => (
          <>
            <span className="tool-name">{name}</span>
            <span className="tool-description">{description}</span>
          </>
        ),
      }}
      columns={[
        { head: t('column.inputs'), cell: (tool) => <ToolInputs tool={tool} />, staysNarrow: true },
        {
          head: t('usage:column'),
          cell: ({ name, usedBy }) => <UsageCell name={name} usage={usedBy} />,
          staysNarrow: true,
        },
        { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
      ]}
      actions={(tool) => (
        <>
          <RowButton
            does="change"
            permission="tools:update"
            label={t('change', { name: tool.name })}
            onClick={() => onOpen({ tool, draft: draftOf(tool) })}
          />
          <RowButton
            does="copy"
            permission="tools:create"
            label={t('copy', { name: tool.name })}
            onClick={() => copy(tool)}
          />
          <RowButton
            does="export"
            permission="tools:export"
            label={t('export', { name: tool.name })}
            onClick={() => downloadJson(`${callNameOf(tool.name)}-CustomTool.json`, fileOf(tool))}
          />
          <RowButton
            does="delete"
            permission="tools:delete"
            label={t('delete.label', { name: tool.name })}
            onClick={() => void remove(tool)}
          />
        </>
      )}
    />
  )
}

/** What the tool asks for, by name. */
function ToolInputs({ tool: { schema } }: { tool: CustomTool }) {
  const { t } = useTranslation('custom-tools')
  const { rows } = readCustomToolRows(schema)
  if (rows.length === 0) return <span className="tool-description">{t('noInputs')}</span>
  return <span className="tool-inputs">{rows.map(({ property }) => property).join(', ')}</span>
}
