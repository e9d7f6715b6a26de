import { z } from 'zod'
import { jsonObjectSchema } from '../json.ts'
import { loaderRefreshSchema, refreshNoteSchema } from './loader-refresh.ts'
import { dateSchema, idSchema } from './parts.ts'

/** The params by which a node names a document store: by its id, or in rows as `<id>:<name>`. */
export const DOCUMENT_STORE_KEYS: readonly string[] = ['selectedStore', 'documentStore']

/** The id in such a param; undefined where nothing is chosen. */
export function readStoreId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value.split(':', 1)[0]
}

/** A value, or its JSON text, as the reference's clients and forms send it. */
export const orJsonText = <T extends z.ZodType>(schema: T) => z.preprocess(parseText, schema)

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The chunks on a page. */
export const CHUNKS_PER_PAGE = 50

/** In place of the id of a loader: the chunks of all of them. */
export const ALL_LOADERS = 'all'

/**
 * Where a store, or a loader of it, stands. `EMPTY`: nothing is in it. `NEW`: never processed. `SYNCING`: is being
 * processed. `SYNC`: its chunks are those of its settings. `STALE`: something was changed since it was processed, or
 * since the vectors were made. `UPSERTING`, `UPSERTED`: its vectors are being made, or are those of its chunks.
 */
export const storeStatusSchema = z.enum(['EMPTY', 'NEW', 'SYNC', 'SYNCING', 'STALE', 'UPSERTING', 'UPSERTED'])
export type StoreStatus = z.infer<typeof storeStatusSchema>

/** A file of a loader. One that cannot be read fails alone: its status is `STALE`, and `error` says why. */
export const loaderFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  mimePrefix: z.string(),
  /** In bytes. */
  size: z.number(),
  status: storeStatusSchema,
  uploaded: dateSchema,
  /** Ours. */
  error: z.string().optional(),
  /** Ours: of the chunks that stand now. */
  totalChunks: z.number().optional(),
})
export type LoaderFile = z.infer<typeof loaderFileSchema>

/** Ours: a source of a loader that reads many: a file of a folder, a page of a site. One that cannot be read fails alone. */
const loaderSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: storeStatusSchema,
  error: z.string().optional(),
  totalChunks: z.number().optional(),
})
export type LoaderSource = z.infer<typeof loaderSourceSchema>

/** How many sources there are, how many could not be read, and the first of them: those that could not be read first. */
const loaderSourcesSchema = z.object({
  total: z.number(),
  failed: z.number(),
  list: z.array(loaderSourceSchema),
})
export type LoaderSources = z.infer<typeof loaderSourcesSchema>

/** A loader of a store with its splitter. Configs hold params; a credential stands there as `FLOWISE_CREDENTIAL_ID`. */
export const documentLoaderSchema = z.object({
  id: idSchema,
  /** Type of the loader's node, and of the splitter's. */
  loaderId: z.string(),
  loaderName: z.string(),
  loaderConfig: jsonObjectSchema,
  splitterId: z.string(),
  splitterName: z.string(),
  splitterConfig: jsonObjectSchema,
  credential: z.string().optional(),
  totalChunks: z.number(),
  totalChars: z.number(),
  status: storeStatusSchema,
  files: z.array(loaderFileSchema).optional(),
  /** Ours: what came of its sources when it was read last, of a loader that reads many. */
  sources: loaderSourcesSchema.optional(),
  /** Ours: while it is read, how many of its sources are, those that could not be among them; `total` where it is known. */
  reading: z.object({ done: z.number(), failed: z.number(), total: z.number().optional() }).optional(),
  /** What it reads, in words: names of files, an address. */
  source: z.string(),
  /** Ours: somebody changed its chunks by hand; processing it again takes that back. */
  edited: z.boolean(),
  /** Ours: why it could not be processed. */
  error: z.string().nullable(),
  /** Ours: the run that works on it, to be followed and stopped; else the last one. */
  runId: idSchema.nullable(),
  /** Ours: when it is read again by itself. */
  refresh: loaderRefreshSchema.nullable(),
  /** Ours: who may read it; everybody of the workspace where there are none. */
  tags: z.array(z.string()),
})
export type DocumentLoader = z.infer<typeof documentLoaderSchema>

/** A node and its params; `credential` is an id. */
export const chosenNodeSchema = z.object({ name: z.string(), config: jsonObjectSchema })
export type ChosenNode = z.infer<typeof chosenNodeSchema>

