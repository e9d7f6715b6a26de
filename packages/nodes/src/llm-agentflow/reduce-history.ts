import type { HistoryMessage, JsonObject } from '@runnel/contract'
import { type ModelMessage, readNumber, readText, type StepModel } from '@runnel/node-kit'
import { toModelMessages } from '../history-messages.ts'

const DEFAULT_WINDOW = 20
const DEFAULT_TOKEN_LIMIT = 2000
/** Rough size of a token; the reference's tokenizer would have to be fetched or loaded (56 MB and more). */
const CHARACTERS_PER_TOKEN = 4

/** The conversation, oldest first, as the chosen memory type lets the model see it. */
export async function reduceHistory(
  conversation: HistoryMessage[],
  values: JsonObject,
  model: StepModel,
): Promise<ModelMessage[]> {
  switch (readText(values, 'llmMemoryType', 'allMessages')) {
    case 'windowSize': {
      const exchanges = readNumber(values, 'llmMemoryWindowSize') ?? DEFAULT_WINDOW
      return toModelMessages(takeLast(conversation, exchanges * 2))
    }
    case 'conversationSummary':
      return summariseBeforeLast(conversation, model)
    case 'conversationSummaryBuffer': {
      const limit = readNumber(values, 'llmMemoryMaxTokenLimit') ?? DEFAULT_TOKEN_LIMIT
      return summariseOverflow(conversation, limit, model)
    }
    default:
      return toModelMessages(conversation)
  }
}

function takeLast<Item>(items: Item[], count: number): Item[] {
  return count > 0 ? items.slice(-Math.floor(count)) : []
}

/** A summary of all but the latest message: that one is what the model answers to. */
async function summariseBeforeLast(conversation: HistoryMessage[], model: StepModel) {
  const summary = await summarise(conversation.slice(0, -1), model)
  return [...summary, ...toModelMessages(conversation.slice(-1))]
}

/** Takes the oldest messages out until the rest fits, and puts a summary of them in front. The last one stays. */
async function summariseOverflow(conversation: HistoryMessage[], tokenLimit: number, model: StepModel) {
  let size = conversation.reduce((sum, message) => sum + countTokens(message), 0)
  let removed = 0
  for (const message of conversation.slice(0, -1)) {
    if (size <= tokenLimit) break
    size -= countTokens(message)
    removed++
  }
  const summary = await summarise(conversation.slice(0, removed), model)
  return [...summary, ...toModelMessages(conversation.slice(removed))]
}

async function summarise(messages: HistoryMessage[], model: StepModel): Promise<ModelMessage[]> {
  if (messages.length === 0) return []
  const transcript = messages.map(writeLine).join('\n')
  const reply = await model.call({
    messages: [
      {
        role: 'system',
        content:
          'Summarise the conversation that the user gives you. Keep names, numbers, decisions and open questions. Write the summary only.',
      },
      { role: 'user', content: transcript },
    ],
  })
  return [{ role: 'system', content: `Summary of the conversation so far:\n${reply.text}` }]
}

function writeLine({ role, content }: HistoryMessage): string {
  return `${role}: ${content}`
}

function countTokens(message: HistoryMessage): number {
  return Math.ceil(writeLine(message).length / CHARACTERS_PER_TOKEN)
}
