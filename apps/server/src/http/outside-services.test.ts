import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { startFakeBaidu } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentEdge, agentNode, chainEdge, chainNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

/** Nodes that call the addresses of their vendors, asked over HTTP; the calls end at fakes on this machine. */

const BAIDU = { qianfanAccessKey: 'key-of-baidu', qianfanSecretKey: 'secret-of-baidu' }
const AWS = { awsKey: 'AKIDTESTTESTTEST', awsSecret: 'secret-of-aws' }
const UPSTASH = { upstashRestToken: 'token-of-upstash' }
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:news'

let scene: VendorServer
let baidu: Awaited<ReturnType<typeof startFakeBaidu>>
let sns: Server
let upstash: Server
const published: { authorization: string; form: Record<string, string> }[] = []
const lists = new Map<string, string[]>()

/** Starts a server on a free port; gives it and its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function runCommand([command, key = '', ...values]: string[]) {
  const list = lists.get(key) ?? []
  if (command === 'LRANGE') return { result: list }
  lists.set(key, [...values.toReversed(), ...list])
  return { result: list.length + values.length }
}

beforeAll(async () => {
  const { qianfanAccessKey: accessKey, qianfanSecretKey: secret } = BAIDU
  baidu = await startFakeBaidu({ accessKey, secret, token: 'bce-v3/token-of-this-file' })
  sns = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    published.push({ authorization: request.headers.authorization ?? '', form })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ PublishResponse: { PublishResult: { MessageId: 'id-7' } } }))
  })
  upstash = createServer(async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${UPSTASH.upstashRestToken}`
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(((await json(request)) as string[][]).map(runCommand)))
  })
  scene = await startVendorServer({
    leads: {
      'iam.bj.baidubce.com': baidu.origin,
      'qianfan.baidubce.com': baidu.origin,
      'sns.eu-central-1.amazonaws.com': await listen(sns),
      'tea.upstash.io': await listen(upstash),
    },
  })
})

afterAll(async () => {
  await scene.stop()
  await baidu.close()
  sns.close()
  upstash.close()
})

async function makeCredential(credentialName: string, plainDataObj: Record<string, string>): Promise<string> {
  const body = { name: credentialName, credentialName, plainDataObj }
  return (await scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
}

async function keyNode(id: string, inputs: Record<string, unknown>, credential: string) {
  const node = chainNode(id, id, inputs)
  node.data.credential = credential
  return node
}

interface Answer {
  text: string
  sourceDocuments?: { pageContent: string }[]
}

const ask = (flowId: string, body: object) =>
  scene.administrator.expect<Answer>(200, 'POST', `/internal-prediction/${flowId}`, body)

/** Two texts → store, by embeddings of Baidu; the retriever under test is wired to it. */
async function storeParts(credential: string) {
  return {
    nodes: [
      await keyNode('baiduQianfanEmbeddings_0', { modelName: 'embedding-v1' }, credential),
      chainNode('plainText_0', 'Tea', { text: 'green tea wants seventy degrees' }),
      chainNode('plainText_1', 'Coal', { text: 'coal comes by sea' }),
      chainNode('memoryVectorStore_0', 'Store', {}),
    ],
    edges: [
      chainEdge('plainText_0', 'memoryVectorStore_0', ['document', 'Document', 'document']),
      chainEdge('plainText_1', 'memoryVectorStore_0', ['document', 'Document', 'document']),
      chainEdge('baiduQianfanEmbeddings_0', 'memoryVectorStore_0', ['embeddings', 'Embeddings']),
    ],
  }
}

