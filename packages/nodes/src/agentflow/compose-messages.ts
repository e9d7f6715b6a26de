import type { HistoryMessage } from '@runnel/contract'
import {
  type Component,
  countTokens,
  type ModelMessage,
  readNumber,
  readRows,
  readSwitch,
  readText,
  type StepContext,
  textOf,
  toAskedMessage,
  toModelMessages,
  toUserMessage,
} from '@runnel/node-kit'

/** The model that a step asks, and what the names of its params begin with (`llm`, `agent`). */
interface Asker {
  model: Component
  prefix: string
}

/** A message that the author wrote. */
interface OwnMessage {
  role: 'system' | 'assistant' | 'user'
  content: string
}

/**
 * The messages of one call, in the order of the reference: messages given with the call (first model of the run
 * only), the author's own with system ones in front, the conversation as the memory reduces it, the author's
 * input message. Without memory the first model of the run sees the question instead, unless the author wrote a
 * user message.
 */
export async function composeMessages(context: StepContext, asker: Asker): Promise<ModelMessage[]> {
  const isFirst = context.runHistory.length === 0
  const given = isFirst ? toModelMessages(context.run.prependedHistory) : []
  const own = readOwnMessages(context, asker.prefix)
  const system = own.filter(({ role }) => role === 'system')
  const others = own.filter(({ role }) => role !== 'system')
  const rest = readSwitch(context.values, `${asker.prefix}EnableMemory`, true)
    ? await rememberedMessages(context, asker, isFirst)
    : questionWhenNeeded(context, own, isFirst)
  return [...system, ...given, ...others, ...rest]
}

/** The author's own messages; rows without a text or a role are left out. */
function readOwnMessages({ values }: StepContext, prefix: string): OwnMessage[] {
  return readRows(values, `${prefix}Messages`).flatMap((row): OwnMessage[] => {
    const content = readText(row, 'content')
    if (content === '') return []
    switch (row.role) {
      case 'system':
      case 'developer':
        return [{ role: 'system', content }]
      case 'assistant':
        return [{ role: 'assistant', content }]
      case 'user':
        return [{ role: 'user', content }]
      default:
        return []
    }
  })
}

async function rememberedMessages(context: StepContext, asker: Asker, isFirst: boolean) {
  const asked: HistoryMessage[] =
    isFirst && isAsked(context) ? [toAskedMessage(context.input, context.run.files)] : []
  const conversation = [...context.run.pastHistory, ...context.runHistory, ...asked]
  const reduced = await reduceHistory(context, conversation, asker)
  const userMessage = readText(context.values, `${asker.prefix}UserMessage`)
  const last: ModelMessage[] = userMessage === '' ? [] : [{ role: 'user', content: userMessage }]
  return [...reduced, ...last]
}

function questionWhenNeeded(context: StepContext, own: ModelMessage[], isFirst: boolean): ModelMessage[] {
  if (!isFirst || !isAsked(context)) return []
  const hasUserMessage = own.some(({ role }) => role === 'user')
  if (!hasUserMessage) return [toUserMessage(context.input, context.run.files)]
  return context.run.files?.length ? [toUserMessage('', context.run.files)] : []
}

function isAsked({ input, run }: StepContext): boolean {
  return input !== '' || (run.files?.length ?? 0) > 0
}

const DEFAULT_WINDOW = 20
const DEFAULT_TOKEN_LIMIT = 2000

/** Asks the model once and gives its text. */
type Ask = (messages: ModelMessage[]) => Promise<string>

/** The conversation, oldest first, as the chosen memory type lets the model see it. */
export async function reduceHistory(
  context: StepContext,
  conversation: HistoryMessage[],
  { model, prefix }: { model: Component; prefix: string },
): Promise<ModelMessage[]> {
  const { values } = context
  const ask: Ask = async (messages) => textOf((await context.model(model, { messages })).parts)
  switch (readText(values, `${prefix}MemoryType`, 'allMessages')) {
    case 'windowSize': {
      const exchanges = readNumber(values, `${prefix}MemoryWindowSize`) ?? DEFAULT_WINDOW
      return toModelMessages(takeLast(conversation, exchanges * 2))
    }
    case 'conversationSummary':
      return summariseBeforeLast(conversation, ask)
    case 'conversationSummaryBuffer': {
      const limit = readNumber(values, `${prefix}MemoryMaxTokenLimit`) ?? DEFAULT_TOKEN_LIMIT
      return summariseOverflow(conversation, limit, ask)
    }
    default:
      return toModelMessages(conversation)
  }
}

function takeLast<Item>(items: Item[], count: number): Item[] {
  return count > 0 ? items.slice(-Math.floor(count)) : []
}

/** A summary of all but the latest message: that one is what the model answers to. */
async function summariseBeforeLast(conversation: HistoryMessage[], ask: Ask) {
  const summary = await summarise(conversation.slice(0, -1), ask)
  return [...summary, ...toModelMessages(conversation.slice(-1))]
}

/** Keeps the latest messages that fit, and puts a summary of the older ones in front. The last one stays. */
async function summariseOverflow(conversation: HistoryMessage[], tokenLimit: number, ask: Ask) {
  let kept = Math.max(0, conversation.length - 1)
  let left = tokenLimit - (await sizeOf(conversation[kept], tokenLimit))
  for (; kept > 0; kept -= 1) {
    left -= await sizeOf(conversation[kept - 1], left)
    if (left < 0) break
  }
  const summary = await summarise(conversation.slice(0, kept), ask)
  return [...summary, ...toModelMessages(conversation.slice(kept))]
}

async function sizeOf(message: HistoryMessage | undefined, enough: number): Promise<number> {
  return message ? countTokens(writeLine(message), enough) : 0
}

async function summarise(messages: HistoryMessage[], ask: Ask): Promise<ModelMessage[]> {
  if (messages.length === 0) return []
  const transcript = messages.map(writeLine).join('\n')
  const summary = await ask([
    {
      role: 'system',
      content:
        'Summarise the conversation that the user gives you. Keep names, numbers, decisions and open questions. Write the summary only.',
    },
    { role: 'user', content: transcript },
  ])
  return [{ role: 'system', content: `Summary of the conversation so far:\n${summary}` }]
}

function writeLine({ role, content }: HistoryMessage): string {
  return `${role}: ${content}`
}

/**
 * What a step that asked a model adds to the history of the run: what was asked, when it was the first to ask, and the
 * answer in the role of `…ReturnResponseAs`.
 */
export function addToHistory(context: StepContext, prefix: string, answer: string): HistoryMessage[] {
  const { values, node } = context
  const asAssistant = readText(values, `${prefix}ReturnResponseAs`) === 'assistantMessage'
  const role = asAssistant ? 'assistant' : 'user'
  return [...askedMessages(context, prefix), { role, content: answer, name: speakerName(node) }]
}

/** What the first model of the run was asked: the question, or without memory the author's own user messages. */
function askedMessages(context: StepContext, prefix: string): HistoryMessage[] {
  const { values, input, runHistory, run } = context
  if (runHistory.length > 0 || (input === '' && !run.files?.length)) return []
  const own = readSwitch(values, `${prefix}EnableMemory`, true)
    ? []
    : readOwnMessages(context, prefix).filter(({ role }) => role === 'user')
  const contents = own.length === 0 ? [input] : own.map(({ content }) => content)
  return contents.map((content, index) =>
    toAskedMessage(content, index === contents.length - 1 ? run.files : undefined),
  )
}

/** The label of a node as the name of a speaker. */
export function speakerName({ id, label }: StepContext['node']): string {
  return label.trim().toLowerCase().replace(/\s/g, '_') || id
}
