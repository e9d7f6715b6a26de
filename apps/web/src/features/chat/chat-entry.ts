import { findRunUsage, type RunView } from '@runnel/client'
import {
  type ChatMessage,
  type JsonValue,
  jsonValueSchema,
  type Usage,
  type UsedTool,
  usedToolSchema,
} from '@runnel/contract'
import { asArtifacts } from './artifacts/read-artifacts.ts'
import { readStoredFiles, type ShownFile } from './attachments/shown-file.ts'
import { readThoughts, type Thoughts, thoughtsOfView } from './thoughts/thoughts.ts'

/** Why there is no answer, in words for people; `nodeId` leads to the node at fault. */
export interface ChatFailure {
  message: string
  nodeId?: string
}

/** One entry of a conversation as the panel shows it. */
export interface ChatEntry {
  id: string
  role: 'user' | 'assistant'
  text: string
  usedTools: UsedTool[]
  sources: JsonValue[]
  /** What tools and models made beside their words; absent when nothing. */
  artifacts?: readonly JsonValue[]
  /** What the person sent with the text. */
  files?: readonly ShownFile[]
  /** What models thought on the way. */
  thoughts?: Thoughts
  usage?: Usage
  failure?: ChatFailure
  /** The person stopped the run before its end. */
  stopped?: boolean
  /** The person's text is only this answer to a question of the flow. */
  choice?: 'proceed' | 'reject'
  /** In place of an answer: somebody else had answered the run's question before. */
  note?: 'already-answered'
}

/** What the person said, or the filled form as lines, and the files that came with it. */
export function makeUserEntry(id: string, text: string, files: readonly ShownFile[] = []): ChatEntry {
  return { id, role: 'user', text, usedTools: [], sources: [], ...(files.length === 0 ? {} : { files }) }
}

/** What stays of a run in the conversation. */
export function makeAnswerEntry(id: string, view: RunView): ChatEntry {
  const usage = findRunUsage(view)
  const failure = failureOf(view)
  const thoughts = thoughtsOfView(view)
  const artifacts = [
    ...view.artifacts.flatMap(({ values }) => [...values]),
    ...asArtifacts(view.files.flatMap(({ values }) => [...values])),
  ]
  return {
    id,
    role: 'assistant',
    text: view.text.trim() === '' ? '' : view.text,
    usedTools: view.toolCalls.flatMap(({ used }) => (used ? [used] : [])),
    sources: view.sources.flatMap(({ values }) => [...values]),
    ...(artifacts.length === 0 ? {} : { artifacts }),
    ...(thoughts ? { thoughts } : {}),
    ...(usage ? { usage } : {}),
    ...(failure ? { failure } : {}),
    ...(view.status === 'terminated' ? { stopped: true } : {}),
  }
}

/** An answer that never began: the call itself was refused or the connection was lost. */
export function makeFailedEntry(id: string, failure: ChatFailure): ChatEntry {
  return { id, role: 'assistant', text: '', usedTools: [], sources: [], failure }
}

function failureOf({ status, error }: RunView): ChatFailure | undefined {
  if (!error || status === 'terminated') return undefined
  return { message: error.message, ...(error.nodeId === undefined ? {} : { nodeId: error.nodeId }) }
}

const toolsSchema = usedToolSchema.array().catch([])
const valuesSchema = jsonValueSchema.array().catch([])

/** What is shown when the question of a run was answered elsewhere meanwhile. */
export function makeAlreadyAnsweredEntry(id: string): ChatEntry {
  return { id, role: 'assistant', text: '', usedTools: [], sources: [], note: 'already-answered' }
}

/** A stored message as an entry. Parts that another program wrote in a form of its own are left out. */
export function readStoredMessage(message: ChatMessage): ChatEntry {
  const text = message.content.trim() === '' ? '' : message.content
  if (message.role === 'userMessage') return makeUserEntry(message.id, text, readStoredFiles(message))
  const artifacts = [
    ...valuesSchema.parse(message.artifacts ?? []),
    ...asArtifacts(valuesSchema.parse(message.fileAnnotations ?? [])),
  ]
  const thoughts = readThoughts(message.reasonContent)
  return {
    id: message.id,
    role: 'assistant',
    text,
    usedTools: toolsSchema.parse(message.usedTools ?? []),
    sources: valuesSchema.parse(message.sourceDocuments ?? []),
    ...(thoughts ? { thoughts } : {}),
    ...(artifacts.length === 0 ? {} : { artifacts }),
  }
}
