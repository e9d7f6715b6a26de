import { type JsonObject, RunnelError } from '@runnel/contract'
import type {
  CallContext,
  Component,
  Document,
  FoundDocument,
  Retrieve,
  TakenIn,
  VectorStore,
} from '@runnel/node-kit'
import { allDocuments, fuseRankings, readNumber, readText } from '@runnel/node-kit'
import { addChatDocuments, findKeyToFill } from './chat-documents.ts'
import { getEmbedder } from './get-embedder.ts'
import { rankByRelevance } from './rank-by-relevance.ts'
import { partFilter } from './store-conditions.ts'
import type { Collection, FoundRecord, OutsideStore, StoreSearch } from './store-protocol.ts'
import { openStoreServer } from './store-server.ts'
import { checkDimensions, takeIn } from './take-in.ts'
import { findRecordPolicy, takeInRecords } from './take-in-records.ts'
import { addUp, isGivenNow, lacksFile, listWiredSources } from './wired-sources.ts'

const DEFAULT_LIMIT = 4
const DEFAULT_FETCHED = 20
const DEFAULT_LAMBDA = 0.5
/** How much the first places of a ranking count more than those after them. */
const EVENNESS = 60

/**
 * A store outside, filled when somebody says so and never by a question. Each source that is wired is kept under a name of its own:
 * what it gives now takes the place of what it gave before. What a caller gave (other files at an upsert, documents that
 * a flow adds) is kept beside that, and stays.
 */
export function fillStore(store: OutsideStore): VectorStore {
  const take = (given: { component: Component; documents: Document[]; of: JsonObject }, call: CallContext) =>
    takeIn(store, { ...given, source: nameSource(given.component, given.of, call) }, call)
  return {
    add: (component, documents, call) => {
      const given = documents.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
      return take({ component, documents, of: { added: given } }, call)
    },
    async ingest(component, call) {
      const policy = await findRecordPolicy(component, call)
      const recorded: Document[] = []
      const taken: TakenIn[] = []
      for (const source of await readWiredSources(component, call)) {
        const documents = await source.load()
        const { ofChat, name, of } = source
        if (ofChat !== undefined)
          taken.push(await giveToChat(component, { key: ofChat, source: name, documents }, call))
        else if (policy) recorded.push(...documents)
        else taken.push(await take({ component, documents, of }, call))
      }
      // What one chat gave says nothing of what the others shall find.
      const keepsStep = policy && call.run.onlyForChat === undefined
      if (keepsStep) taken.push(await takeInRecords(store, { component, policy, documents: recorded }, call))
      return addUp(taken)
    },
    search: async (component, { query, limit, filter }, call) => {
      const search = { query, limit, filter, withVectors: false }
      const found = await searchByKind(store, component, { search, call })
      const request = { query, limit, ...(filter && { filter }) }
      return addChatDocuments(component, { found: found.map(asDocument), request }, call)
    },
  }
}

/** What is wired to a store, and where that goes: `ofChat` is the chat that alone finds it. */
async function readWiredSources(component: Component, call: CallContext) {
  const wired = await listWiredSources(component, call)
  const isBrought = wired.some(({ component: source }) => isGivenNow(source, call))
  const filled = wired.filter(({ component: source }) => !isBrought || !lacksFile(source))
  return filled.map(({ component: source, name }) => {
    const isGiven = isGivenNow(source, call)
    return {
      name,
      of: { node: source.nodeId, ...(isGiven && { given: name }) },
      ofChat: isGiven ? findKeyToFill(component, call) : undefined,
      load: async () => allDocuments((await call.capability(source, 'documentSource'))(source, call)),
    }
  })
}

function giveToChat(
  component: Component,
  { key, ...given }: { key: string; source: string; documents: Document[] },
  call: CallContext,
): Promise<TakenIn> {
  return call.vectors.add(key, { ...given, embedder: getEmbedder(component) })
}

