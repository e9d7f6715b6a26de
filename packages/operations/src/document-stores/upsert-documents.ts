import { can, type Principal, workspaceOf } from '@runnel/access'
import {
  type ChosenNode,
  type DocumentUpsertBody,
  isJsonObject,
  type JsonObject,
  RunnelError,
} from '@runnel/contract'
import { type DocumentLoaderRow, refuseUnderWay } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { chooseFileParams } from '../ingestion/choose-file-params.ts'
import { refuse } from '../store-work/chosen-component.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { readLoaderConfigs, readVectorSettings, type VectorSettings } from '../store-work/stored-store.ts'
import { type AcceptedStoreWork, beginStoreWork } from './begin-store-work.ts'
import { deleteDocumentStore, removeLoader } from './delete-store.ts'
import { getReadableLoader } from './readable-store.ts'
import { type LoaderInput, saveLoader } from './save-loader.ts'
import { createDocumentStore, saveSettings } from './save-store.ts'

type Body = NonNullable<DocumentUpsertBody>

/** What somebody takes into a store from outside. */
export interface UpsertDocuments {
  storeId: string
  body: Body
  files?: readonly GivenFile[] | undefined
}

/** Work that was begun, and the loader that it is about. */
export type AcceptedDocumentUpsert = AcceptedStoreWork & { docId: string }

/**
 * Takes documents into a store: a loader is added, or with `replaceExisting` changed; it is processed, and its vectors are
 * made. @throws RunnelError `not_found`, `invalid_input`, `forbidden`, `conflict`
 */
export async function upsertDocuments(
  context: ServingContext,
  principal: Principal,
  upsert: UpsertDocuments,
): Promise<AcceptedDocumentUpsert> {
  const storeId = await findTarget(context, principal, upsert)
  const known = await readIdle(context, principal, storeId)
  const saved: string[] = []
  try {
    const docId = await saveGivenLoader(context, principal, {
      ...upsert,
      baseStoreId: upsert.storeId,
      storeId,
    })
    saved.push(docId)
    await saveGivenSettings(context, principal, { storeId, body: upsert.body })
    const work = await beginStoreWork(context, principal, {
      action: 'document-store.upserted',
      storeId,
      loaderIds: [docId],
      vectors: 'make',
      only: docId,
    })
    return { ...work, docId }
  } catch (error) {
    if (storeId === upsert.storeId) await takeBack(context, principal, { storeId, known, saved })
    else await deleteDocumentStore(context, principal, storeId)
    throw error
  }
}

/** The loaders of a store on which nothing works. @throws RunnelError `not_found`, `conflict` */
async function readIdle(context: ServingContext, principal: Principal, storeId: string): Promise<string[]> {
  const { store, loaders } = await readStore(context, workspaceOf(principal), storeId)
  refuseUnderWay([store, ...loaders], context.now())
  return loaders.map(({ id }) => id)
}

interface TakingBack {
  storeId: string
  known: readonly string[]
  saved: readonly string[]
}

/** What a call added that was refused in the end goes: who makes it again does not find it twice. */
async function takeBack(
  context: ServingContext,
  principal: Principal,
  { storeId, known, saved }: TakingBack,
): Promise<void> {
  for (const loaderId of saved)
    if (!known.includes(loaderId)) await removeLoader(context, principal, { storeId, loaderId })
}

/** Reads loaders of a store again as far as they changed, and makes its vectors follow. @throws RunnelError as `upsertDocuments` */
export async function refreshDocuments(
  context: ServingContext,
  principal: Principal,
  { storeId, items = [] }: { storeId: string; items?: readonly Body[] | undefined },
): Promise<AcceptedStoreWork> {
  const known = await readIdle(context, principal, storeId)
  const saved: string[] = []
  try {
    for (const body of items) {
      saved.push(await saveGivenLoader(context, principal, { storeId, baseStoreId: storeId, body }))
      await saveGivenSettings(context, principal, { storeId, body })
    }
    return await beginStoreWork(context, principal, {
      action: 'document-store.upserted',
      storeId,
      loaderIds: items.length === 0 ? known : [...new Set(saved)],
      vectors: 'make',
      refresh: 'asked',
    })
  } catch (error) {
    await takeBack(context, principal, { storeId, known, saved })
    throw error
  }
}

/** The store that is meant: the one of the address, or a new one with its settings. */
async function findTarget(
  context: ServingContext,
  principal: Principal,
  { storeId, body }: UpsertDocuments,
): Promise<string> {
  const { store } = await readStore(context, workspaceOf(principal), storeId)
  if (body.createNewDocStore !== true) return storeId
  if (!can(principal, 'documentStores:create'))
    throw new RunnelError(
      'forbidden',
      'Creating a document store needs the permission documentStores:create.',
    )
  const { vectorStore, embedding, recordManager, contextModel, reranker } = readVectorSettings(store)
  const { id } = await createDocumentStore(context, principal, {
    name: body.docStore?.name?.trim() || store.name,
    description: body.docStore?.description ?? store.description,
    vectorStoreConfig: vectorStore,
    embeddingConfig: embedding,
    recordManagerConfig: recordManager,
    contextConfig: contextModel,
    rerankerConfig: reranker,
  })
  return id
}

