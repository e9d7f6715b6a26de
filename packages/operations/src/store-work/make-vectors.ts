import {
  type ChosenNode,
  type IndexResult,
  type JsonObject,
  type RefreshNote,
  RunnelError,
} from '@runnel/contract'
import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import type { SearchedDocument } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'
import type { OperationContext } from '../context.ts'
import { deleteVectors } from './delete-vectors.ts'
import { describeStoreNodes } from './describe-nodes.ts'
import { refuseTagsOutside } from './document-access.ts'
import { fillVectors, goneParts, nameKept } from './fill-vectors.ts'
import { vectorStoreOf } from './index-components.ts'
import { nameRefused } from './name-refused.ts'
import { placeChunks } from './place-chunks.ts'
import { type IndexPlan, planIndex } from './plan-index.ts'
import { readStore } from './read-store-rows.ts'
import type { StoreJob, StoreWork } from './store-job.ts'
import {
  fingerprintOf,
  hashJson,
  type IndexPart,
  type LiveIndex,
  readLiveIndex,
  readVectorSettings,
  type VectorSettings,
} from './stored-store.ts'

/** Chunks that a result shows. */
const MOST_SHOWN = 100

type Counts = Omit<IndexResult, 'addedDocs'>

/**
 * Makes the vectors of a store of its chunks as they stand, part by part; only when all are there, queries look into them.
 * Chunks whose vectors are there are not embedded again. Done again by a run that goes on, it finds what was done.
 */
export async function makeVectors(
  work: StoreWork,
  job: StoreJob & { refreshed: RefreshNote[] },
): Promise<JsonObject> {
  const { context, workspaceId, storeId, runId, step } = work
  const { store, loaders } = await readStore(context, workspaceId, storeId)
  const live = readLiveIndex(store)
  if (job.vectors === 'delete') return deleteVectors(work, { live, only: job.only })
  const settings = readVectorSettings(store)
  refuseTagsOutside(context.catalogue, loaders, { settings, path: 'vectorStoreConfig' })
  const isSame = live !== null && sameVectors(context, live, settings)
  const only = isSame ? job.only : undefined
  const reader = context.db.read(workspaceId).documentStores
  const wanted = loaders.filter(({ id }) => only === undefined || id === only)
  const plan = await planIndex(reader.chunks, wanted, { isFresh: !isSame })
  if (live?.runId === runId) {
    await noteMade(work, wanted, plan)
    const [told] = await reader.findHistory([runId])
    return { addedDocs: [], ...(told && (JSON.parse(told.result) as JsonObject)) }
  }
  if (settings.contextModel)
    plan.parts = await placeChunks(work, { model: settings.contextModel, loaders: wanted, parts: plan.parts })
  const kept = only === undefined ? [] : (live?.parts ?? []).filter(({ loaderId }) => loaderId !== only)
  const parts = [...kept, ...plan.parts]
  const addedDocs = await showAdded(work, wanted, isSame)
  const wired = (some: readonly IndexPart[]) =>
    vectorStoreOf(context.catalogue, settings, { storeId, parts: some }).component
  const filled = wired([...plan.parts, ...goneParts(isSame ? live : null, parts)])
  if (!isSame) await forgetVectors(work)
  const total = plan.parts.reduce((sum, { count }) => sum + count, 0)
  const refused: SearchedDocument[] = []
  const names = await fillVectors(filled, step, {
    tell: (done) =>
      step.emitProgress({ what: 'chunks', subject: storeId, done: Math.min(done, total), total }),
    noteRefused: (documents) => refused.push(...documents),
  }).catch(async (error: unknown) => {
    throw await nameRefused(work, { loaders: wanted, refused, error })
  })
  names.push(...(await nameKept(wired(kept), step, names)))
  const totalKeys = parts.reduce((sum, { count }) => sum + count, 0)
  const result: Counts = {
    numAdded: plan.added,
    numUpdated: plan.updated,
    numSkipped: plan.known,
    numDeleted: isSame ? countGone(live, plan, only) : 0,
    totalKeys,
    refreshed: job.refreshed,
  }
  const index: LiveIndex = {
    ...settings,
    runId,
    consentedHosts: JSON.parse(store.consentedHosts) as string[],
    parts,
    totalKeys,
    fingerprint: fingerprintOf(settings, loaders),
    madeAt: context.now(),
  }
  await answerFrom(work, { store, loaders, index, names, result, isWhole: only === undefined })
  await noteMade(work, wanted, plan)
  const { refreshed: _refreshed, ...counts } = result
  return { ...counts, addedDocs }
}

