import {
  allDocuments,
  type CallContext,
  type Component,
  type TakenIn,
  type VectorStore,
} from '@runnel/node-kit'
import { findKeyToFill, findKeyToSearch } from '../chat-documents.ts'
import { keyOf } from '../collection-key.ts'
import { getEmbedder } from '../get-embedder.ts'
import { withPieces } from '../search-pieces.ts'
import { isGivenNow, lacksFile, listWiredSources, type WiredSource } from '../wired-sources.ts'

/**
 * The embedded store, kept by content. Each source that is wired is a collection of its own, so that one whose settings,
 * file or splitter changed takes the place of the old one. What a caller gave (other files at an upsert, documents that
 * a flow adds) is one more collection, and stays; what a chat gave is one that no other chat looks into. Vectors of
 * another embedder are never mixed.
 */
export const memoryVectorStoreCapability: VectorStore = {
  async add(component, documents, call) {
    const embedder = getEmbedder(component)
    const source = call.hash(documents.map(({ pageContent, metadata }) => ({ pageContent, metadata })))
    return call.vectors.add(keyOf(component, GIVEN, call), {
      source,
      documents: withPieces(component, documents),
      embedder,
    })
  },
  async search(component, request, call) {
    const embedder = getEmbedder(component)
    // What belongs to somebody else is filled by its owner alone.
    if (component.owner === undefined)
      await takeIn(component, call, { readsAnew: false, isGiven: () => false })
    const sources = await listWiredSources(component, call)
    const keys = [...sources.map(({ name }) => name), GIVEN].map((part) => keyOf(component, part, call))
    const ofChat = findKeyToSearch(component, call)
    const byWords = readByWords(component.values.searchType)
    return call.vectors.search(ofChat === undefined ? keys : [...keys, ofChat], {
      ...request,
      embedder,
      ...(byWords && { byWords }),
    })
  },
  ingest: (component, call) =>
    takeIn(component, call, {
      readsAnew: component.owner === undefined,
      isGiven: (source) => isGivenNow(source, call),
    }),
}

/** Whether the words of a question are looked for, and whether they alone are. */
function readByWords(searchType: unknown): boolean | 'alone' {
  return searchType === 'words' ? 'alone' : searchType === 'hybrid'
}

/** The collection of what callers gave. */
const GIVEN = 'given'

interface TakingIn {
  /** Whether servers are asked again, whose answers may have changed. */
  readsAnew: boolean
  /** What a caller gave for this time. */
  isGiven(source: Component): boolean
}

/** Takes in what is wired, as far as it is not there yet. */
async function takeIn(
  component: Component,
  call: CallContext,
  { readsAnew, isGiven }: TakingIn,
): Promise<TakenIn> {
  const total = { added: 0, known: 0 }
  for (const { component: source, name } of await listToTakeIn(component, call, isGiven)) {
    const given = isGiven(source)
    const key = given
      ? (findKeyToFill(component, call) ?? keyOf(component, GIVEN, call))
      : keyOf(component, name, call)
    const changes = source.readsOutside === true && !given
    const isThere =
      (!changes || !readsAnew) && (await call.vectors.hasSource(key, changes ? undefined : name))
    if (isThere) continue
    const { added, known } = await addSource(component, { source, name, key, changes }, call)
    total.added += added
    total.known += known
  }
  return total
}

/** What is wired, without loaders that have no file where callers gave documents: they are all that is there then. */
async function listToTakeIn(
  component: Component,
  call: CallContext,
  isGiven: TakingIn['isGiven'],
): Promise<WiredSource[]> {
  const wired = await listWiredSources(component, call)
  const whole = wired.filter(({ component: source }) => !lacksFile(source))
  if (whole.length === wired.length) return wired
  const isFilled =
    wired.some(({ component: source }) => isGiven(source)) ||
    (await call.vectors.hasSource(keyOf(component, GIVEN, call)))
  return isFilled ? whole : wired
}

/** Where what a source gives goes; what `changes` is named by what it gives now, which takes the place of what it gave before. */
interface Place {
  source: Component
  name: string
  key: string
  changes: boolean
}

async function addSource(
  component: Component,
  { source, name, key, changes }: Place,
  call: CallContext,
): Promise<TakenIn> {
  const { owner } = component
  const load = await call.capability(source, 'documentSource')
  const documents = await allDocuments(load(source, call))
  const given = documents.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
  return call.vectors.add(key, {
    source: changes ? call.hash({ name, given }) : name,
    documents: withPieces(component, documents),
    embedder: getEmbedder(component),
    ...(owner && { owner }),
    ...(changes && { replaces: true }),
  })
}
