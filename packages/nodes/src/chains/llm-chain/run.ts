import { RunnelError } from '@runnel/contract'
import {
  asShown,
  describeReply,
  fillPromptValues,
  findComponent,
  getModel,
  type RunNode,
  textOf,
} from '@runnel/node-kit'

/** Fills the prompt and asks the model once. */
export const runLlmChain: RunNode = async (context) => {
  const chosen = findComponent(context, 'prompt', 'prompt')
  if (!chosen) {
    throw new RunnelError('missing_component', `${context.node.label} has no prompt. Connect one to it.`)
  }
  const prompt = await (await context.capability(chosen, 'prompt'))(chosen, context)
  const messages = prompt.format(fillPromptValues(prompt, context.input))
  const reply = await context.model(getModel(context), { messages }, { show: true })
  return { input: { messages: asShown(messages) }, output: describeReply(reply, textOf(reply.parts)) }
}