/** A document store. */
export const documentStoreSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  status: storeStatusSchema,
  loaders: z.array(documentLoaderSchema),
  /** The flows that use it and that the caller may see; in lists their ids. */
  whereUsed: z.union([z.array(z.object({ id: idSchema, name: z.string() })), z.array(idSchema)]),
  vectorStoreConfig: chosenNodeSchema.nullable(),
  embeddingConfig: chosenNodeSchema.nullable(),
  recordManagerConfig: chosenNodeSchema.nullable(),
  /** Ours: the chat model that says where each chunk stands in its document, for the search alone. */
  contextConfig: chosenNodeSchema.nullable(),
  /** Ours: the node that puts what is found into a better order. */
  rerankerConfig: chosenNodeSchema.nullable(),
  totalChars: z.number(),
  totalChunks: z.number(),
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  /** Ours: it answers queries, also while it is stale or is filled anew. */
  answers: z.boolean(),
  /** Ours: its vectors are those of its settings and of the chunks that stand, whatever could not be read. */
  isCurrent: z.boolean(),
  /** Ours: why its vectors could not be made. */
  error: z.string().nullable(),
  /** Ours: the run that makes its vectors, to be followed and stopped; else the last one. */
  runId: idSchema.nullable(),
})
export type DocumentStore = z.infer<typeof documentStoreSchema>

/** A store as the reference's database has it: lists and configs as JSON text. */
export const documentStoreRowSchema = documentStoreSchema
  .pick({ id: true, name: true, description: true, status: true, revision: true, workspaceId: true })
  .extend({
    loaders: z.string(),
    whereUsed: z.string(),
    vectorStoreConfig: z.string().nullable(),
    embeddingConfig: z.string().nullable(),
    recordManagerConfig: z.string().nullable(),
    /** Ours. */
    contextConfig: z.string().nullable(),
    /** Ours. */
    rerankerConfig: z.string().nullable(),
    createdDate: dateSchema,
    updatedDate: dateSchema,
  })
export type DocumentStoreRecord = z.infer<typeof documentStoreRowSchema>

/** A piece of text of a store. */
export const documentChunkSchema = z.object({
  id: idSchema,
  /** Its loader. */
  docId: idSchema,
  storeId: idSchema,
  /** Its place in its loader, from 1 on; a deleted chunk leaves a gap. */
  chunkNo: z.number(),
  pageContent: z.string(),
  metadata: jsonObjectSchema,
})
export type DocumentChunk = z.infer<typeof documentChunkSchema>

/** Where a passage stands in a document store. */
export const chunkOriginSchema = z.object({
  storeId: idSchema,
  storeName: z.string(),
  loaderId: idSchema,
  loaderName: z.string(),
  chunkId: idSchema,
  chunkNo: z.number(),
  /** The page of its loader's chunks on which it stands. */
  page: z.number(),
  /** The original, where the store keeps one. */
  file: z.object({ id: idSchema, name: z.string(), mediaType: z.string() }).nullable(),
})
export type ChunkOrigin = z.infer<typeof chunkOriginSchema>

/** A page of the chunks of a loader, or of a store. */
export const chunkPageSchema = z.object({
  chunks: z.array(documentChunkSchema),
  /** Of all pages. */
  count: z.number(),
  /** The loader, where one was asked for. */
  file: documentLoaderSchema.optional(),
  currentPage: z.number(),
  storeName: z.string(),
  description: z.string().nullable(),
  workspaceId: idSchema,
  docId: z.string(),
  characters: z.number(),
})
export type ChunkPage = z.infer<typeof chunkPageSchema>

/** In place of a result, where the caller does not wait: the run that goes on. */
export const storeJobSchema = z.object({ jobId: idSchema })

/** What came of making vectors. */
export const indexResultSchema = z.object({
  numAdded: z.number(),
  numDeleted: z.number(),
  numUpdated: z.number(),
  numSkipped: z.number(),
  totalKeys: z.number(),
  /** The first hundred of what was added or changed. */
  addedDocs: z.array(z.object({ pageContent: z.string(), metadata: jsonObjectSchema })),
  /** Ours: what came of the loaders that were read again for it. */
  refreshed: z.array(refreshNoteSchema).optional(),
})
export type IndexResult = z.infer<typeof indexResultSchema>

/** What was used for an upsert, node by node; secrets, empty values and raw files are left out. */
export const historyNodeSchema = z.object({
  label: z.string(),
  name: z.string(),
  category: z.string(),
  id: z.string(),
  paramValues: z.array(
    z.object({ label: z.string(), name: z.string(), type: z.string(), value: z.unknown() }),
  ),
})
export type HistoryNode = z.infer<typeof historyNodeSchema>

/** One upsert that ended well. */
export const upsertHistorySchema = z.object({
  id: idSchema,
  /** The flow, or the document store. */
  chatflowid: idSchema,
  /** Ours: which vector store of a flow was filled, by the label of its node. */
  storeLabel: z.string().optional(),
  result: indexResultSchema.omit({ addedDocs: true }),
  flowData: z.array(historyNodeSchema),
  date: dateSchema,
  /** Ours: what was used otherwise than in the upsert before of the same store, as `<node>: <param>`. */
  changed: z.array(z.string()),
})
export type UpsertHistory = z.infer<typeof upsertHistorySchema>
