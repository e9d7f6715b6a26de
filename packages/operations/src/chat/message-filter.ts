import { type ChatType, chatTypeSchema, parseTime, RunnelError } from '@runnel/contract'

/** Which messages of a flow. */
export interface MessageQuery {
  flowId: string
  chatType?: string | string[] | undefined
  order?: 'ASC' | 'DESC' | undefined
  chatId?: string | undefined
  memoryType?: string | undefined
  sessionId?: string | undefined
  messageId?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

function wrongChatType(cause?: unknown): RunnelError {
  const message = `must be of ${chatTypeSchema.options.join(', ')}, or a JSON array of them`
  return new RunnelError('invalid_input', `chatType: ${message}`, {
    cause,
    issues: [{ path: 'chatType', message }],
  })
}

/** A JSON array as text, as the reference's clients send it. */
function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw wrongChatType(cause)
  }
}

/** Chat types of a query: one, several, or a JSON array as text. An unknown one is refused: it would mean all. */
function chatTypesOf(given: string | string[] | undefined): ChatType[] {
  if (given === undefined || given === '') return []
  const list = typeof given === 'string' && given.startsWith('[') ? parseList(given) : [given].flat()
  const types = chatTypeSchema.array().safeParse(list)
  if (!types.success) throw wrongChatType(types.error)
  return types.data
}

/** The filter of a query, for the database. @throws RunnelError `invalid_input` */
export function filterOf(query: MessageQuery) {
  const { flowId, chatId, memoryType, sessionId, messageId, startDate, endDate } = query
  const chatTypes = chatTypesOf(query.chatType)
  return {
    flowId,
    ...(chatTypes.length > 0 ? { chatTypes } : {}),
    ...(chatId ? { chatId } : {}),
    ...(memoryType ? { memoryType } : {}),
    ...(sessionId ? { sessionId } : {}),
    ...(messageId ? { messageId } : {}),
    ...(startDate ? { from: parseTime('startDate', startDate) } : {}),
    ...(endDate ? { to: parseTime('endDate', endDate) } : {}),
  }
}
