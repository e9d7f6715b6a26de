import { randomUUIDv7 } from 'node:crypto'
import {
  type FindDefinition,
  type FlowDocument,
  type FlowType,
  type PredictionBody,
  RunnelError,
} from '@runnel/contract'

/** The ids of a conversation; `isNew` when nobody named one, so that there is no history to read. */
export interface ConversationIds {
  chatId: string
  sessionId: string
  isNew: boolean
}

const MAX_LENGTH = 200

function givenSessionId(body: PredictionBody): string | undefined {
  const value = body.overrideConfig?.sessionId
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > MAX_LENGTH) {
    throw new RunnelError(
      'invalid_input',
      `overrideConfig.sessionId must be text of at most ${MAX_LENGTH} characters`,
      {
        issues: [
          { path: 'overrideConfig.sessionId', message: `must be text of at most ${MAX_LENGTH} characters` },
        ],
      },
    )
  }
  return value
}

/** The session id that the author wrote into the flow's memory node, if any. */
function memorySessionId(document: FlowDocument, find: FindDefinition): string | undefined {
  const memories = document.nodes.filter((node) => find(node.type)?.category === 'Memory')
  const edge = document.edges.find((candidate) => memories.some((node) => node.id === candidate.source))
  const value = memories.find((node) => node.id === edge?.source)?.values.sessionId
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Chat id and session id of a call, by Flowise's rules (`docs/compatibility.md`). */
export function resolveSession(
  body: PredictionBody,
  flow: { type: FlowType; document: FlowDocument; isInternal: boolean },
  find: FindDefinition,
): ConversationIds {
  const given = givenSessionId(body)
  const named = body.chatId ?? given
  const chatId = named ?? randomUUIDv7()
  if (flow.type === 'AGENTFLOW') return { chatId, sessionId: given ?? chatId, isNew: named === undefined }
  const fromMemory = memorySessionId(flow.document, find)
  const sessionId = flow.isInternal ? (fromMemory ?? chatId) : (given ?? body.chatId ?? fromMemory ?? chatId)
  return { chatId, sessionId, isNew: named === undefined && fromMemory === undefined }
}