test('a chain of Baidu answers from what fits well enough, and remembers in a Redis of Upstash', async () => {
  const key = await makeCredential('baiduQianfanApi', BAIDU)
  const token = await makeCredential('upstashRedisMemoryApi', UPSTASH)
  const { nodes, edges } = await storeParts(key)
  const chain = 'conversationalRetrievalQAChain_0'
  const memory = { baseURL: 'https://tea.upstash.io', memoryKey: 'chat_history' }
  const flowId = await makeFlow(
    scene.administrator,
    {
      nodes: [
        ...nodes,
        await keyNode('chatBaiduWenxin_0', { modelName: 'ernie-4.5-8k-preview' }, key),
        await keyNode('upstashRedisBackedChatMemory_0', memory, token),
        chainNode('similarityThresholdRetriever_0', 'Threshold', { minSimilarityScore: 40 }),
        chainNode(chain, 'Chain', { returnSourceDocuments: true }),
      ],
      edges: [
        ...edges,
        chainEdge('memoryVectorStore_0', 'similarityThresholdRetriever_0', [
          'vectorStore',
          'VectorStore',
          'vectorStore',
        ]),
        chainEdge('similarityThresholdRetriever_0', chain, [
          'vectorStoreRetriever',
          'BaseRetriever',
          'retriever',
        ]),
        chainEdge('chatBaiduWenxin_0', chain, ['model', 'BaseChatModel']),
        chainEdge('upstashRedisBackedChatMemory_0', chain, ['memory', 'BaseMemory']),
      ],
    },
    { type: 'CHATFLOW' },
  )
  const first = await ask(flowId, { question: 'green tea degrees', chatId: 'tea-talk' })
  expect(first.text).toBe('Echo: green tea degrees')
  expect(first.sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([
    'green tea wants seventy degrees',
  ])
  const kept = (lists.get('tea-talk') ?? []).map((stored) => JSON.parse(stored))
  expect(kept.map(({ type, data }) => [type, data.content])).toEqual([
    ['ai', 'Echo: green tea degrees'],
    ['human', 'green tea degrees'],
  ])

  await ask(flowId, { question: 'and black tea?', chatId: 'tea-talk' })
  const sent = JSON.stringify(baidu.requests.map(({ body }) => body))
  expect(sent).toContain('and black tea?')
  expect(sent).toContain('Echo: green tea degrees')
  const told = JSON.stringify(baidu.requests.map(({ headers }) => headers))
  for (const secret of [BAIDU.qianfanSecretKey, UPSTASH.upstashRestToken]) {
    expect(told).not.toContain(secret)
    expect(await scene.server.dump()).not.toContain(secret)
  }
})

test('a stranger who names a session that others could guess gets one of their own', async () => {
  const token = await makeCredential('upstashRedisMemoryApi', UPSTASH)
  const { vendor, credentialId } = scene
  const { FLOWISE_CREDENTIAL_ID: credential, ...model } = openAIConfig(vendor, credentialId)
  const flowId = await makeFlow(
    scene.administrator,
    {
      nodes: [
        await keyNode('chatOpenAI_0', model, String(credential)),
        await keyNode('upstashRedisBackedChatMemory_0', { baseURL: 'https://tea.upstash.io' }, token),
        chainNode('conversationChain_0', 'Chain', {}),
      ],
      edges: [
        chainEdge('chatOpenAI_0', 'conversationChain_0', ['model', 'BaseChatModel']),
        chainEdge('upstashRedisBackedChatMemory_0', 'conversationChain_0', ['memory', 'BaseMemory']),
      ],
    },
    { type: 'CHATFLOW' },
  )
  await ask(flowId, { question: 'My code is 7421', chatId: 'desk' })
  const stranger = scene.server.anonymous()
  await stranger.expect(200, 'POST', `/prediction/${flowId}`, { question: 'What is it?', chatId: 'desk' })
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toContain('7421')
  expect([lists.get('desk')?.length, lists.get('anonymous:desk')?.length]).toEqual([2, 2])
  const { caller: person, userId } = await scene.server.addOrganization()
  await person.expect(200, 'POST', `/prediction/${flowId}`, { question: 'What is it?', chatId: 'desk' })
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toContain('7421')
  expect([lists.get('desk')?.length, lists.get(`user:${userId}:desk`)?.length]).toEqual([2, 2])
  const own = 'widget_3f0c2b1e-8a1d-4c6e-9b7a-2d5e8f0a1b3c'
  await stranger.expect(200, 'POST', `/prediction/${flowId}`, { question: 'Mine', chatId: own })
  expect(lists.get(own)).toHaveLength(2)
})

test('an agent publishes to a topic of AWS SNS, signed, and no secret is told', async () => {
  const { vendor, administrator } = scene
  const FLOWISE_CREDENTIAL_ID = await makeCredential('awsApi', AWS)
  const settings = { region: 'eu-central-1', topicArn: TOPIC, FLOWISE_CREDENTIAL_ID }
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, scene.credentialId) },
    agentTools: [
      { agentSelectedTool: 'awsSNS', agentSelectedToolConfig: { agentSelectedTool: 'awsSNS', ...settings } },
    ],
  }
  const flowId = await makeFlow(administrator, {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  })
  const input = { message: 'Tea & biscuits' }
  vendor.respondWith({ toolCalls: [{ id: 'call_1', name: 'aws_sns_publish', input }] }, { text: 'Done.' })
  expect((await ask(flowId, { question: 'Tell them' })).text).toBe('Done.')
  expect(published).toMatchObject([
    { form: { Action: 'Publish', TopicArn: TOPIC, Message: 'Tea & biscuits' } },
  ])
  expect(published[0]?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDTESTTESTTEST\/\d{8}\/eu-central-1\/sns\//,
  )
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('Published as message id-7.')
  expect(await scene.server.dump()).not.toContain(AWS.awsSecret)
})
