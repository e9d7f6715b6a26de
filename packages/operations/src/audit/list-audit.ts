import type { Principal } from '@runnel/access'
import { type AuditEntry, isoTime } from '@runnel/contract'
import type { AuditEntryRow, AuditQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { chainAudit } from './chain-audit.ts'
import { type LogFormat, type LogPeriod, openLogs, periodOf, writeLog } from './read-log.ts'

/** Which part of the log is wanted; times as the wire has them. */
export interface AuditFilter extends LogPeriod {
  search?: string | undefined
  action?: string | undefined
  outcome?: 'done' | 'refused' | undefined
}

function auditQuery({ search, action, outcome, ...period }: AuditFilter): AuditQuery {
  return { search, outcome, ...periodOf(period), ...(action === undefined ? {} : { actions: [action] }) }
}

/** What cannot be chained while the database takes no writes is shown without its number: the log is read just then. */
async function chainWhereItCan(context: OperationContext): Promise<void> {
  try {
    await chainAudit(context)
  } catch (error) {
    context.log.warn({ err: error }, 'Entries of the audit log wait to be chained')
  }
}

/** The audit log of the caller's organisation, or of their workspace, newest first. */
export async function listAuditEntries(
  context: OperationContext,
  principal: Principal,
  { page, limit, ...filter }: AuditFilter & { page?: number | undefined; limit?: number | undefined },
): Promise<{ data: AuditEntry[]; total: number }> {
  await chainWhereItCan(context)
  const { logs, within } = await openLogs(context, principal)
  const { rows, total } = await logs.audit({ ...auditQuery(filter), ...within, page, limit })
  return { data: rows.map(presentEntry), total }
}

function presentEntry(row: AuditEntryRow): AuditEntry {
  return {
    id: row.id,
    sequence: row.sequence,
    date: isoTime(row.at),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    outcome: row.outcome,
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    address: row.address,
    device: row.agent,
    workspaceId: row.workspaceId,
    hash: row.hash,
  }
}

const COLUMNS = [
  ...['sequence', 'date', 'actor kind', 'actor id', 'actor', 'action', 'outcome'],
  ...['subject kind', 'subject id', 'subject', 'before', 'after', 'address', 'device', 'workspace', 'hash'],
]

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))

/** The log as the text of a file, part by part. */
export async function* exportAuditEntries(
  context: OperationContext,
  principal: Principal,
  { format, ...filter }: AuditFilter & { format: LogFormat },
): AsyncGenerator<string> {
  await chainWhereItCan(context)
  const { logs, within } = await openLogs(context, principal)
  const query = { ...auditQuery(filter), ...within }
  yield* writeLog<AuditEntryRow, AuditEntry>({
    format,
    readPart: (limit, last) => logs.auditPart({ ...query, limit }, last),
    present: presentEntry,
    columns: COLUMNS,
    toCells: ({ sequence, date, actor, action, outcome, subject, ...entry }) => ({
      ...{ sequence, date, action, outcome, hash: entry.hash, workspace: entry.workspaceId },
      ...{ 'actor kind': actor.kind, 'actor id': actor.id, actor: actor.name },
      ...{ 'subject kind': subject.kind, 'subject id': subject.id, subject: subject.name },
      ...{ before: json(entry.before), after: json(entry.after) },
      ...{ address: entry.address, device: entry.device },
    }),
  })
}
