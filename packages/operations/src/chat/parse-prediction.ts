import {
  findDocumentType,
  type HistoryMessage,
  type PredictionBody,
  predictionFields,
  RunnelError,
  readDocumentRules,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { parseFlowSettings } from '../flow-rights.ts'
import { comesAsText } from '../uploads/read-document-upload.ts'

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

/**
 * Characters of a question of somebody who is nobody of the flow's workspace, with the history and the form beside it: all of
 * that goes through the steps, and is kept.
 */
const LONGEST_QUESTION_OF_STRANGERS = 200_000

/**
 * Refuses a question that is longer than a stranger may ask, with all that stands beside it, and the text of a document where
 * the flow takes none. @throws RunnelError `body_too_large`, `uploads_not_supported`
 */
export function checkStranger({ chatbotConfig }: Pick<FlowRow, 'chatbotConfig'>, body: PredictionBody): void {
  const { question = '', history = [], form = {}, uploads = [] } = body
  let length = 0
  for (const [path, text] of Object.entries({ question, history: textOf(history), form: textOf(form) })) {
    length += text.length
    if (length > LONGEST_QUESTION_OF_STRANGERS) throw tooLong(path)
  }
  const { types } = readDocumentRules(parseFlowSettings(chatbotConfig))
  const at = uploads.findIndex(
    (upload) => comesAsText(upload) && !types.includes(findDocumentType(upload.name) ?? ''),
  )
  if (at < 0) return
  const message = 'is a document of a kind that this flow does not take'
  throw new RunnelError('uploads_not_supported', `uploads[${at}]: ${message}.`, {
    issues: [{ path: `uploads[${at}]`, message }],
  })
}

/** What is empty has no length. */
const textOf = (value: object): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

function tooLong(path: string): RunnelError {
  const most = LONGEST_QUESTION_OF_STRANGERS
  const what = path === 'question' ? 'The question is' : `The question, with what stands in ${path}, is`
  return new RunnelError(
    'body_too_large',
    `${what} longer than ${most} characters. Send less, a document as a file, or an API key with it.`,
    { issues: [{ path, message: `is longer than ${most} characters` }] },
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
