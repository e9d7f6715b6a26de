import type { AuditEntry } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { JsonView } from '../../ui/json-view.tsx'
import './activity.css'
import { Place } from './place.tsx'
import { subjectName } from './subject-name.ts'
import { useActText } from './use-act-text.ts'

/** One entry of the audit log, whole: what it was before and after, and its place in the chain. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, i18n } = useTranslation('activity')
  const actText = useActText()
  const { actor, subject, sequence } = entry
  const facts = [
    [t('column.actor'), [actor.name, actor.id].filter(Boolean).join(' · ')],
    [t('column.subject'), [...new Set([subjectName(subject), subject.id])].filter(Boolean).join(' · ')],
    [t('column.outcome'), t(`outcome.${entry.outcome}`)],
    [t('column.place'), <Place key="place" address={entry.address} device={entry.device} />],
    [t('column.time'), formatDateTime(entry.date, i18n.language)],
    [t('audit.sequence'), sequence === null ? t('audit.notChained') : String(sequence)],
    [t('audit.hash'), entry.hash ?? '–'],
  ] as const
  return (
    <Dialog title={actText(entry.action)} onClose={onClose} size="lg">
      <dl className="audit-facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact || '–'}</dd>
          </div>
        ))}
      </dl>
      <Change title={t('audit.before')} value={entry.before} />
      <Change title={t('audit.after')} value={entry.after} />
    </Dialog>
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
