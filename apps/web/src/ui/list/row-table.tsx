import { ActionIcon, Table } from '@mantine/core'
import type { ShownBy } from '@runnel/access'
import type { Feature } from '@runnel/contract'
import {
  IconArrowsExchange,
  IconCopy,
  IconDownload,
  IconEye,
  IconKey,
  IconLink,
  IconMailForward,
  IconPencil,
  IconPlugConnected,
  IconShare,
  IconShieldOff,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { TablePanel } from '../table-panel.tsx'
import { type Room, useRoom } from '../use-room.ts'
import { ChoiceCell, ChoiceHead, ChoiceReason, type RowChoice } from './row-choice.tsx'

/** One column of a list of named things. */
interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** On a telephone its cell stands under the name; without it, it stands there on a tablet, and is left out on a telephone. */
  staysNarrow?: boolean
  /** Where its cell stands under the name its head stands before it, as before all that do not stay: it does not tell itself. */
  isNamedBelow?: boolean
}

interface RowTableProps<Row> {
  /** What the table lists, for readers. */
  label: string
  minWidth: number
  rows: readonly Row[]
  /** The first column: what a row is called. */
  name: Pick<Column<Row>, 'head' | 'cell'>
  columns: readonly Column<Row>[]
  /** What can be done with a row. */
  actions?: (row: Row) => ReactNode
  /** Where several are chosen, to do something with all of them. */
  choice?: RowChoice<Row> | undefined
}

/** On a desk every column stands beside the name, on a tablet those that matter, on a telephone none. */
function standsBeside(room: Room, staysNarrow = false): boolean {
  return room === 'desk' || (room === 'tablet' && staysNarrow)
}

/** Named things as rows: where there is no room for all columns what matters stands under the name. */
export function RowTable<Row extends { id: string }>({
  label,
  minWidth,
  rows,
  name,
  columns,
  actions,
  choice,
}: RowTableProps<Row>) {
  const { t } = useTranslation()
  const room = useRoom()
  const beside = columns.filter(({ staysNarrow }) => standsBeside(room, staysNarrow))
  const below = columns.filter(
    ({ staysNarrow }) => !standsBeside(room, staysNarrow) && (room === 'tablet' || staysNarrow),
  )
  return (
    <TablePanel label={label} minWidth={minWidth}>
      <Table.Thead>
        <Table.Tr>
          {choice ? <ChoiceHead rows={rows} choice={choice} /> : null}
          <Table.Th>{name.head}</Table.Th>
          {beside.map(({ head }) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
          {actions ? (
            <Table.Th className="row-actions">
              <span className="visually-hidden">{t('actions')}</span>
            </Table.Th>
          ) : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} data-chosen={choice?.chosen.has(row.id) || undefined}>
            {choice ? <ChoiceCell row={row} choice={choice} /> : null}
            <Table.Td>
              {name.cell(row)}
              {below.map(({ head, cell, staysNarrow, isNamedBelow }) => (
                <span key={head} className="row-more">
                  {staysNarrow && !isNamedBelow ? null : `${head}: `}
                  {cell(row)}
                </span>
              ))}
              {choice ? <ChoiceReason row={row} choice={choice} /> : null}
            </Table.Td>
            {beside.map(({ head, cell }) => (
              <Table.Td key={head}>{cell(row)}</Table.Td>
            ))}
            {actions ? <Table.Td className="row-actions">{actions(row)}</Table.Td> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}

const icons = {
  change: IconPencil,
  copy: IconCopy,
  delete: IconTrash,
  export: IconDownload,
  password: IconKey,
  people: IconUsers,
  factor: IconShieldOff,
  link: IconLink,
  resend: IconMailForward,
  share: IconShare,
  switch: IconArrowsExchange,
  test: IconPlugConnected,
  view: IconEye,
}

/** Who may do it; others see no button. */
type RowRule =
  /** By what counts where the person is, and the feature that must be on as well. */
  | { permission: ShownBy; feature?: Feature }
  /** By what the server says of this row, which need not lie where the person is. */
  | { may: boolean | undefined }

type RowButtonProps = RowRule & {
  does: keyof typeof icons
  /** Names the row. */
  label: string
  isBusy?: boolean
  onClick: () => void
}

/** Does something with one row of a list. */
export function RowButton({ does, label, isBusy = false, onClick, ...rule }: RowButtonProps) {
  const Icon = icons[does]
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label={label} loading={isBusy} onClick={onClick}>
      <Icon size={17} stroke={1.8} />
    </ActionIcon>
  )
  if ('may' in rule) return rule.may ? button : null
  return <ShownIf {...rule}>{button}</ShownIf>
}
