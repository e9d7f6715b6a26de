import { ActionIcon } from '@mantine/core'
import type { AuditEntry } from '@runnel/contract'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { Place } from './place.tsx'
import { subjectName } from './subject-name.ts'
import { useActText } from './use-act-text.ts'

/** Entries of the audit log as rows. */
export function AuditTable({
  entries,
  onOpen,
}: {
  entries: readonly AuditEntry[]
  onOpen: (entry: AuditEntry) => void
}) {
  const { t } = useTranslation('activity')
  const actText = useActText()
  return (
    <RowTable
      label={t('audit.title')}
      minWidth={680}
      rows={entries}
      name={{
        head: t('column.act'),
        cell: ({ action }) => <span className="log-act">{actText(action)}</span>,
      }}
      columns={[
        {
          head: t('column.subject'),
          cell: ({ subject }) => (
            <span className="log-name">
              <BreakableText text={subjectName(subject)} />
            </span>
          ),
          staysNarrow: true,
          isNamedBelow: true,
        },
        {
          head: t('column.actor'),
          cell: ({ actor }) => (
            <span className="log-name">
              <BreakableText text={actor.name ?? t(`actor.${actorOf(actor.kind)}`)} />
            </span>
          ),
          staysNarrow: true,
          isNamedBelow: true,
        },
        {
          head: t('column.outcome'),
          cell: ({ outcome }) => (
            <StatusText tone={outcome === 'done' ? 'finished' : 'failed'}>
              {t(`outcome.${outcome}`)}
            </StatusText>
          ),
          staysNarrow: true,
        },
        {
          head: t('column.place'),
          cell: ({ address, device }) => <Place address={address} device={device} />,
        },
        { head: t('column.time'), cell: ({ date }) => <RelativeTime time={date} />, staysNarrow: true },
      ]}
      actions={(entry) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('audit.open', { act: actText(entry.action), subject: subjectName(entry.subject) })}
          onClick={() => onOpen(entry)}
        >
          <IconEye size={17} stroke={1.8} />
        </ActionIcon>
      )}
    />
  )
}

const KINDS = ['user', 'api-key', 'provisioning', 'operator', 'anonymous'] as const

const actorOf = (kind: string) => KINDS.find((each) => each === kind) ?? 'anonymous'
