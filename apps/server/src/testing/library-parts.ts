import type { FakeOpenAI } from '@runnel/providers/testing'
import { chainEdge, chainNode, type WireNode } from './example-flows.ts'

/** Nodes and edges that belong into a flow together. */
export interface FlowParts {
  nodes: WireNode[]
  edges: ReturnType<typeof chainEdge>[]
}

/** A text, and where the store that holds it is wired: with which output, to which anchor of what. */
interface Library {
  number: number
  text: string
  to: string
  at: [anchor: string, type: string]
  output: string
}

/** A store of one text, on the fake vendor. */
export function libraryParts(
  { vendor, credentialId }: { vendor: FakeOpenAI; credentialId: string },
  { number, text, to, at, output }: Library,
): FlowParts {
  const embeddings = chainNode(`openAIEmbeddings_${number}`, 'Embeddings', { basepath: vendor.baseURL })
  embeddings.data.credential = credentialId
  const source = chainNode(`plainText_${number}`, 'Text', { text })
  const store = chainNode(`memoryVectorStore_${number}`, `Store ${number}`, {})
  store.data.outputs = { output }
  return {
    nodes: [embeddings, source, store],
    edges: [
      chainEdge(source.id, store.id, ['document', 'Document', 'document']),
      chainEdge(embeddings.id, store.id, ['embeddings', 'Embeddings']),
      chainEdge(store.id, to, [...at, output]),
    ],
  }
}
