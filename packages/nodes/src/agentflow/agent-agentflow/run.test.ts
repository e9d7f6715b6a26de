import {
  aModel,
  aTool,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../../catalogue.ts'
import { listTools } from '../list-tools.ts'
import { runAgent } from './run.ts'

const node = { id: 'agentAgentflow_0', type: 'agentAgentflow', label: 'Doubler' }
const doubler = aTool({ name: 'double', work: async (input) => ({ content: String(Number(input) * 2) }) })
const weather = aTool({
  name: 'weather',
  work: async () => ({ content: 'sunny', artifacts: [{ type: 'png' }] }),
})

/** As the catalogue has it. */
async function retrieverToolset() {
  const load = nodeCatalogue.find(({ definition }) => definition.name === 'retrieverTool')?.provides?.toolset
  if (!load) throw new Error('The retriever tool is gone.')
  return load()
}

function agent(options: TestStepOptions) {
  return createTestStepContext({
    node,
    input: 'Double 21',
    selected: {
      agentModel: aModel,
      'agentTools[0].agentSelectedTool': doubler,
      'agentTools[1].agentSelectedTool': weather,
    },
    ...options,
    values: {
      agentTools: [
        { agentSelectedTool: 'testTool', agentSelectedToolRequiresHumanInput: true },
        { agentSelectedTool: 'testTool' },
      ],
      ...options.values,
    },
  })
}

const bothCalls = {
  parts: [
    { type: 'reasoning' as const, text: 'Two at once.' },
    { type: 'tool-call' as const, id: 'c1', name: 'double', input: 21 },
    { type: 'tool-call' as const, id: 'c2', name: 'weather', input: {} },
  ],
}

describe('an agent', () => {
  test('calls the tools of its rows at once, and puts out what it used', async () => {
    const step = agent({ model: (_request, n) => (n === 0 ? bothCalls : said('42, and sunny.')) })
    const { output, history } = await runAgent(step.context)
    expect(step.requests[0]?.tools?.map(({ name }) => name)).toEqual(['double', 'weather'])
    expect(step.requests.map(({ show }) => show)).toEqual([true, true])
    expect(output).toMatchObject({
      content: '42, and sunny.',
      usedTools: [
        { tool: 'double', toolInput: 21, toolOutput: '42' },
        { tool: 'weather', toolOutput: 'sunny' },
      ],
      artifacts: [{ type: 'png' }],
      reasonContent: { thinking: 'Two at once.' },
      usageMetadata: { total_tokens: 30 },
      availableTools: [{ name: 'double' }, { name: 'weather' }],
    })
    expect(history).toEqual([
      { role: 'user', content: 'Double 21' },
      { role: 'user', content: '42, and sunny.', name: 'doubler' },
    ])
  })

  test('has a person asked only for the tools whose row says so', async () => {
    const step = agent({ model: (_request, n) => (n === 0 ? bothCalls : said('Done.')) })
    const asked: unknown[] = []
    const { callTool } = step.context
    step.context.callTool = (tool, input) => {
      asked.push([tool.name, tool.needsApproval ?? false])
      return callTool(tool, input)
    }
    await runAgent(step.context)
    expect(asked).toEqual([
      ['double', true],
      ['weather', false],
    ])
  })

  test('refuses two tools of one name, which a model could not tell apart', async () => {
    const selected = {
      agentModel: aModel,
      'agentTools[0].agentSelectedTool': doubler,
      'agentTools[1].agentSelectedTool': doubler,
    }
    await expect(runAgent(agent({ selected }).context)).rejects.toThrow(
      'Error in Agent node: Two tools of Doubler are called double.',
    )
  })

  test('looks things up in its knowledge, one tool for each row', async () => {
    const store = createTestComponent('store', { label: 'Store' }, { retriever: async () => [] })
    const row = {
      knowledgeName: 'Tea Book',
      knowledgeDescription: 'All of tea.',
      returnSourceDocuments: true,
    }
    const lookUp = [{ type: 'tool-call' as const, id: 'c1', name: 'tea_book', input: { input: 'hot?' } }]
    const step = agent({
      values: { agentTools: [], agentKnowledgeVSEmbeddings: [row] },
      selected: {
        agentModel: aModel,
        'agentKnowledgeVSEmbeddings[0].vectorStore': store,
        'agentKnowledgeVSEmbeddings[0].embeddingModel': createTestComponent('embedder'),
      },
      capabilities: { retrieverTool: { toolset: await retrieverToolset() } },
      retrieve: (component, query) => [
        { pageContent: `${component.label}: ${query}`, metadata: {}, score: 1 },
      ],
      model: (_request, n) => (n === 0 ? { parts: lookUp } : said('Seventy.')),
    })
    const { output } = await runAgent(step.context)
    expect(step.requests[0]?.tools).toMatchObject([{ name: 'tea_book', description: 'All of tea.' }])
    expect(output).toMatchObject({
      usedTools: [{ tool: 'tea_book', toolOutput: 'Store: hot?' }],
      sourceDocuments: [{ pageContent: 'Store: hot?' }],
    })
  })

  test('says of a document store in its knowledge that it is not there', async () => {
    const agentKnowledgeDocumentStores = [{ documentStore: 'id-1:Tea' }]
    await expect(runAgent(agent({ values: { agentKnowledgeDocumentStores } }).context)).rejects.toThrow(
      'Error in Agent node: Doubler looks into the document store “Tea”, which is not there.',
    )
  })

  test('without rows is a plain conversation, also where the editor left an empty text', async () => {
    const step = agent({ values: { agentTools: '' }, model: () => said('Hi.') })
    const { output } = await runAgent(step.context)
    expect(step.requests[0]).not.toHaveProperty('tools')
    expect(output).not.toHaveProperty('availableTools')
  })

  test('stops at its limit', async () => {
    const step = agent({ values: { agentMaxIterations: '2' }, model: () => bothCalls })
    expect((await runAgent(step.context)).output.content).toContain('limit of 2 model calls')
  })

  test('puts its final text into the fields that the author wants, with one more call', async () => {
    const values = { agentStructuredOutput: [{ key: 'total', type: 'number' }] }
    const step = agent({
      values,
      isLast: true,
      model: (_request, n) => [bothCalls, said('It is 42.'), said('{"total": 42}')][n] ?? {},
    })
    const { output } = await runAgent(step.context)
    expect(step.requests.map(({ show, structure }) => [show, structure !== undefined])).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ])
    expect(output).toMatchObject({
      total: 42,
      content: '{\n  "total": 42\n}',
      usageMetadata: { total_tokens: 45 },
    })
    expect(step.shown).toEqual(['{\n  "total": 42\n}'])
  })

  test.each([
    ['chatAnthropic', 'agentToolsBuiltInAnthropic', 'web_search_20250305', 'anthropic.web_search_20250305'],
    ['chatOpenAI', 'agentToolsBuiltInOpenAI', 'image_generation', 'openai.image_generation'],
    ['chatGoogleGenerativeAI', 'agentToolsBuiltInGemini', 'urlContext', 'google.url_context'],
  ])('offers the built-in tools of %s to its models only', async (...[type, param, choice, id]) => {
    const values = { agentTools: [], [param]: JSON.stringify([choice]) }
    const step = agent({ values, selected: { agentModel: { ...aModel, type } }, model: () => said('Found.') })
    await runAgent(step.context)
    expect(step.requests[0]?.vendorTools).toEqual([{ id, name: expect.any(String), settings: {} }])
    const other = agent({ values, model: () => said('Found.') })
    await runAgent(other.context)
    expect(other.requests[0]).not.toHaveProperty('vendorTools')
  })

  test('shows what its vendor ran and made: tools, and files that are kept with the conversation', async () => {
    const kept: { name: string; bytes: Uint8Array }[] = []
    const picture = { type: 'file' as const, mediaType: 'image/png', source: { base64: 'iVBORw==' } }
    const table = { ...picture, mediaType: 'text/csv', name: 'table.csv' }
    const builtIn = { id: 's', name: 'web_search_preview', builtIn: true as const }
    const step = agent({
      values: { agentTools: [] },
      keepFile: (file) => {
        kept.push(file)
        return { blob: file.name }
      },
      model: () => ({
        parts: [
          { type: 'tool-call', ...builtIn, input: {} },
          { type: 'tool-result', ...builtIn, content: { json: { action: 'search' } } },
          { type: 'text', text: 'Here it is.' },
          picture,
          table,
        ],
      }),
    })
    const { output } = await runAgent(step.context)
    expect(output).toMatchObject({
      content: 'Here it is.',
      usedTools: [{ tool: 'web_search_preview', toolInput: {}, toolOutput: '{"action":"search"}' }],
      artifacts: [{ type: 'png', data: expect.stringMatching(/^FILE-STORAGE::picture-.+\.png$/) }],
      fileAnnotations: [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }],
    })
    expect(kept.map(({ bytes }) => bytes.toHex())).toEqual(['89504e47', '89504e47'])
  })

  test('says which node a fault is of', async () => {
    await expect(runAgent(agent({ selected: {} }).context)).rejects.toThrow(
      'Error in Agent node: Doubler has no model. Choose one in the node.',
    )
  })
})

test('the tools to choose from are those of the catalogue that need nothing wired to them', async () => {
  const options = await listTools({
    values: {},
    catalogue: nodeCatalogue.map(({ definition }) => definition),
    previousNodes: [],
    signal: new AbortController().signal,
    fetch,
  })
  expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining(['calculator', 'ChatflowTool']))
  expect(options.map(({ name }) => name)).not.toContain('bufferMemory')
  // Nothing can be wired to what is chosen in a row.
  expect(options.map(({ name }) => name)).not.toContain('retrieverTool')
})
