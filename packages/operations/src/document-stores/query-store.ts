import { can, type Principal, workspaceOf } from '@runnel/access'
import { findInOrder, type JsonObject, RunnelError, readPassageLimit } from '@runnel/contract'
import type { FoundDocument } from '@runnel/node-kit'
import type { OperationContext, ServingContext } from '../context.ts'
import { contentColumns } from '../store-work/chunk-content.ts'
import { listReadable, listSearchable, readerOf } from '../store-work/document-access.ts'
import { vectorStoreOf } from '../store-work/index-components.ts'
import { readLiveIndex } from '../store-work/stored-store.ts'
import { runUnstored } from './run-unstored.ts'

const LONGEST_MS = 60_000

/** What somebody looks for in a store. */
export interface StoreQuery {
  storeId: string
  query: string
  /** Params of the vector store that are otherwise for this time, of those that callers may set. */
  inputs?: JsonObject | undefined
  /** Only chunks whose metadata meet it are found. */
  filter?: JsonObject | undefined
}

/** What was found, best first; `timeTaken` in milliseconds. */
export interface StoreAnswer {
  timeTaken: number
  docs: {
    pageContent: string
    metadata: JsonObject
    id: string
    chunkNo: number
    docId: string
    score: number
  }[]
}

/** Looks into a store of the caller's workspace. @throws RunnelError `not_found`, `invalid_input` where it has no vectors */
export async function queryVectorStore(
  context: ServingContext,
  principal: Principal,
  { storeId, query, inputs = {}, filter }: StoreQuery,
): Promise<StoreAnswer> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  const [store, loaders] = await Promise.all([
    documentStores.get(storeId),
    documentStores.listLoaderFacts([storeId]),
  ])
  const mayRead = readerOf(principal)
  const live = readLiveIndex(store)
  if (!live) throw new RunnelError('invalid_input', 'The store has no vectors yet. Upsert it first.')
  const { component, retrieverOutput, reranker } = vectorStoreOf(context.catalogue, live, {
    storeId,
    parts: listSearchable(context.catalogue, { store, loaders, live }, mayRead),
  })
  const changed = fitInputs(context, principal, { type: component.type, inputs, path: 'inputs' })
  const retriever = {
    ...component,
    values: { ...component.values, ...changed },
    output: retrieverOutput ?? component.output,
  }
  // Who says how many are found for this time is given as many, whatever the node that orders them keeps.
  const limit = readPassageLimit({ values: changed })
  const begun = performance.now()
  const json = await runUnstored(context, {
    workspaceId,
    storeId,
    consentedHosts: live.consentedHosts,
    signal: AbortSignal.timeout(LONGEST_MS),
    run: async (step) => {
      const asked = {
        query,
        ...(limit !== undefined && { limit }),
        ...(filter && { filter }),
      }
      const found = reranker
        ? await findInOrder({ retriever, reranker }, asked, step)
        : await step.retrieve(retriever, asked)
      return { output: { content: '', json: { found: found.map((document) => ({ ...document })) } } }
    },
  })
  const found = json.found as unknown as FoundDocument[]
  const timeTaken = Math.round(performance.now() - begun)
  const hashes = found.map(({ pageContent, metadata }) => contentColumns(pageContent, metadata).hash)
  const visible = listReadable(loaders, mayRead)
  const rows = await documentStores.chunks.findByHash(storeId, hashes)
  const standing = rows.filter((row) =>
    visible.some(({ id, generation }) => id === row.loaderId && generation === row.generation),
  )
  const docs = found.map(({ pageContent, metadata, score }, at) => {
    const chunk = standing.find(({ hash }) => hash === hashes[at])
    return {
      pageContent,
      metadata,
      score,
      id: chunk?.id ?? '',
      chunkNo: chunk?.n ?? -1,
      docId: chunk?.loaderId ?? '',
    }
  })
  return { timeTaken, docs }
}

/** Params of a vector store that are otherwise for one query. */
interface QueryInputs {
  type: string
  inputs: JsonObject
  /** Where they stand in what was sent. */
  path: string
}

/**
 * Only params that callers may set: no address and no credential goes elsewhere by a query. Those that say where is looked,
 * such as a collection, are set by who may configure the store; all others set what shapes what is found.
 * @throws RunnelError `invalid_input`
 */
export function fitInputs(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  principal: Principal,
  { type, inputs, path }: QueryInputs,
): JsonObject {
  const mayPlace = can(principal, 'documentStores:upsert-config')
  const params = catalogue.find(type)?.inputs ?? []
  const overridable = new Set(
    params
      .filter((input) => input.overridable && (mayPlace || input.onlySearches === true))
      .map(({ name }) => name),
  )
  const other = Object.keys(inputs).find((name) => !overridable.has(name))
  if (other !== undefined) {
    const message = 'cannot be changed for a query. Change it in the configuration of the store.'
    throw new RunnelError('invalid_input', `${path}.${other} ${message}`, {
      issues: [{ path: `${path}.${other}`, message }],
    })
  }
  return inputs
}
