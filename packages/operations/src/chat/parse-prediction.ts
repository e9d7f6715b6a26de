import { type HistoryMessage, type PredictionBody, predictionFields, RunnelError } from '@runnel/contract'

/** Names of fields that a prediction does not understand: they are ignored and told. */
export function ignoredFields(rawBody: unknown): string[] {
  if (typeof rawBody !== 'object' || rawBody === null) return []
  return Object.keys(rawBody).filter((name) => !predictionFields.includes(name))
}

/** The messages given with a call, in our form. A message without text or role is refused. */
export function prependedHistory(body: PredictionBody): HistoryMessage[] {
  return (body.history ?? []).map((message, index): HistoryMessage => {
    const role = message.role ?? message.type
    const content = message.content ?? message.message
    if (role === undefined || content === undefined) {
      const path = `history[${index}]`
      throw new RunnelError('invalid_input', `${path}: needs role (apiMessage or userMessage) and content`, {
        issues: [{ path, message: 'needs role (apiMessage or userMessage) and content' }],
      })
    }
    return { role: role === 'apiMessage' ? 'assistant' : 'user', content }
  })
}

const MAX_NAME_LENGTH = 200

function givenSessionId({ overrideConfig }: PredictionBody): string | undefined {
  const value = overrideConfig?.sessionId
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && value.length <= MAX_NAME_LENGTH) return value
  const fault = `must be text of at most ${MAX_NAME_LENGTH} characters`
  throw new RunnelError('invalid_input', `overrideConfig.sessionId ${fault}`, {
    issues: [{ path: 'overrideConfig.sessionId', message: fault }],
  })
}

/** What the caller calls its conversation. @throws RunnelError `invalid_input` for a session id that is no short text */
export function conversationNames(body: PredictionBody): { chatId?: string; sessionId?: string } {
  const sessionId = givenSessionId(body)
  return {
    ...(body.chatId === undefined ? {} : { chatId: body.chatId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
}

/** True when the caller asked for a stream; the reference also takes the text `true`. */
export function asksForStream(body: PredictionBody): boolean {
  return body.streaming === true || body.streaming === 'true'
}

/** Characters of a question of somebody who is nobody of the flow's workspace: it goes through every step, and is kept. */
const LONGEST_QUESTION_OF_STRANGERS = 200_000

/** Refuses a question that is longer than a stranger may ask. @throws RunnelError `body_too_large` */
export function checkStranger({ question = '' }: PredictionBody): void {
  if (question.length <= LONGEST_QUESTION_OF_STRANGERS) return
  throw new RunnelError(
    'body_too_large',
    `The question is longer than ${LONGEST_QUESTION_OF_STRANGERS} characters. Send less, a document as a file, or an API key with it.`,
    { issues: [{ path: 'question', message: `is longer than ${LONGEST_QUESTION_OF_STRANGERS} characters` }] },
  )
}

/** Refuses what cannot be answered: a question together with a form, and files with an answer. */
export function checkPrediction(body: PredictionBody, files: readonly unknown[] = []): void {
  if (body.humanInput !== undefined && files.length + (body.uploads?.length ?? 0) > 0) {
    throw new RunnelError(
      'uploads_not_supported',
      'An answer to a question takes no files. Send them alone.',
      {
        issues: [{ path: 'uploads', message: 'cannot stand beside humanInput' }],
      },
    )
  }
  const hasForm = body.form !== undefined && Object.keys(body.form).length > 0
  if (hasForm && body.question !== undefined && body.question !== '') {
    throw new RunnelError('invalid_input', 'Question and form cannot be provided at the same time')
  }
}
