import type { CallOrigin } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { NewMail } from '../mails/keep-mails.ts'
import type { AuditEntryTable } from './audit-tables.ts'

/** What is written down of an act: by whom, what, to what, from where. */
export interface NewAuditEntry {
  action: string
  /** `done` when absent. */
  outcome?: AuditEntryTable['outcome']
  actor: CallOrigin & { kind: AuditEntryTable['actorKind']; id: string | null; name: string | null }
  subject: { kind: string; id: string | null; name: string | null }
  /** What was changed, as it was and as it is: plain JSON without secrets. */
  before?: object | undefined
  after?: object | undefined
  /** Mails that tell of the act: they are kept with its entry, and sent afterwards. */
  mails?: readonly NewMail[] | undefined
}

/** Writes entries of the audit log inside the transaction of the act: one is not there without the other. */
export interface AuditWriter {
  append(entry: NewAuditEntry): Promise<void>
}

/** The row of an entry, without the columns that say whose it is. */
export function auditRow(entry: NewAuditEntry, { id, at }: { id: string; at: number }) {
  const { action, outcome = 'done', actor, subject, before, after } = entry
  return {
    id,
    at,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    outcome,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    address: actor.address,
    agent: actor.agent,
    sequence: null,
    previousHash: null,
    hash: null,
  }
}

interface AuditScope {
  db: Kysely<{ auditEntries: AuditEntryTable }>
  now(): number
  newId(): string
}

/**
 * Makes the writer for a scope whose layer adds the owner to each row. `keep` keeps the mails of an entry, where the scope may
 * promise any.
 */
export function createAuditWriter(
  { db, now, newId }: AuditScope,
  keep?: (mails: readonly NewMail[]) => Promise<void>,
): AuditWriter {
  return {
    async append(entry) {
      await db
        .insertInto('auditEntries')
        .values(auditRow(entry, { id: newId(), at: now() }))
        .execute()
      const { mails = [] } = entry
      if (mails.length === 0) return
      if (keep === undefined) throw new Error('What is done in a workspace alone is told by no mail.')
      await keep(mails)
    },
  }
}
