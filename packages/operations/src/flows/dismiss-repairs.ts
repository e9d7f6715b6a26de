import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { flowSubject } from './flow-access.ts'

/** Forgets what the import of a flow mended: somebody has read it. */
export async function dismissRepairs(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'update')
  const affected = await context.db.write(workspaceId, async ({ flows, audit }) => {
    const dismissed = await flows.dismissRepairs(flowId)
    const [before, after] = [{ showsRepairs: true }, { showsRepairs: false }]
    const act = { action: 'flow.updated', subject: flowSubject(flow), before, after } as const
    if (dismissed > 0) await audit.append(auditEntry(principal, act))
    return dismissed
  })
  return { raw: [], affected }
}
