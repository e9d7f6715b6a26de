import type { Principal } from '@runnel/access'
import type { AuditAction } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { createTurns } from '../turns.ts'

/** One caller's refusals of one act are written down once in this time, in milliseconds: they cannot fill the log. */
const ONCE_IN_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Makes what writes down that somebody was refused a privileged act. */
export function createRefusalNotes(
  context: Pick<OperationContext, 'db' | 'log' | 'now'>,
): (principal: Principal, action: AuditAction) => Promise<void> {
  const takeTurn = createTurns({ everyMs: ONCE_IN_MS, most: MOST_REMEMBERED })
  return async (principal, action) => {
    if (principal.kind !== 'user' && principal.kind !== 'api-key') return
    const who = principal.kind === 'user' ? principal.userId : principal.keyId
    const name = `${who} ${principal.workspaceId} ${action}`
    if (!takeTurn(name, context.now())) return
    const [kind = ''] = action.split('.')
    const subject = { kind, id: null, name: null }
    const entry = auditEntry(principal, { action, outcome: 'refused', subject })
    await context.db
      .write(principal.workspaceId, (writer) => writer.audit.append(entry))
      .catch((error: unknown) => context.log.error({ err: error, action }, 'A refusal was not written down'))
  }
}