/** Finds what fits the query, by the kind of search that the node names. */
export function searchStore(store: OutsideStore): Retrieve {
  return async (component, { query, limit: wanted, filter }, call) => {
    const { values } = component
    const limit = Math.max(
      1,
      Math.floor(
        wanted ??
          readNumber(values, 'topK') ??
          readNumber(values, 'K') ??
          store.defaultLimit ??
          DEFAULT_LIMIT,
      ),
    )
    const isVaried = readText(values, 'searchType') === 'mmr'
    const request = { query, limit, ...(filter && { filter }) }
    const withOwn = (found: FoundRecord[]) =>
      addChatDocuments(component, { found: found.map(asDocument), request }, call)
    if (!isVaried) {
      const search = { query, limit, filter, withVectors: false }
      return withOwn(await searchByKind(store, component, { search, call }))
    }
    const fetched = Math.max(limit, Math.floor(readNumber(values, 'fetchK') ?? DEFAULT_FETCHED))
    const search = { query, limit: fetched, filter, withVectors: true }
    const { vector, found } = await searchCollection(store, component, { search, call })
    const lambda = Math.min(1, Math.max(0, readNumber(values, 'lambda') ?? DEFAULT_LAMBDA))
    const vectors = found.map((record) => record.vector ?? [])
    const ranked = rankByRelevance(vector, vectors, { limit, lambda })
    return withOwn(ranked.flatMap((place) => found[place] ?? []))
  }
}

interface Searched {
  search: Pick<StoreSearch, 'query' | 'limit' | 'withVectors'> & { filter: JsonObject | undefined }
  call: CallContext
}

/** What is near, what has the words, or both as one ranking, as the node says. */
async function searchByKind(
  store: OutsideStore,
  component: Component,
  { search, call }: Searched,
): Promise<FoundRecord[]> {
  const kind = readText(component.values, 'searchType')
  if (kind === 'words') return searchWords(store, component, { search, call })
  const isFused = kind === 'hybrid'
  const wide = isFused ? { ...search, limit: Math.max(search.limit, DEFAULT_FETCHED) } : search
  const { found } = await searchCollection(store, component, { search: wide, call })
  if (!isFused) return found
  const byWords = await searchWords(store, component, { search: wide, call })
  const fused = fuseRankings([found, byWords], EVENNESS, call)
  // What comes first in both is worth 1.
  const most = 2 / (EVENNESS + 1)
  return fused.slice(0, search.limit).map((record) => ({ ...record, score: record.score / most }))
}

async function searchWords(
  store: OutsideStore,
  component: Component,
  { search: { filter = {}, ...search }, call }: Searched,
): Promise<FoundRecord[]> {
  const wanted = partFilter(filter, { label: component.label, can: store.filtersBy ?? [] })
  const collection = await getCollection(store, component, call)
  if (!collection.searchWords)
    throw new RunnelError(
      'invalid_input',
      `${component.label} finds nothing by words. Choose Similarity as its search type.`,
    )
  const found = await collection.searchWords({ ...search, ...wanted })
  return found.map((record) => ({ ...record, score: record.score / (1 + record.score) }))
}

async function searchCollection(
  store: OutsideStore,
  component: Component,
  { search: { filter = {}, ...search }, call }: Searched,
): Promise<{ vector: number[]; found: FoundRecord[] }> {
  const wanted = partFilter(filter, { label: component.label, can: store.filtersBy ?? [] })
  const embedder = store.embedsItself ? undefined : getEmbedder(component)
  const collection = await getCollection(store, component, call)
  const [vector = []] = embedder ? await call.embed(embedder, [search.query]) : []
  checkDimensions(store, component, { collection, vector })
  return { vector, found: await collection.search({ ...search, ...wanted, vector }) }
}

async function getCollection(
  store: OutsideStore,
  component: Component,
  call: CallContext,
): Promise<Collection> {
  const server = openStoreServer(store, component, call)
  const collection = await store.open(server)
  if (collection) return collection
  const said = server.saidAbsent()
  throw new RunnelError(
    'invalid_input',
    `${component.label} has no ${store.name(component.values)}. Fill the store first, or correct the name in the node.${said === '' ? '' : ` It says: ${said}`}`,
  )
}

function asDocument({ pageContent, metadata, score }: FoundRecord): FoundDocument {
  return { pageContent, metadata, score }
}

/** The name of a source within everything that may be in a collection. */
export function nameSource(component: Component, source: JsonObject, call: CallContext): string {
  return call.hash({ flow: component.owner ?? call.run.flowId, store: component.nodeId, source })
}
