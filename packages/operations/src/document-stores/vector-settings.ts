import { type Principal, workspaceOf } from '@runnel/access'
import type { ChosenNode, DocumentStoreRecord, JsonObject, VectorConfigBody } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { refuse } from '../store-work/chosen-component.ts'
import { readLiveIndex, readVectorSettings } from '../store-work/stored-store.ts'
import { type AcceptedStoreWork, beginStoreWork } from './begin-store-work.ts'
import { presentStoreRecord } from './present-store.ts'
import { getReadableLoader, readReadableStore } from './readable-store.ts'
import { saveSettings } from './save-store.ts'

const chosen = (name: string | null | undefined, config: JsonObject | null | undefined): ChosenNode | null =>
  name ? { name, config: config ?? {} } : null

/** Keeps the settings for the vectors of a store; what is missing is taken away. @throws RunnelError `not_found`, `invalid_input` */
export async function saveVectorConfig(
  context: ServingContext,
  principal: Principal,
  { storeId, ...body }: VectorConfigBody,
): Promise<DocumentStoreRecord> {
  const input = {
    embeddingConfig: chosen(body.embeddingName, body.embeddingConfig),
    vectorStoreConfig: chosen(body.vectorStoreName, body.vectorStoreConfig),
    recordManagerConfig: chosen(body.recordManagerName, body.recordManagerConfig),
    contextConfig: chosen(body.contextName, body.contextConfig),
    rerankerConfig: chosen(body.rerankerName, body.rerankerConfig),
  }
  await saveSettings(context, principal, { id: storeId, input })
  return presentStoreRecord(await readReadableStore(context, principal, storeId), context.now())
}

/** Changes the settings of the vector store of a store, and nothing else. @throws RunnelError as `saveVectorConfig` */
export async function updateVectorStoreConfig(
  context: ServingContext,
  principal: Principal,
  body: Pick<VectorConfigBody, 'storeId' | 'vectorStoreName' | 'vectorStoreConfig'>,
): Promise<DocumentStoreRecord> {
  const { storeId, vectorStoreName, vectorStoreConfig } = body
  const workspaceId = workspaceOf(principal)
  const store = await context.db.read(workspaceId).documentStores.get(storeId)
  const name = vectorStoreName ?? readVectorSettings(store).vectorStore?.name
  const input = { vectorStoreConfig: chosen(name, vectorStoreConfig) }
  await saveSettings(context, principal, { id: storeId, input })
  return presentStoreRecord(await readReadableStore(context, principal, storeId), context.now())
}

/**
 * Keeps the settings that are given, and begins to make the vectors of a store, or of one loader. With `isStrictSave`
 * what is missing is taken away first. @throws RunnelError `not_found`, `invalid_input`, `conflict`
 */
export async function insertIntoVectorStore(
  context: ServingContext,
  principal: Principal,
  body: VectorConfigBody & { docId?: string | undefined; isStrictSave?: boolean | undefined },
): Promise<AcceptedStoreWork> {
  const { storeId, docId, isStrictSave = false } = body
  const { embeddingName, vectorStoreName, recordManagerName, contextName, rerankerName } = body
  const workspaceId = workspaceOf(principal)
  if (docId !== undefined) await getReadableLoader(context, principal, { storeId, loaderId: docId })
  const isGiven = [embeddingName, vectorStoreName, recordManagerName, contextName, rerankerName].some(Boolean)
  if (isStrictSave) await saveVectorConfig(context, principal, body)
  else if (isGiven) {
    const given = {
      ...(embeddingName && { embeddingConfig: chosen(embeddingName, body.embeddingConfig) }),
      ...(vectorStoreName && { vectorStoreConfig: chosen(vectorStoreName, body.vectorStoreConfig) }),
      ...(recordManagerName && { recordManagerConfig: chosen(recordManagerName, body.recordManagerConfig) }),
      ...(contextName && { contextConfig: chosen(contextName, body.contextConfig) }),
      ...(rerankerName && { rerankerConfig: chosen(rerankerName, body.rerankerConfig) }),
    }
    await saveSettings(context, principal, { id: storeId, input: given })
  }
  const store = await context.db.read(workspaceId).documentStores.get(storeId)
  const { vectorStore, embedding } = readVectorSettings(store)
  if (!vectorStore) throw refuse('vectorStoreName', 'The store has no vector store yet. Choose one.')
  if (!embedding) throw refuse('embeddingName', 'The store has no embeddings yet. Choose some.')
  return beginStoreWork(context, principal, {
    action: 'document-store.upserted',
    storeId,
    loaderIds: [],
    vectors: 'make',
    only: docId,
  })
}

/**
 * Begins to delete the vectors of a store; its chunks stay. Undefined where it has none.
 * @throws RunnelError `not_found`, `conflict`, `invalid_input` for those of one loader
 */
export async function deleteVectors(
  context: ServingContext,
  principal: Principal,
  { storeId, docId }: { storeId: string; docId?: string | undefined },
): Promise<AcceptedStoreWork | undefined> {
  const workspaceId = workspaceOf(principal)
  const store = await context.db.read(workspaceId).documentStores.get(storeId)
  if (docId !== undefined) await getReadableLoader(context, principal, { storeId, loaderId: docId })
  if (readLiveIndex(store) === null) return undefined
  return beginStoreWork(context, principal, {
    action: 'document-store.vectors-deleted',
    storeId,
    loaderIds: [],
    vectors: 'delete',
    only: docId,
  })
}
