import { z } from 'zod'
import { flowTypeSchema } from './flow-document.ts'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'
import { isJsonObject } from './json-value.ts'

/** Where a conversation came from: the `chatType` column of the reference. */
export const chatTypeSchema = z.enum(['INTERNAL', 'EXTERNAL', 'EVALUATION', 'MCP', 'SCHEDULED', 'WEBHOOK'])
export type ChatType = z.infer<typeof chatTypeSchema>

/** A file given with a question: kept here under an id, or at an address. */
export const runFileSchema = z.object({
  name: z.string(),
  /** By its content, such as `application/pdf`; of one at an address as the caller says. */
  mediaType: z.string(),
  source: z.union([z.object({ blob: z.string() }), z.object({ url: z.string() })]),
  /**
   * What it is to a run, where models are not given it: `text` the text of a document, which stands before its question;
   * `search` a document that searches of its chat find.
   */
  use: z.enum(['text', 'search']).exactOptional(),
})
export type RunFile = z.infer<typeof runFileSchema>

/** One message of the history that a run sees. `additional.files` are the files given with it (`RunFile`). */
export const historyMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  name: z.string().optional(),
  additional: jsonObjectSchema.optional(),
})
export type HistoryMessage = z.infer<typeof historyMessageSchema>

/** A question that was spoken: its recording, and the component that writes it down, with its settings. */
export const spokenQuestionSchema = z.object({
  file: z.object({ name: z.string(), mediaType: z.string(), source: z.object({ blob: z.string() }) }),
  by: z.object({
    /** Type name. */
    type: z.string(),
    label: z.string(),
    values: jsonObjectSchema,
    credentials: z.record(z.string(), z.string()),
  }),
})
export type SpokenQuestion = z.infer<typeof spokenQuestionSchema>

const filesSchema = z.array(runFileSchema).catch([])

/** The files given with a message. */
export function filesOf({ additional }: HistoryMessage): RunFile[] {
  return additional?.files === undefined ? [] : filesSchema.parse(additional.files)
}

/** What a person said in a history, with its files. */
export function toAskedMessage(content: string, files: RunFile[] = []): HistoryMessage {
  return { role: 'user', content, ...(files.length === 0 ? {} : { additional: { files } }) }
}

/**
 * A person's answer to a question. `feedback` are their words; `input` replaces what they were shown (the edited
 * arguments of a tool).
 */
export const answerSchema = z.object({
  type: z.enum(['proceed', 'reject']),
  feedback: z.string().optional(),
  input: jsonValueSchema.optional(),
})
export type Answer = z.infer<typeof answerSchema>

/** An answer and the question that it is for, by its path in the journal. */
export interface AnsweredQuestion {
  path: string
  answer: Answer
}

/**
 * Everything a run may depend on, fixed at its start and stored with it: a resumed run sees the same.
 * `variables` are the workspace's; `overrides` only what the author enabled, by node id then param.
 */
export const runInputSchema = z.object({
  flowId: z.string(),
  flowType: flowTypeSchema,
  versionId: z.string(),
  chatId: z.string(),
  sessionId: z.string(),
  /** What memories outside this product call the session, where its id alone does not keep it apart from others'. */
  outsideSession: z.string().optional(),
  /** Id of the answer's message, fixed before the run. */
  messageId: z.string(),
  chatType: chatTypeSchema,
  question: z.string().optional(),
  form: jsonObjectSchema.optional(),
  /** Files given with the question. */
  files: z.array(runFileSchema).optional(),
  /** In place of a question: what was said instead, written down at the start of the run. */
  spoken: spokenQuestionSchema.optional(),
  /** Id of the chat whose questions alone find what the run takes into a store. */
  onlyForChat: z.string().optional(),
  /** Messages given with the call, in front of the stored history. */
  prependedHistory: z.array(historyMessageSchema),
  /** Stored messages of the session, oldest first. */
  pastHistory: z.array(historyMessageSchema),
  variables: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.record(z.string(), jsonValueSchema)),
  /** Flow state to begin with: the previous run's when the start node persists it. */
  initialState: jsonObjectSchema.optional(),
  /** Whether a reader asked for a stream: only then is a vendor asked to stream. */
  streaming: z.boolean(),
  /** How many steps may run at once; 1 is the reference's way. */
  concurrency: z.number().int().min(1).max(100),
  /** ISO time of the start, the value of `{{current_date_time}}`. */
  startedAt: z.string(),
})
/** What a run is given, with what is stored elsewhere. */
export type RunInput = z.infer<typeof runInputSchema> & {
  /** The texts of the documents that were given with its question (`wrapDocument`): they stand before it. */
  documents?: string
  /** Whose conversation it is. */
  namespace?: string
}

/**
 * The input as it is stored with its run: instead of the stored messages, the position in the session up to which the
 * run sees them; absent when it sees none.
 */
export const storedRunInputSchema = runInputSchema
  .omit({ pastHistory: true })
  .extend({ historyUntil: z.number().int().optional() })
export type StoredRunInput = z.infer<typeof storedRunInputSchema>

/** How a message's kind of file tells what it was to its run: as in the reference, and for searches likewise. */
const STORED_AS = { seen: 'stored-file', text: 'stored-file:full', search: 'stored-file:rag' } as const

/** A file as a message shows it: in the reference's form, with the id under which it is kept. */
export interface ShownFile {
  type: (typeof STORED_AS)[keyof typeof STORED_AS] | 'url'
  name: string
  mime: string
  /** The address of one that lies elsewhere. */
  data?: string
  fileId?: string
}

/** Files of a run as its message shows them. */
export function showFiles(files: RunFile[] = []): ShownFile[] {
  return files.map(({ name, mediaType, source, use }) =>
    'url' in source
      ? { type: 'url', name, mime: mediaType, data: source.url }
      : { type: STORED_AS[use ?? 'seen'], name, mime: mediaType, fileId: source.blob },
  )
}

/** The files that a stored message shows, as a run takes them. */
export function readShownFiles(column: string | null): RunFile[] {
  const shown: unknown = column === null ? [] : JSON.parse(column)
  return Array.isArray(shown) ? shown.flatMap(readShownFile) : []
}

function readShownFile(shown: unknown): RunFile[] {
  if (!isJsonObject(shown)) return []
  const { type, name, mime, data, fileId } = shown
  if (typeof name !== 'string' || typeof mime !== 'string') return []
  const use = (['text', 'search'] as const).find((each) => type === STORED_AS[each])
  if (typeof fileId === 'string')
    return [{ name, mediaType: mime, source: { blob: fileId }, ...(use && { use }) }]
  return typeof data === 'string' ? [{ name, mediaType: mime, source: { url: data } }] : []
}
