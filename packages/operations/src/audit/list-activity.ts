import { type Principal, workspaceOf } from '@runnel/access'
import { type AuditEntry, isoTime, type LoginActivity, type LoginActivityCode } from '@runnel/contract'
import type { AuditEntryRow, AuditQuery, LoginActivityRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { chainAudit } from './chain-audit.ts'

const PAGE_SIZE = 10
/** Entries that an export reads at once. */
const PART = 200

/** Which part of the log is wanted; times as the wire has them. */
export interface AuditFilter {
  search?: string | undefined
  action?: string | undefined
  outcome?: 'done' | 'refused' | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

/** The organisation to which a caller's workspace belongs. */
async function organizationOf({ db }: OperationContext, principal: Principal): Promise<string> {
  if (principal.kind === 'user') return principal.organizationId
  return db.system.routes.getOrganizationId(workspaceOf(principal))
}

const periodOf = ({ startDate, endDate }: Pick<AuditFilter, 'startDate' | 'endDate'>) => ({
  ...(startDate === undefined ? {} : { from: Date.parse(startDate) }),
  ...(endDate === undefined ? {} : { to: Date.parse(endDate) }),
})

function auditQuery({ search, action, outcome, ...period }: AuditFilter): AuditQuery {
  return { search, outcome, ...periodOf(period), ...(action === undefined ? {} : { actions: [action] }) }
}

/** Tries to sign in and out of the caller's organisation, newest first. */
export async function listLoginActivity(
  context: OperationContext,
  principal: Principal,
  query: {
    pageNo?: number | undefined
    pageSize?: number | undefined
    startDate?: string | undefined
    endDate?: string | undefined
    activityCodes?: LoginActivityCode[] | undefined
  } = {},
): Promise<{ data: LoginActivity[]; count: number; currentPage: number; pageSize: number }> {
  const { pageNo = 1, pageSize = PAGE_SIZE, activityCodes } = query
  const { activity } = context.db.organization(await organizationOf(context, principal))
  const paging = { page: pageNo, limit: pageSize }
  const { rows, total } = await activity.signIns({ ...paging, ...periodOf(query), codes: activityCodes })
  return { data: rows.map(presentActivity), count: total, currentPage: pageNo, pageSize }
}

function presentActivity(row: LoginActivityRow): LoginActivity {
  const { id, username, code, method, message, at, address, agent } = row
  return {
    id,
    username,
    activityCode: code,
    loginMode: method,
    message,
    attemptedDateTime: isoTime(at),
    address,
    device: agent,
  }
}

/** The audit log of the caller's organisation, newest first. */
export async function listAuditEntries(
  context: OperationContext,
  principal: Principal,
  { page, limit, ...filter }: AuditFilter & { page?: number | undefined; limit?: number | undefined },
): Promise<{ data: AuditEntry[]; total: number }> {
  await chainAudit(context)
  const { activity } = context.db.organization(await organizationOf(context, principal))
  const { rows, total } = await activity.audit({ ...auditQuery(filter), page, limit })
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

/** The log as the text of a file, part by part: however long it is, no more than a part lies in memory. */
export async function* exportAuditEntries(
  context: OperationContext,
  principal: Principal,
  { format, ...filter }: AuditFilter & { format: 'csv' | 'json' },
): AsyncGenerator<string> {
  await chainAudit(context)
  const { activity } = context.db.organization(await organizationOf(context, principal))
  const query = { ...auditQuery(filter), limit: PART }
  let last: AuditEntryRow | undefined
  yield format === 'csv' ? `${CSV_HEAD}\r\n` : '[\n'
  for (;;) {
    const rows = await activity.auditPart(query, last)
    const isFirst = last === undefined
    last = rows.at(-1)
    if (last === undefined) break
    const entries = rows.map(presentEntry)
    if (format === 'csv') yield entries.map((entry) => `${csvLine(entry)}\r\n`).join('')
    else yield `${isFirst ? '' : ',\n'}${entries.map((entry) => JSON.stringify(entry)).join(',\n')}`
  }
  if (format === 'json') yield '\n]\n'
}

const CSV_HEAD =
  'sequence,date,actor kind,actor id,actor,action,outcome,subject kind,subject id,subject,before,after,address,device,workspace,hash'

function csvLine(entry: AuditEntry): string {
  const { actor, subject } = entry
  const who = [actor.kind, actor.id, actor.name]
  const what = [entry.action, entry.outcome, subject.kind, subject.id, subject.name]
  const change = [entry.before, entry.after].map((part) => (part === null ? '' : JSON.stringify(part)))
  const where = [entry.address, entry.device, entry.workspaceId, entry.hash]
  return [entry.sequence, entry.date, ...who, ...what, ...change, ...where].map(csvCell).join(',')
}

/** A cell that no program of tables takes for a formula. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}
