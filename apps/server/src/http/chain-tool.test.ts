import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatAgentFlow } from '../testing/chat-agent-flows.ts'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { libraryParts } from '../testing/library-parts.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})
beforeEach(() => {
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

const description = 'Finds a rhyme for a word.'
const rhyme = { id: 'call_1', name: 'rhyme', input: { input: 'tea' } }

/** An agent with a tool that runs the chain of these parts. */
function flowOf(
  chain: string,
  { nodes, edges }: { nodes: ReturnType<typeof chainNode>[]; edges: ReturnType<typeof chainEdge>[] },
  values: object = {},
) {
  const tool = chainNode('chainTool_0', 'Chain Tool', { name: 'rhyme', description, ...values })
  const agent = chatAgentFlow(scene, { agent: 'toolAgent', tools: [tool] })
  const flow = {
    nodes: [...agent.nodes, ...nodes],
    edges: [
      ...agent.edges,
      ...edges,
      chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
      chainEdge(chain, 'chainTool_0', ['baseChain', 'BaseChain']),
    ],
  }
  return makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
}

const rhymer = (values?: object) =>
  flowOf(
    'llmChain_0',
    {
      nodes: [
        chainNode('promptTemplate_0', 'Prompt', { template: 'What rhymes with {word}?' }),
        chainNode('llmChain_0', 'Rhymer', {}),
      ],
      edges: [chainEdge('promptTemplate_0', 'llmChain_0', ['prompt', 'BasePromptTemplate'])],
    },
    values,
  )

const ask = (flowId: string, more: object = {}) =>
  scene.server
    .anonymous()
    .call<Record<string, unknown>>('POST', `/prediction/${flowId}`, { question: 'A rhyme?', ...more })

const sent = () =>
  scene.vendor.requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => (body.messages ?? []).map(({ role, content }) => [role, content]))

test('an agent calls a chain of its flow, which sees nothing but its input', async () => {
  const flowId = await rhymer()
  scene.vendor.respondWith({ text: 'Hello.' })
  await ask(flowId, { chatId: 'one' })
  scene.vendor.respondWith({ toolCalls: [rhyme] }, { text: 'Sea.' }, { text: 'It is sea.' })
  const { body } = await ask(flowId, { chatId: 'one' })
  expect(body).toMatchObject({
    text: 'It is sea.',
    usedTools: [{ tool: 'rhyme', toolInput: { input: 'tea' }, toolOutput: 'Sea.' }],
  })
  expect(sent()[2]).toEqual([['user', 'What rhymes with tea?']])
  expect(sent()[3]?.at(-1)).toEqual(['tool', 'Sea.'])
})

test('only the answer of the agent is streamed', async () => {
  const flowId = await rhymer()
  scene.vendor.respondWith({ toolCalls: [rhyme] }, { text: 'Hidden.' }, { text: 'It is sea.' })
  const { text } = await ask(flowId, { streaming: true })
  const tokens = [...text.matchAll(/"event":"token","data":"([^"]*)"/g)].map(([, token]) => token)
  expect(tokens.join('')).toBe('It is sea.')
})

test('the answer of the chain is that of the agent where its author wants so', async () => {
  const flowId = await rhymer({ returnDirect: true })
  scene.vendor.respondWith({ toolCalls: [rhyme] }, { text: 'Sea.' })
  expect((await ask(flowId)).body).toMatchObject({ text: 'Sea.' })
  expect(sent()).toHaveLength(2)
})

test('a chain that looks into documents gives its sources', async () => {
  const chain = 'conversationalRetrievalQAChain_0'
  const library = libraryParts(scene, {
    number: 0,
    text: 'Sea rhymes with tea.',
    to: chain,
    at: ['vectorStoreRetriever', 'BaseRetriever'],
    output: 'retriever',
  })
  const flowId = await flowOf(chain, {
    nodes: [...library.nodes, chainNode(chain, 'Books', { returnSourceDocuments: true })],
    edges: library.edges,
  })
  scene.vendor.respondWith({ toolCalls: [rhyme] }, { text: 'Sea.' }, { text: 'It is sea.' })
  expect((await ask(flowId)).body).toMatchObject({
    text: 'It is sea.',
    sourceDocuments: [{ pageContent: 'Sea rhymes with tea.' }],
  })
})

test('what the vendor refuses the chain is told to the agent, which goes on', async () => {
  const flowId = await rhymer()
  scene.vendor.respondWith(
    { toolCalls: [rhyme] },
    { status: 400, message: 'Too many words' },
    { text: 'I cannot.' },
  )
  expect((await ask(flowId)).body).toMatchObject({ text: 'I cannot.' })
  expect(JSON.stringify(sent().at(-1))).toContain('Too many words')
})
