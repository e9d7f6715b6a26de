import type { CallContext, Component, TakenIn, VectorStore } from '@runnel/node-kit'
import { findKeyToFill, findKeyToSearch } from '../chat-documents.ts'
import { keyOf } from '../collection-key.ts'
import { getEmbedder } from '../get-embedder.ts'
import { listWiredSources } from '../wired-sources.ts'

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
    return call.vectors.add(keyOf(component, GIVEN, call), { source, documents, embedder })
  },
  async search(component, request, call) {
    const embedder = getEmbedder(component)
    // What belongs to somebody else is filled by its owner alone.
    if (component.owner === undefined) await takeIn(component, call, () => false)
    const sources = await listWiredSources(component, call)
    const keys = [...sources.map(({ name }) => name), GIVEN].map((part) => keyOf(component, part, call))
    const ofChat = findKeyToSearch(component, call)
    const byWords = component.values.searchType === 'hybrid'
    return call.vectors.search(ofChat === undefined ? keys : [...keys, ofChat], {
      ...request,
      embedder,
      ...(byWords && { byWords }),
    })
  },
  ingest: (component, call) =>
    takeIn(component, call, ({ nodeId }) => Object.hasOwn(call.run.overrides, nodeId)),
}

/** The collection of what callers gave. */
const GIVEN = 'given'

/** Takes in what is wired, as far as it is not there yet. */
async function takeIn(
  component: Component,
  call: CallContext,
  isGiven: (source: Component) => boolean,
): Promise<TakenIn> {
  const embedder = getEmbedder(component)
  const total = { added: 0, known: 0 }
  for (const { component: source, name } of await listWiredSources(component, call)) {
    const key = isGiven(source)
      ? (findKeyToFill(component, call) ?? keyOf(component, GIVEN, call))
      : keyOf(component, name, call)
    if (await call.vectors.hasSource(key, name)) continue
    const load = await call.capability(source, 'documentSource')
    const documents = await load(source, call)
    const { owner } = component
    const { added, known } = await call.vectors.add(key, {
      source: name,
      documents,
      embedder,
      ...(owner && { owner }),
    })
    total.added += added
    total.known += known
  }
  return total
}
