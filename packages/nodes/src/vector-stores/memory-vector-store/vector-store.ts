import { RunnelError } from '@runnel/contract'
import type { CallContext, Component, Document, VectorStore } from '@runnel/node-kit'
import { listWiredSources } from '../wired-sources.ts'

/**
 * The embedded store: what a flow's node holds is kept by content, so that a source is taken in once, and anew when its
 * settings, its file or its splitter changed. Vectors of another embedder are another collection.
 */
export const memoryVectorStoreCapability: VectorStore = {
  add: (component, documents, call) => addDocuments(component, documents, call),
  search: async (component, request, call) => {
    const embedder = getEmbedder(component)
    return call.vectors.search(keyOf(component, embedder, call), { ...request, embedder })
  },
  ingest: async (component, call) => {
    const embedder = getEmbedder(component)
    const key = keyOf(component, embedder, call)
    const total = { added: 0, known: 0 }
    for (const { component: source, name } of await listWiredSources(component, call)) {
      if (await call.vectors.hasSource(key, name)) continue
      const load = await call.capability(source, 'documentSource')
      const { added, known } = await call.vectors.add(key, {
        source: name,
        documents: await load(source, call),
        embedder,
      })
      total.added += added
      total.known += known
    }
    return total
  },
}

async function addDocuments(component: Component, documents: Document[], call: CallContext) {
  const embedder = getEmbedder(component)
  const source = call.hash(documents.map(({ pageContent, metadata }) => ({ pageContent, metadata })))
  return call.vectors.add(keyOf(component, embedder, call), { source, documents, embedder })
}

/** The embedder at the anchor `embeddings`. */
function getEmbedder(component: Component): Component {
  const [embedder] = component.anchors.embeddings ?? []
  if (embedder) return embedder
  throw new RunnelError(
    'missing_component',
    `${component.label} has no embeddings. Connect a node of that kind to it.`,
  )
}

function keyOf({ nodeId }: Component, { type, values }: Component, call: CallContext): string {
  return call.hash({ flow: call.run.flowId, node: nodeId, embedder: { type, values } })
}
