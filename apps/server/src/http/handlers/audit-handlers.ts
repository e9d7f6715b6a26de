import { Readable } from 'node:stream'
import type { auditRoutes } from '@runnel/contract'
import {
  exportAuditEntries,
  exportLoginActivity,
  listAuditEntries,
  listLoginActivity,
  type OperationContext,
} from '@runnel/operations'
import type { FastifyReply } from 'fastify'
import type { HandlersOf } from '../call.ts'

/** Sends a log as a file while it is read. */
function sendLog(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json'
  return reply
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(`${type}; charset=utf-8`)
    .send(Readable.from(parts))
}

/** What people did, and who tried to sign in. */
export function auditHandlers(context: OperationContext): HandlersOf<typeof auditRoutes> {
  return {
    listLoginActivity: ({ principal, body }) => listLoginActivity(context, principal, body),
    listAudit: ({ principal, body }) => listLoginActivity(context, principal, body),
    listAuditEntries: ({ principal, query }) => listAuditEntries(context, principal, query),
    exportLoginActivity: ({ principal, query, reply }) =>
      sendLog(reply, `login-activity.${query.format}`, exportLoginActivity(context, principal, query)),
    exportAuditEntries: ({ principal, query, reply }) =>
      sendLog(reply, `audit-log.${query.format}`, exportAuditEntries(context, principal, query)),
  }
}
