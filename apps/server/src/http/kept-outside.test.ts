import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startFakeReplicate } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainEdge, chainNode, openAIConfig, type WireNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

/** Chat flows whose vectors are kept, whose facts are learned elsewhere, and whose model is a job of its vendor. */

const REPLICATE = { replicateApiKey: 'key-of-replicate' }
const MEM0 = { apiKey: 'key-of-mem0' }

let scene: VendorServer
let replicate: Awaited<ReturnType<typeof startFakeReplicate>>
let mem0: Server
/** What Mem0 was asked: whose facts, and what was said or sought. */
const asked: { path: string; authorization: string | undefined; body: unknown }[] = []

beforeAll(async () => {
  replicate = await startFakeReplicate({ apiKey: REPLICATE.replicateApiKey })
  mem0 = createServer(async (request, response) => {
    const { url = '', headers } = request
    asked.push({ path: url, authorization: headers.authorization, body: await json(request) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url.includes('search') ? [{ id: '1', memory: 'Drinks green tea' }] : []))
  })
  await new Promise<void>((resolve) => mem0.listen(0, '127.0.0.1', resolve))
  scene = await startVendorServer({
    leads: {
      'api.replicate.com': replicate.origin,
      'stream.replicate.com': replicate.origin,
      'api.mem0.ai': `http://127.0.0.1:${(mem0.address() as AddressInfo).port}`,
    },
  })
})

afterAll(async () => {
  await scene.stop()
  await replicate.close()
  mem0.close()
})

async function makeCredential(credentialName: string, plainDataObj: Record<string, string>): Promise<string> {
  const body = { name: credentialName, credentialName, plainDataObj }
  return (await scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
}

const withKey = (node: WireNode, credential: string): WireNode => {
  node.data.credential = credential
  return node
}

const openAINode = (id: string, extra: Record<string, unknown> = {}) => {
  const config = openAIConfig(scene.vendor, scene.credentialId, extra)
  const { FLOWISE_CREDENTIAL_ID: credential, ...values } = config
  return withKey(chainNode(id, id, values), String(credential))
}

const ask = (flowId: string, body: object) =>
  scene.administrator.expect<{ text: string }>(200, 'POST', `/internal-prediction/${flowId}`, body)

test('a store whose embeddings have a cache embeds no text twice', async () => {
  const chain = 'conversationalRetrievalQAChain_0'
  const store = 'memoryVectorStore_0'
  const cache = 'inMemoryEmbeddingCache_0'
  const flowId = await makeFlow(
    scene.administrator,
    {
      nodes: [
        chainNode('plainText_0', 'Tea', { text: 'green tea wants seventy degrees' }),
        openAINode('openAIEmbeddings_0', { modelName: 'text-embedding-3-small' }),
        chainNode(cache, 'Cache', {}),
        chainNode(store, 'Store', {}),
        openAINode('chatOpenAI_0'),
        chainNode(chain, 'Chain', { returnSourceDocuments: true }),
      ],
      edges: [
        chainEdge('plainText_0', store, ['document', 'Document', 'document']),
        chainEdge('openAIEmbeddings_0', cache, ['embeddings', 'Embeddings']),
        chainEdge(cache, store, ['embeddings', 'Embeddings']),
        chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
        chainEdge('chatOpenAI_0', chain, ['model', 'BaseChatModel']),
      ],
    },
    { type: 'CHATFLOW' },
  )
  const embeddings = () => scene.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
  const first = await ask(flowId, { question: 'How warm is green tea?', chatId: 'a' })
  expect(first).toMatchObject({ sourceDocuments: [{ pageContent: 'green tea wants seventy degrees' }] })
  const before = embeddings()
  expect(before).toBeGreaterThan(0)
  const second = await ask(flowId, { question: 'How warm is green tea?', chatId: 'b' })
  expect(second).toMatchObject({ sourceDocuments: [{ pageContent: 'green tea wants seventy degrees' }] })
  expect(embeddings()).toBe(before)
  await ask(flowId, { question: 'How warm is black tea?', chatId: 'c' })
  expect(embeddings()).toBe(before + 1)
})

test('a conversation learns facts at Mem0, and is answered with those that bear on the question', async () => {
  const credential = await makeCredential('mem0MemoryApi', MEM0)
  const flowId = await makeFlow(
    scene.administrator,
    {
      nodes: [
        openAINode('chatOpenAI_0'),
        withKey(chainNode('mem0_0', 'Mem0', { user_id: 'ada' }), credential),
        chainNode('conversationChain_0', 'Chain', {}),
      ],
      edges: [
        chainEdge('chatOpenAI_0', 'conversationChain_0', ['model', 'BaseChatModel']),
        chainEdge('mem0_0', 'conversationChain_0', ['memory', 'BaseMemory']),
      ],
    },
    { type: 'CHATFLOW' },
  )
  const { text } = await ask(flowId, { question: 'What do I drink?', chatId: 'tea' })
  expect(JSON.stringify(scene.vendor.requests.at(-1)?.body)).toContain('- Drinks green tea')
  expect(asked).toEqual([
    {
      path: '/v1/memories/search/',
      authorization: `Token ${MEM0.apiKey}`,
      body: { query: 'What do I drink?', user_id: 'ada' },
    },
    {
      path: '/v1/memories/',
      authorization: `Token ${MEM0.apiKey}`,
      body: {
        user_id: 'ada',
        messages: [
          { role: 'user', content: 'What do I drink?' },
          { role: 'assistant', content: text },
        ],
      },
    },
  ])
  expect(await scene.server.dump()).not.toContain(MEM0.apiKey)
})

test('a chain of Replicate answers whole and as a stream, and its key goes to no stream', async () => {
  const credential = await makeCredential('replicateApi', REPLICATE)
  const flowId = await makeFlow(
    scene.administrator,
    {
      nodes: [
        withKey(
          chainNode('replicate_0', 'Replicate', { model: 'meta/meta-llama-3-8b-instruct' }),
          credential,
        ),
        chainNode('promptTemplate_0', 'Prompt', { template: 'Say: {question}' }),
        chainNode('llmChain_0', 'Chain', {}),
      ],
      edges: [
        chainEdge('replicate_0', 'llmChain_0', ['model', 'BaseLanguageModel']),
        chainEdge('promptTemplate_0', 'llmChain_0', ['prompt', 'BasePromptTemplate']),
      ],
    },
    { type: 'CHATFLOW' },
  )
  expect((await ask(flowId, { question: 'tea' })).text).toBe('Echo: Say: tea')
  const { text } = await scene.administrator.call('POST', `/prediction/${flowId}`, {
    question: 'tea',
    streaming: true,
  })
  const tokens = text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:{"event":"token"') ? [JSON.parse(line.slice(5)).data] : []))
  expect(tokens.join('')).toBe('Echo: Say: tea')
  expect(tokens.length).toBeGreaterThan(1)
  const streamed = replicate.requests.filter(({ path }) => path.startsWith('/v1/files/'))
  expect(streamed.length).toBe(1)
  expect(JSON.stringify(streamed.map(({ headers }) => headers))).not.toContain(REPLICATE.replicateApiKey)
  expect(await scene.server.dump()).not.toContain(REPLICATE.replicateApiKey)
})
