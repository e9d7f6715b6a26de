import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { findFlowWorkspace } from '../flows/find-flow-workspace.ts'
import { sessionNamespace } from '../runs/session-namespace.ts'

/**
 * Stops all active runs of a chat. Members of the workspace stop any; others only runs of their own namespace, and
 * learn of no other.
 * @throws RunnelError `not_found` for an unknown flow
 */
export async function abortChat(
  context: ServingContext,
  principal: Principal,
  { flowId, chatId }: { flowId: string; chatId: string },
): Promise<{ status: 200; message: string }> {
  const workspaceId = await findFlowWorkspace(context, flowId)
  if (workspaceId === undefined) throw new RunnelError('not_found', `Chatflow ${flowId} not found`)
  const isMember = principal.kind !== 'anonymous' && principal.workspaceId === workspaceId
  const runIds = await context.db.write(workspaceId, (writer) =>
    writer.runs.requestStop({
      flowId,
      chatId,
      ...(isMember ? {} : { namespace: sessionNamespace(principal) }),
      now: context.now(),
    }),
  )
  context.worker.stop(runIds)
  return { status: 200, message: 'Chat message aborted' }
}