/**
 * How many chunks are searched no more, of the whole store or of one loader. What another loader holds too stands in the
 * store once, in the name of the first.
 */
function countGone(live: LiveIndex, { known, updated }: IndexPlan, only: string | undefined): number {
  const before = live.parts.filter(({ loaderId }) => only === undefined || loaderId === only)
  return Math.max(0, before.reduce((sum, { count }) => sum + count, 0) - known - updated)
}

/** Whether vectors that are there are those of these settings; how they are searched is no matter. */
function sameVectors(
  { catalogue }: OperationContext,
  live: VectorSettings,
  settings: VectorSettings,
): boolean {
  const stored = ({ vectorStore: store, embedding, contextModel = null }: VectorSettings) =>
    hashJson([store && withoutSearch(catalogue, store), embedding, contextModel])
  return stored(live) === stored(settings)
}

function withoutSearch({ find }: Catalogue, { name, config }: ChosenNode): ChosenNode {
  const searching = (find(name)?.inputs ?? []).filter(({ onlySearches }) => onlySearches === true)
  const names = new Set(searching.map((input) => input.name))
  return { name, config: Object.fromEntries(Object.entries(config).filter(([key]) => !names.has(key))) }
}

/** Vectors of other settings are not taken for those of these; they answer until the new ones are whole. */
async function forgetVectors({ context, workspaceId, storeId }: StoreWork): Promise<void> {
  await context.db.write(workspaceId, ({ vectors }) => vectors.giveToStore(storeId, []))
}

interface Answering {
  store: DocumentStoreRow
  loaders: readonly DocumentLoaderRow[]
  index: LiveIndex
  names: string[]
  result: Counts
  /** Made of all loaders. */
  isWhole: boolean
}

/** From now on queries look into the new index; the history tells of it. All at once. */
async function answerFrom(
  { context, workspaceId, storeId, runId }: StoreWork,
  { store, loaders, index, names, result, isWhole }: Answering,
): Promise<void> {
  const nodes = describeStoreNodes(context.catalogue, store, loaders)
  await context.db.write(workspaceId, async ({ documentStores, vectors }) => {
    const locked = await documentStores.lock(storeId)
    if (locked.store.runId !== runId)
      throw new RunnelError('conflict', 'Another run makes the vectors of this store.')
    await documentStores.setLiveIndex(storeId, JSON.stringify(index))
    await vectors.giveToStore(storeId, names)
    if (isWhole) await documentStores.contexts.deleteUnneeded(storeId, runId)
    await documentStores.insertHistory({
      id: runId,
      flowId: null,
      storeId,
      nodes: JSON.stringify(nodes),
      result: JSON.stringify({
        ...result,
        refreshed: result.refreshed?.length ? result.refreshed : undefined,
      }),
    })
  })
}

/** Notes on the chunks that their vectors are there. What a death leaves out is counted as added the next time. */
async function noteMade(
  { context, workspaceId }: StoreWork,
  loaders: readonly DocumentLoaderRow[],
  plan: IndexPlan,
): Promise<void> {
  for (const { loaderId, from, to } of plan.parts) {
    const generation = loaders.find(({ id }) => id === loaderId)?.generation ?? 0
    await context.db.write(workspaceId, ({ documentStores }) =>
      documentStores.chunks.markIndexed({ loaderId, generation, from, to }),
    )
  }
}

/** The first chunks whose vectors are not there yet; of documents with tags none, whoever reads the result. */
async function showAdded(
  { context, workspaceId }: StoreWork,
  loaders: readonly DocumentLoaderRow[],
  isSame: boolean,
): Promise<IndexResult['addedDocs']> {
  const { chunks } = context.db.read(workspaceId).documentStores
  const shown: IndexResult['addedDocs'] = []
  for (const { id: loaderId, generation, tags } of loaders) {
    if (generation === 0 || tags !== '[]' || shown.length >= MOST_SHOWN) continue
    const limit = MOST_SHOWN - shown.length
    const rows = await chunks.list({ loaderId, generation }, { offset: 0, limit, onlyFresh: isSame })
    shown.push(
      ...rows.map(({ text, metadata }) => ({
        pageContent: text,
        metadata: JSON.parse(metadata) as JsonObject,
      })),
    )
  }
  return shown
}
