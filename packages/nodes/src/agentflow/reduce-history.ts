import type { HistoryMessage } from '@runnel/contract'
import {
  type Component,
  type ModelMessage,
  readNumber,
  readText,
  type StepContext,
  textOf,
  toModelMessages,
} from '@runnel/node-kit'

const DEFAULT_WINDOW = 20
const DEFAULT_TOKEN_LIMIT = 2000
/** Rough size of a token; the reference's tokenizer would have to be fetched or loaded (56 MB and more). */
const CHARACTERS_PER_TOKEN = 4

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

/** Takes the oldest messages out until the rest fits, and puts a summary of them in front. The last one stays. */
async function summariseOverflow(conversation: HistoryMessage[], tokenLimit: number, ask: Ask) {
  let size = conversation.reduce((sum, message) => sum + countTokens(message), 0)
  let removed = 0
  for (const message of conversation.slice(0, -1)) {
    if (size <= tokenLimit) break
    size -= countTokens(message)
    removed++
  }
  const summary = await summarise(conversation.slice(0, removed), ask)
  return [...summary, ...toModelMessages(conversation.slice(removed))]
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

function countTokens(message: HistoryMessage): number {
  return Math.ceil(writeLine(message).length / CHARACTERS_PER_TOKEN)
}
