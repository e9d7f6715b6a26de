import type { AuditEntry } from '@runnel/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { JsonView } from '../../ui/json-view.tsx'
import './activity.css'
import { AuditChanges } from './audit-changes.tsx'
import { Place } from './place.tsx'
import { subjectName } from './subject-name.ts'
import { useActText } from './use-act-text.ts'

/** One entry of the audit log: what was done in words, and below, folded, the record of it with ids and its place in the chain. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, i18n } = useTranslation('activity')
  const actText = useActText()
  const { actor, subject, sequence } = entry
  const facts = [
    [t('column.actor'), actor.name ?? actor.id],
    [t('column.subject'), subjectName(subject)],
    [t('column.outcome'), t(`outcome.${entry.outcome}`)],
    [t('column.place'), <Place key="place" address={entry.address} device={entry.device} />],
    [t('column.time'), formatDateTime(entry.date, i18n.language)],
  ] as const
  const record = [
    [t('audit.idOf', { what: t('column.actor') }), actor.id],
    [t('audit.idOf', { what: t('column.subject') }), subject.id],
    [t('audit.sequence'), sequence === null ? t('audit.notChained') : String(sequence)],
    [t('audit.hash'), entry.hash],
  ] as const
  return (
    <Dialog title={actText(entry.action)} onClose={onClose} size="lg">
      <Facts facts={facts} />
      <AuditChanges before={entry.before} after={entry.after} />
      <details className="audit-record">
        <summary>{t('audit.record')}</summary>
        <Facts facts={record} />
        <Change title={t('audit.before')} value={entry.before} />
        <Change title={t('audit.after')} value={entry.after} />
      </details>
    </Dialog>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="audit-facts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Change({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <div className="audit-change">
      <JsonView label={title} value={value} />
    </div>
  )
}
