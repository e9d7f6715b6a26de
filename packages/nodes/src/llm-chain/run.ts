import { RunnelError } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import { fillPromptValues } from '../prompt-values.ts'
import { describeReply } from '../reply-output.ts'
import { findPrompt, getModel } from '../wired-components.ts'

/** Fills the prompt and asks the model once. */
export const runLlmChain: RunNode = async (context) => {
  const prompt = findPrompt(context, 'prompt')
  if (!prompt) {
    throw new RunnelError('missing_component', `${context.node.label} has no prompt. Connect one to it.`)
  }
  const messages = prompt.format(fillPromptValues(prompt, context.input))
  const reply = await getModel(context).call({ messages }, { show: true })
  return { input: { messages }, output: describeReply(reply, reply.text) }
}