interface GivenLoader extends UpsertDocuments {
  /** Where the loader stands whose settings are the base. */
  baseStoreId: string
}

/** Saves the loader as the call describes it; gives its id. */
async function saveGivenLoader(
  context: ServingContext,
  principal: Principal,
  { storeId, baseStoreId, body, files = [] }: GivenLoader,
): Promise<string> {
  const base = body.docId
    ? await getReadableLoader(context, principal, { storeId: baseStoreId, loaderId: body.docId })
    : undefined
  const input = mergeLoader(base, body)
  const withFiles = giveFiles(context, input, files)
  const replaces = body.replaceExisting === true && base !== undefined && storeId === baseStoreId
  const saved = await saveLoader(context, principal, {
    ...withFiles,
    storeId,
    ...(replaces ? { id: base.id } : { base }),
  })
  return saved.id
}

/** The settings of the base with those of the call laid over them. */
function mergeLoader(base: DocumentLoaderRow | undefined, body: Body): Omit<LoaderInput, 'storeId' | 'id'> {
  const stored = base && readLoaderConfigs(base)
  const loaderId = body.loader?.name ?? base?.loaderId
  if (!loaderId) throw refuse('loader', 'Name a loader (loader.name), or one of the store (docId).')
  const isSame = loaderId === base?.loaderId
  const splitterId = body.splitter?.name ?? base?.splitterId ?? ''
  const loaderConfig: JsonObject = { ...(isSame && stored?.loaderConfig), ...body.loader?.config }
  return {
    loaderId,
    loaderName: body.loaderName ?? (isSame ? base?.loaderName : undefined),
    loaderConfig: body.metadata ? withMetadata(loaderConfig, body.metadata) : loaderConfig,
    splitterId,
    splitterName: splitterId === base?.splitterId ? base?.splitterName : undefined,
    splitterConfig: {
      ...(splitterId === base?.splitterId && stored?.splitterConfig),
      ...body.splitter?.config,
    },
    credential: isSame ? base?.credential : undefined,
  }
}

/** Loaders take what else is known of their documents as JSON, or its text. */
function withMetadata(config: JsonObject, metadata: JsonObject): JsonObject {
  let own = config.metadata
  try {
    if (typeof own === 'string') own = JSON.parse(own)
  } catch {
    own = undefined
  }
  return { ...config, metadata: JSON.stringify({ ...(isJsonObject(own) && own), ...metadata }) }
}

/** Puts the files of a form into the param that takes their endings. */
function giveFiles<Input extends Pick<LoaderInput, 'loaderId' | 'loaderConfig'>>(
  { catalogue }: ServingContext,
  input: Input,
  files: readonly GivenFile[],
): Input {
  if (files.length === 0) return input
  const node = { id: 'loader', type: input.loaderId, label: '', position: { x: 0, y: 0 }, values: {} }
  const document = { nodes: [node], edges: [] }
  const chosen = chooseFileParams({ document, storeId: node.id, find: catalogue.find }, files)
  const given = chosen.map(({ param, files: own }): [string, string] => [
    param,
    JSON.stringify(own.map(asDataUri)),
  ])
  return { ...input, loaderConfig: { ...input.loaderConfig, ...Object.fromEntries(given) } }
}

function asDataUri({ name, bytes }: GivenFile): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return `data:${mediaTypeOf(bytes, name)};base64,${base64},filename:${name.replaceAll(',', '_')}`
}

const GIVEN = {
  vectorStore: 'vectorStoreConfig',
  embedding: 'embeddingConfig',
  recordManager: 'recordManagerConfig',
  contextModel: 'contextConfig',
  reranker: 'rerankerConfig',
} as const

/** Keeps the settings for vectors that a call brings; without any the store must have them. */
async function saveGivenSettings(
  context: ServingContext,
  principal: Principal,
  { storeId, body }: { storeId: string; body: Body },
): Promise<void> {
  const { store } = await readStore(context, workspaceOf(principal), storeId)
  const before = readVectorSettings(store)
  const given = Object.entries(GIVEN).flatMap(([name, field]): [string, ChosenNode][] => {
    const own = body[name as keyof VectorSettings]
    const known = before[name as keyof VectorSettings]
    const chosen = own?.name ?? known?.name
    if (!own || chosen === undefined) return []
    return [[field, { name: chosen, config: { ...(chosen === known?.name && known.config), ...own.config } }]]
  })
  if (given.length > 0)
    await saveSettings(context, principal, { id: storeId, input: Object.fromEntries(given) })
  if (!before.vectorStore && !body.vectorStore)
    throw refuse('vectorStore', 'The store has no vector store yet. Name one.')
  if (!before.embedding && !body.embedding)
    throw refuse('embedding', 'The store has no embeddings yet. Name some.')
}
