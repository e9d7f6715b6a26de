import { hash } from 'node:crypto'
import type { Principal } from '@runnel/access'
import type { OperationContext } from '../context.ts'
import { findFlowAnywhere } from '../flows/find-flow-anywhere.ts'
import { sessionNamespace } from '../runs/open-conversation.ts'

/** An answer that is read out. */
export interface SpokenAnswer {
  flowId: string
  chatId: string
  chatMessageId: string
}

/** The topic of an answer that is read out to this caller: nobody else's is stopped. */
async function topicOf(
  context: OperationContext,
  principal: Principal,
  { flowId, chatId, chatMessageId }: SpokenAnswer,
): Promise<string> {
  const flow = await findFlowAnywhere(context, flowId)
  const namespace = flow ? sessionNamespace(principal, flow) : ''
  return `speech-${hash('sha256', JSON.stringify([flowId, chatId, chatMessageId, namespace]))}`
}

/** Stops, in every process, what reads this answer out to this caller. */
export async function stopSpeech(
  context: OperationContext,
  principal: Principal,
  answer: SpokenAnswer,
): Promise<void> {
  context.bus.publish(await topicOf(context, principal, answer), { stop: true })
}

/** Calls `stop` when the caller says that it has heard enough; the result ends the listening. */
export async function untilStopped(
  context: OperationContext,
  principal: Principal,
  { answer, stop }: { answer: SpokenAnswer; stop: () => void },
): Promise<() => void> {
  // A gap in the messages stops nothing: whoever leaves ends its stream as well.
  return context.bus.subscribe(await topicOf(context, principal, answer), stop, () => undefined)
}
