import type { HistoryMessage } from '@runnel/contract'
import {
  type Component,
  countTokens,
  type ModelMessage,
  readNumber,
  readText,
  type StepContext,
  textOf,
  toModelMessages,
} from '@runnel/node-kit'

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
