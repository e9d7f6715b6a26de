import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Component,
  describeReply,
  describeUsage,
  type FoundDocument,
  findComponent,
  getModel,
  keepExchange,
  type ModelMessage,
  moderated,
  partsOf,
  readSwitch,
  readText,
  recallMessages,
  type StepContext,
  sumUsage,
  type TimedReply,
  textOf,
  toModelMessages,
} from '@runnel/node-kit'
import { REPHRASE_PROMPT, RESPONSE_PROMPT } from './default-prompts.ts'

/** Makes the question stand alone, finds passages for it, and answers from them. */
export const runConversationalRetrieval = moderated(async (context) => {
  const model = getModel(context)
  const retriever = getRetriever(context)
  const memory = findComponent(context, 'memory', 'memory')
  const history = await recall(context, memory)
  const rephrased = await rephrase(context, model, history)
  const found = await context.retrieve(retriever, { query: rephrased.question })
  const messages: ModelMessage[] = [
    {
      role: 'system',
      content: fillContext(readText(context.values, 'responsePrompt') || RESPONSE_PROMPT, found),
    },
    ...history,
    { role: 'user', content: context.input },
  ]
  const reply = await context.model(model, { messages }, { show: true })
  const content = textOf(reply.parts)
  await keepExchange(context, memory, content)
  const usage = describeUsage(sumUsage([...rephrased.replies, reply].map((each) => each.usage)))
  return {
    input: {
      question: context.input,
      ...(rephrased.replies.length > 0 && { rephrased: rephrased.question }),
    },
    output: { ...describeReply(reply, content), usageMetadata: usage, ...sourcesOf(context, found) },
  }
})

function getRetriever(context: StepContext): Component {
  const retriever = findComponent(context, 'vectorStoreRetriever', 'retriever')
  if (retriever) return retriever
  throw new RunnelError(
    'missing_component',
    `${context.node.label} has nowhere to look. Connect a retriever, such as a vector store.`,
  )
}

/** Without a memory the conversation of the chat is known, as in the reference. */
async function recall(context: StepContext, memory: Component | undefined): Promise<ModelMessage[]> {
  if (memory) return recallMessages(context, memory)
  return toModelMessages([...context.run.prependedHistory, ...context.run.pastHistory])
}

/** Of the first question of a conversation nothing needs to be made. */
async function rephrase(
  context: StepContext,
  model: Component,
  history: ModelMessage[],
): Promise<{ question: string; replies: TimedReply[] }> {
  if (history.length === 0) return { question: context.input, replies: [] }
  const prompt = readText(context.values, 'rephrasePrompt') || REPHRASE_PROMPT
  const talk = history.map((message) => `${message.role}: ${textOf(partsOf(message))}`).join('\n')
  const content = fill(prompt, { chat_history: talk, question: context.input })
  const reply = await context.model(model, { messages: [{ role: 'user', content }] })
  return { question: textOf(reply.parts).trim() || context.input, replies: [reply] }
}

function fillContext(prompt: string, found: FoundDocument[]): string {
  const passages = found.map(({ pageContent }) => pageContent).join('\n\n')
  if (!prompt.includes('{context}')) return `${prompt}\n\n${passages}`
  return fill(prompt, { context: passages })
}

/** Fills places once: what was put in is never looked through again. */
function fill(prompt: string, values: Record<string, string>): string {
  return prompt.replace(/\{(\w{1,40})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

function sourcesOf({ values }: StepContext, found: FoundDocument[]): JsonObject {
  if (!readSwitch(values, 'returnSourceDocuments')) return {}
  const documents: JsonValue[] = found.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
  return { sourceDocuments: documents }
}
