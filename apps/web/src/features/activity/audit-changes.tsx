import { allPermissions } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { usePermissionWords } from '../../ui/permissions/use-permission-words.ts'
import './activity.css'
import { nameOfRole } from '../../ui/permissions/name-of-role.ts'
import { type FieldChange, isTextList, listChanges, listFacts } from './list-changes.ts'
import { useFieldName } from './use-field-name.ts'

/** What an act changed, made or took away, field by field: a list of eighty permissions is not compared by eye. */
export function AuditChanges({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation('activity')
  const fieldName = useFieldName()
  const tell = useChangeText()
  const tellValue = useValueText()
  const changes = listChanges(before, after).map((change) => ({ field: change.field, lines: tell(change) }))
  const facts = listFacts(before, after).map(({ field, value }) => ({
    field,
    lines: [tellValue(field, value)],
  }))
  const rows = [...changes, ...facts]
  if (rows.length === 0) return null
  const title = t(changes.length > 0 ? 'audit.changes' : 'audit.facts')
  return (
    <section className="audit-change" aria-label={title}>
      <h3>{title}</h3>
      <dl className="audit-facts">
        {rows.map(({ field, lines }) => (
          <div key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>
              {lines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function usePermissionText() {
  const { nameOf } = usePermissionWords()
  return (text: string) => {
    if (!allPermissions.includes(text)) return text
    const { category, permission } = nameOf(text)
    return `${category}: ${permission}`
  }
}

function useChangeText() {
  const { t } = useTranslation('activity')
  const wordOf = usePermissionText()
  const tellValue = useValueText()
  return (change: FieldChange): string[] => {
    if (!('added' in change))
      return [`${tellValue(change.field, change.before)} → ${tellValue(change.field, change.after)}`]
    const lists = [
      ['audit.added', change.added],
      ['audit.removed', change.removed],
    ] as const
    return lists
      .filter(([, list]) => list.length > 0)
      .map(([key, list]) => t(key, { list: list.map(wordOf).join(', ') }))
  }
}

function useValueText() {
  const { t } = useTranslation('activity')
  const wordOf = usePermissionText()
  return (field: string, value: unknown): string => {
    if (field === 'role' && typeof value === 'string') return nameOfRole(value)
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    if (isTextList(value)) return value.map(wordOf).join(', ') || '–'
    return shown(value)
  }
}

function shown(value: unknown): string {
  if (value === null || value === '') return '–'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
}
