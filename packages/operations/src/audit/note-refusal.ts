import type { Principal } from '@runnel/access'
import { type AuditAction, sharedKinds } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { findSharedKind } from '../find-shared-thing.ts'
import { createTurns } from '../turns.ts'

/** One caller's refusals of one act are written down once in this time, in milliseconds: they cannot fill the log. */
const ONCE_IN_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Makes what writes down that somebody was refused a privileged act; `thing` is the id of what it was to be done to. */
export function createRefusalNotes(
  context: Pick<OperationContext, 'db' | 'log' | 'now'>,
): (principal: Principal, action: AuditAction, thing?: string) => Promise<void> {
  const takeTurn = createTurns({ everyMs: ONCE_IN_MS, most: MOST_REMEMBERED })
  return async (principal, action, thing) => {
    if (principal.kind !== 'user' && principal.kind !== 'api-key') return
    const who = principal.kind === 'user' ? principal.userId : principal.keyId
    const name = `${who} ${principal.workspaceId} ${action}`
    if (!takeTurn(name, context.now())) return
    try {
      const kind = await kindOf(context, { action, workspaceId: principal.workspaceId, thing })
      const entry = auditEntry(principal, {
        action,
        outcome: 'refused',
        subject: { kind, id: null, name: null },
      })
      await context.db.write(principal.workspaceId, (writer) => writer.audit.append(entry))
    } catch (error) {
      context.log.error({ err: error, action }, 'A refusal was not written down')
    }
  }
}

interface Refused {
  action: AuditAction
  workspaceId: string
  /** The id of what it was to be done to, where the call names one: as it came, nobody has looked at it. */
  thing: string | undefined
}

/** The kind under which the act stands in the log when it is done: what is shared is of several, the thing itself tells. */
async function kindOf({ db }: Pick<OperationContext, 'db'>, act: Refused): Promise<string> {
  const { action, workspaceId, thing } = act
  const [kind = ''] = action.split('.')
  if (action !== 'shares.changed' || thing === undefined) return kind
  const shared = await findSharedKind(db.read(workspaceId), thing)
  return shared === undefined ? kind : sharedKinds[shared].subject
}
