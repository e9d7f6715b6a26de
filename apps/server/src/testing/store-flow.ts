import type { FakeOpenAI } from '@runnel/providers/testing'
import { chainEdge, chainNode, openAIConfig } from './example-flows.ts'
import type { TestCaller } from './test-caller.ts'

/** Three lines; in `storeFlow` each is a piece. */
export const LINES = [
  'Green tea is steeped at seventy degrees.',
  'Black tea wants boiling water.',
  'Espresso needs nine bar of pressure.',
]

/** A store of a flow: type, values, and the id of its credential. */
interface FlowStore {
  node: string
  values: Record<string, unknown>
  credentialId: string
}

/** Stores the key of a store and gives the credential's id. */
export async function makeStoreKey(
  caller: TestCaller,
  credentialName: string,
  plainDataObj: Record<string, string>,
): Promise<string> {
  const body = { name: 'The store', credentialName, plainDataObj }
  return (await caller.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
}

/** Text → splitter → store → chain, on the fake vendor; each line is a piece. */
export function storeFlow(
  { vendor, credentialId }: { vendor: FakeOpenAI; credentialId: string },
  store: FlowStore,
  text = LINES.join('\n'),
) {
  const { FLOWISE_CREDENTIAL_ID: ofVendor, ...model } = openAIConfig(vendor, credentialId)
  const embeddings = { modelName: 'text-embedding-3-small', basepath: vendor.baseURL }
  const withKey = (id: string, inputs: Record<string, unknown>, credential: unknown) => {
    const node = chainNode(id, id, inputs)
    node.data.credential = credential
    return node
  }
  const chain = 'conversationalRetrievalQAChain_0'
  const id = `${store.node}_0`
  const nodes = [
    withKey('chatOpenAI_0', model, ofVendor),
    withKey('openAIEmbeddings_0', embeddings, ofVendor),
    chainNode('characterTextSplitter_0', 'Splitter', { separator: '\n', chunkSize: 50, chunkOverlap: 0 }),
    chainNode('plainText_0', 'Text', { text, metadata: '{"topic":"drinks"}' }),
    withKey(id, { topK: '1', batchSize: 1, ...store.values }, store.credentialId),
    chainNode(chain, 'Chain', { returnSourceDocuments: true }),
  ]
  const edges = [
    chainEdge('characterTextSplitter_0', 'plainText_0', ['textSplitter', 'TextSplitter']),
    chainEdge('plainText_0', id, ['document', 'Document', 'document']),
    chainEdge('openAIEmbeddings_0', id, ['embeddings', 'Embeddings']),
    chainEdge(id, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    chainEdge('chatOpenAI_0', chain, ['model', 'BaseChatModel']),
  ]
  return { nodes, edges }
}
