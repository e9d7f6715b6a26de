import {
  composeConversation,
  describeLoop,
  findComponent,
  getModel,
  keepExchange,
  moderated,
  readNumber,
  readText,
  runToolLoop,
} from '@runnel/node-kit'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

const DEFAULT_MAX_ITERATIONS = 15

/** Asks the model, calls the tools it asks for, and asks again until it answers. */
export const runToolAgent = moderated(async (context) => {
  const systemMessage = readText(context.values, 'systemMessage') || DEFAULT_SYSTEM_MESSAGE
  const model = getModel(context)
  const result = await runToolLoop(context, {
    model,
    tools: await context.listTools(context.components('tools')),
    messages: await composeConversation(context, systemMessage),
    maxIterations: readNumber(context.values, 'maxIterations') ?? DEFAULT_MAX_ITERATIONS,
  })
  await keepExchange(context, findComponent(context, 'memory', 'memory'), result.content)
  return { input: { question: context.input }, output: describeLoop(result) }
})
