import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agentEdge,
  agentNode,
  chainEdge,
  chainNode,
  chatFlow,
  openAIConfig,
} from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let outside: Server
let origin: string
const seen: { line: string; body: string; token: string | undefined }[] = []

/** A server of items and of pages, as they stand in the web. */
async function answer(request: IncomingMessage) {
  const line = `${request.method} ${request.url}`
  const token = request.headers['x-token']
  seen.push({ line, body: await text(request), token: typeof token === 'string' ? token : undefined })
  if (request.url?.startsWith('/search'))
    return JSON.stringify({ results: [{ title: 'Found', url: '/', content: 'It.' }] })
  if (request.url === '/page') return '<title>Page</title><p>Text of it'
  return JSON.stringify({ item: 7 })
}

beforeAll(async () => {
  outside = createServer(async (request, response) => {
    response.setHeader('content-type', request.url === '/page' ? 'text/html' : 'application/json')
    response.end(await answer(request))
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  origin = `http://${host}`
  scene = await startVendorServer({ env: { EGRESS_ALLOW: host }, leads: { 'pages.example': origin } })
})

afterAll(async () => {
  await scene.stop()
  outside.close()
})

const tool = (name: string, config: object = {}) => ({
  agentSelectedTool: name,
  agentSelectedToolConfig: { agentSelectedTool: name, ...config },
})

function agentFlow(agentTools: object[]) {
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
    agentTools,
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

interface ToldMessage {
  role: string
  content: string
}

/** Has the model call tools, and gives what it was told of each. */
async function callTools(agentTools: object[], calls: [name: string, input: object][]): Promise<string[]> {
  const id = await makeFlow(scene.administrator, agentFlow(agentTools))
  const toolCalls = calls.map(([name, input], index) => ({ id: `call_${index}`, name, input }))
  scene.vendor.respondWith({ toolCalls }, { text: 'Done.' })
  const answered = await scene.administrator.expect<{ text: string }>(
    200,
    'POST',
    `/internal-prediction/${id}`,
    { question: 'Go' },
  )
  expect(answered.text).toBe('Done.')
  const body = scene.vendor.requests.at(-1)?.body as { messages: ToldMessage[] } | undefined
  return (body?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content)
}

test('an agent reads, writes, searches and reads pages by the tools of its rows', async () => {
  const told = await callTools(
    [
      tool('requestsGet', {
        requestsGetUrl: `${origin}/items/:id`,
        requestsGetHeaders: '{"x-token": "of-the-author"}',
        requestsGetQueryParamsSchema: '{"id": {"type": "string", "in": "path"}}',
      }),
      tool('requestsPost', { requestsPostUrl: `${origin}/items`, requestPostBody: '{"by": "{{question}}"}' }),
      tool('searXNG', { apiBase: origin }),
      tool('webScraperTool'),
    ],
    [
      ['requests_get', { queryParams: { id: '7' } }],
      ['requests_post', { body: { count: 3 } }],
      ['searxng-search', { input: 'it' }],
      ['web_scraper_tool', { input: 'https://pages.example/page' }],
    ],
  )
  expect(told).toEqual([
    '{"item":7}',
    '{"item":7}',
    'Found\n/\nIt.',
    JSON.stringify([
      { url: 'https://pages.example/page', title: 'Page', description: '', body_text: 'Text of it' },
    ]),
  ])
  expect(seen.toSorted((a, b) => a.line.localeCompare(b.line))).toEqual([
    { line: 'GET /items/7', body: '', token: 'of-the-author' },
    { line: 'GET /page', body: '', token: undefined },
    { line: 'GET /search?q=it&format=json', body: '', token: undefined },
    { line: 'POST /items', body: '{"count":3,"by":"Go"}', token: undefined },
  ])
})

test('what the operator opened for authors is open to no page that a model names', async () => {
  seen.length = 0
  const pages = [`${origin}/page`, origin.replace('127.0.0.1', '2130706433')]
  const told = await callTools(
    [tool('webScraperTool')],
    pages.map((input) => ['web_scraper_tool', { input }]),
  )
  for (const each of told) expect(each).toContain('is not allowed: it is a loopback address')
  expect(told).toHaveLength(2)
  expect(seen).toEqual([])
})

test('what may not be called, and what has no key, is told to the model, and the run goes on', async () => {
  const told = await callTools(
    [
      tool('requestsGet', { requestsGetUrl: 'http://169.254.169.254/latest' }),
      tool('webScraperTool'),
      tool('serper'),
    ],
    [
      ['requests_get', {}],
      ['web_scraper_tool', { input: 'http://10.0.0.1/' }],
      ['serper', { input: 'it' }],
    ],
  )
  expect(told).toEqual([
    expect.stringContaining('169.254.169.254:80 is not allowed'),
    expect.stringContaining('10.0.0.1:80 is not allowed'),
    expect.stringContaining('has no credential. Open the node and choose one.'),
  ])
})

/** Plain text → vector store → Retriever Tool → Tool Agent, as published flows have it. */
function retrieverFlow(filter: string) {
  const embeddings = chainNode('openAIEmbeddings_0', 'OpenAI Embeddings', { basepath: scene.vendor.baseURL })
  embeddings.data.credential = scene.credentialId
  return {
    nodes: [
      ...chatFlow(scene.vendor, scene.credentialId).nodes.slice(0, 2),
      embeddings,
      chainNode('plainText_0', 'Tea', { text: 'Green tea wants 70 degrees.', metadata: '{"owner": "ada"}' }),
      chainNode('plainText_1', 'Coffee', { text: 'Coffee wants 92 degrees.', metadata: '{"owner": "bob"}' }),
      chainNode('memoryVectorStore_0', 'Store', {}),
      chainNode('retrieverTool_0', 'Retriever Tool', {
        name: 'search_drinks',
        description: 'Searches what drinks want.',
        returnSourceDocuments: true,
        retrieverToolMetadataFilter: filter,
      }),
      chainNode('toolAgent_0', 'Tool Agent', {}),
    ],
    edges: [
      chainEdge('plainText_0', 'memoryVectorStore_0', ['document', 'Document', 'document']),
      chainEdge('plainText_1', 'memoryVectorStore_0', ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', 'memoryVectorStore_0', ['embeddings', 'Embeddings']),
      chainEdge('memoryVectorStore_0', 'retrieverTool_0', ['retriever', 'BaseRetriever', 'retriever']),
      chainEdge('retrieverTool_0', 'toolAgent_0', ['tools', 'Tool']),
      chainEdge('chatOpenAI_0', 'toolAgent_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
    ],
  }
}

test('an agent of a chat flow looks into documents, and only into those that the filter lets pass', async () => {
  const found = async (filter: string) => {
    const id = await makeFlow(scene.administrator, retrieverFlow(filter), { type: 'CHATFLOW' })
    const toolCalls = [{ id: 'call_1', name: 'search_drinks', input: { input: 'How hot?' } }]
    scene.vendor.respondWith({ toolCalls }, { text: 'Hot.' })
    const { text: said, sourceDocuments } = await scene.administrator.expect<{
      text: string
      sourceDocuments: { pageContent: string }[]
    }>(200, 'POST', `/internal-prediction/${id}`, { question: 'How hot is tea?' })
    expect(said).toBe('Hot.')
    return sourceDocuments.map(({ pageContent }) => pageContent).sort()
  }
  expect(await found('')).toEqual(['Coffee wants 92 degrees.', 'Green tea wants 70 degrees.'])
  expect(await found('{"owner": "ada"}')).toEqual(['Green tea wants 70 degrees.'])
})
