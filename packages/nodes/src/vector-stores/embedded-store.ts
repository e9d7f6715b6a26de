import {
  allDocuments,
  type CallContext,
  type Component,
  type TakenIn,
  type VectorStore,
} from '@runnel/node-kit'
import { findKeyToFill, findKeyToSearch } from './chat-documents.ts'
import { keyOf } from './collection-key.ts'
import { getEmbedder } from './get-embedder.ts'
import { readPieceSize, withPieces } from './search-pieces.ts'
import {
  addUp,
  isGivenNow,
  lacksFile,
  listWiredSources,
  MOST_FIRST,
  type WiredSource,
} from './wired-sources.ts'

/**
 * The embedded store, kept by content. Each source that is wired is a collection of its own, so that one whose settings,
 * file or splitter changed takes the place of the old one. What a caller gave (other files at an upsert, documents that
 * a flow adds) is one more collection, and stays; what a chat gave is one that no other chat looks into. Vectors of
 * another embedder are never mixed.
 */
export const embeddedStore: VectorStore = {
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
  const taken: TakenIn[] = []
  for (const { component: source, name } of await listToTakeIn(component, call, isGiven)) {
    const place = placeOf(component, { source, name, isGiven: isGiven(source) }, call)
    const { key, changes } = place
    const isThere =
      (!changes || !readsAnew) && (await call.vectors.hasSource(key, changes ? undefined : name))
    if (!isThere) taken.push(await addSource(component, place, call))
    else if (readsAnew) taken.push({ added: 0, known: await countKnown(component, place, call) })
  }
  return addUp(taken)
}

/** Where what a source gives goes: what callers gave to the others of its kind, or to their chat. */
function placeOf(
  component: Component,
  { source, name, isGiven }: Pick<Place, 'source' | 'name'> & { isGiven: boolean },
  call: CallContext,
): Place {
  const changes = source.readsOutside === true && !isGiven
  const key = isGiven
    ? (findKeyToFill(component, call) ?? keyOf(component, GIVEN, call))
    : keyOf(component, name, call)
  return { source, name, key, changes }
}

/** How much stands there already, for who fills a store and asks what came of it. */
function countKnown(
  component: Component,
  { key, name }: Pick<Place, 'key' | 'name'>,
  call: CallContext,
): Promise<number> {
  return call.vectors.countSource(key, name, readPieceSize(component) !== undefined)
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
  const taken = await call.vectors.add(key, {
    source: changes ? call.hash({ name, given }) : name,
    documents: withPieces(component, documents),
    embedder: getEmbedder(component),
    ...(owner && { owner }),
    ...(changes && { replaces: true }),
    tell: call.tellTaken,
  })
  return { ...taken, first: taken.added > 0 ? given.slice(0, MOST_FIRST) : [] }
}
