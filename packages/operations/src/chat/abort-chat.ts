import { can, type Principal } from '@runnel/access'
import type { ServingContext } from '../context.ts'
import { findFlowAnywhere, flowNotFound } from '../flows/find-flow-anywhere.ts'
import { isUnguessable, sessionNamespace } from '../runs/open-conversation.ts'
import { fitsRun } from '../runs/run-secret.ts'

/** Which runs somebody wants to stop. */
export interface AbortChat {
  flowId: string
  chatId: string
  /** The secret of one of the runs, which its caller was given with it. */
  secret?: string | undefined
}

/**
 * Stops the active runs of a chat: all of them for members of the workspace who may see executions; for others only
 * those of their own namespace, where the chat's id or the run's secret shows that they are theirs. They learn of no
 * other. @throws RunnelError `not_found` for an unknown flow
 */
export async function abortChat(
  context: ServingContext,
  principal: Principal,
  { flowId, chatId, secret }: AbortChat,
): Promise<{ status: 200; message: string }> {
  const flow = await findFlowAnywhere(context, flowId)
  if (!flow) throw flowNotFound(flowId)
  const { workspaceId } = flow
  const isMember =
    principal.kind !== 'anonymous' &&
    principal.workspaceId === workspaceId &&
    can(principal, 'executions:view')
  const isKnown = isMember || principal.kind === 'user' || isUnguessable(chatId)
  const runIds = await context.db.write(workspaceId, (writer) =>
    writer.runs.requestStop({
      flowId,
      chatId,
      ...(isMember ? {} : { namespace: sessionNamespace(principal, flow) }),
      ...(isKnown ? {} : { mayStop: (runId: string) => fitsRun(context, runId, secret) }),
      now: context.now(),
    }),
  )
  context.worker.stop(runIds)
  return { status: 200, message: 'Chat message aborted' }
}
