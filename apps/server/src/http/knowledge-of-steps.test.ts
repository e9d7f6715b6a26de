import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { LINES } from '../testing/store-flow.ts'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'

interface Answer {
  text: string
  sourceDocuments?: { pageContent: string }[]
  agentFlowExecutedData: { data: { output: { usedTools?: { toolOutput: string }[] } } }[]
}

const BOATS = ['Oars are kept in the loft.', 'The boat house opens at seven.']

describe.each(databaseKinds)('knowledge of the steps of an agent flow, on %s', (kind) => {
  let running: StoreServer
  let drinks: string
  let boats: string
  beforeAll(async () => {
    running = await startStoreServer(kind)
    drinks = (await running.scene.makeFilled()).storeId
    boats = await running.scene.makeStore('Boats & Oars')
    const { id } = await running.scene.save(boats, running.scene.lines(BOATS.join('\n')))
    await running.scene.process(boats, id)
    for (const storeId of [drinks, boats]) await running.scene.insert(storeId)
  })
  afterAll(() => running.stop())

  const start = (inputs: object = {}) =>
    agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput', ...inputs }, 'Start')
  const model = (param: string) => ({
    [param]: 'chatOpenAI',
    [`${param}Config`]: { [param]: 'chatOpenAI', ...openAIConfig(running.vendor, running.credentialId) },
  })
  const retriever = (inputs: object) => agentNode('retrieverAgentflow_0', 'retrieverAgentflow', { ...inputs })
  const ask = (flowId: string, question: string) =>
    running.server.anonymous().call<Answer>('POST', `/prediction/${flowId}`, { question })
  const contents = ({ sourceDocuments = [] }: Answer) => sourceDocuments.map(({ pageContent }) => pageContent)

  /** Start → Retriever → LLM, which is told what the state holds. */
  const libraryFlow = (inputs: object) => ({
    nodes: [
      start({ startState: [{ key: 'found', value: '' }] }),
      retriever({
        retrieverKnowledgeDocumentStores: [
          { documentStore: `${drinks}:Drinks` },
          { documentStore: `${boats}:Boats & Oars` },
        ],
        retrieverQuery: 'About {{question}}',
        retrieverUpdateState: [{ key: 'found', value: '{{output}}' }],
        ...inputs,
      }),
      agentNode('llmAgentflow_0', 'llmAgentflow', {
        ...model('llmModel'),
        llmUserMessage: 'Passages: {{$flow.state.found}}',
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'retrieverAgentflow_0'),
      agentEdge('retrieverAgentflow_0', 'llmAgentflow_0'),
    ],
  })
  const lastPrompt = () => {
    const chats = running.vendor.requests.filter(({ path }) => path.endsWith('/chat/completions'))
    const body = chats.at(-1)?.body as { messages: { content: string }[] } | undefined
    return body?.messages.at(-1)?.content ?? ''
  }

  test('a retriever looks into several stores, and a model answers from what all of them gave, with sources', async () => {
    const flowId = await makeFlow(running.caller, libraryFlow({ returnSourceDocuments: true }))
    running.vendor.respondWith({ text: 'At seventy degrees.' })
    const { body } = await ask(flowId, 'green tea and oars')
    expect(body.text).toBe('At seventy degrees.')
    expect(lastPrompt()).toBe(`Passages: ${LINES[0]}\n${BOATS[0]}`)
    expect(contents(body)).toEqual([LINES[0], BOATS[0]])
    const messages = await running.caller.expect<{ role: string; sourceDocuments: unknown }[]>(
      200,
      'GET',
      `/chatmessage/${flowId}`,
    )
    expect(JSON.stringify(messages.at(-1)?.sourceDocuments)).toContain(BOATS[0])
  })

  test('one stream names all sources in its last frame of them', async () => {
    const flowId = await makeFlow(running.caller, libraryFlow({ returnSourceDocuments: true }))
    running.vendor.respondWith({ text: 'So.' })
    const response = await running.server
      .anonymous()
      .open('POST', `/prediction/${flowId}`, { question: 'green tea and oars', streaming: true })
    const frames = (await response.text()).split('\n\n').flatMap((frame) => {
      const data = frame.split('\n')[1]?.slice(5)
      return data === undefined ? [] : [JSON.parse(data) as { event: string; data: unknown }]
    })
    const told = frames.filter(({ event }) => event === 'sourceDocuments')
    expect(told.at(-1)?.data).toMatchObject([{ pageContent: LINES[0] }, { pageContent: BOATS[0] }])
  })

  test('what an author did not choose to show is not shown, as in flows of before', async () => {
    const flowId = await makeFlow(running.caller, libraryFlow({ outputFormat: 'textWithMetadata' }))
    running.vendor.respondWith({ text: 'So.' })
    const { text } = await ask(flowId, 'green tea and oars')
    expect(text).not.toContain('sourceDocuments')
    expect(JSON.parse(lastPrompt().slice('Passages: '.length))).toMatchObject([
      { pageContent: LINES[0], metadata: expect.any(Object) },
      { pageContent: BOATS[0] },
    ])
  })

  test('only what meets the filter is found, in each store', async () => {
    const filter = { source: 'nothing has this' }
    const inputs = { retrieverMetadataFilter: JSON.stringify(filter), returnSourceDocuments: true }
    const flowId = await makeFlow(running.caller, libraryFlow(inputs))
    running.vendor.respondWith({ text: 'Nothing.' })
    const { body } = await ask(flowId, 'green tea and oars')
    expect([body.text, contents(body)]).toEqual(['Nothing.', []])
    expect(lastPrompt()).toBe('Passages: ')
  })

  test('a store that is gone leads to the error branch, once it was tried again', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead'
    const flowId = await makeFlow(running.caller, {
      nodes: [
        start(),
        retriever({
          retrieverKnowledgeDocumentStores: [{ documentStore: `${gone}:Attic` }],
          onError: 'errorBranch',
          errorRetries: 1,
          errorRetrySeconds: 0.01,
        }),
        agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: 'Found it.' }),
        agentNode('directReplyAgentflow_1', 'directReplyAgentflow', {
          directReplyMessage: 'Ask the warden.',
        }),
      ],
      edges: [
        agentEdge('startAgentflow_0', 'retrieverAgentflow_0'),
        agentEdge('retrieverAgentflow_0', 'directReplyAgentflow_0'),
        {
          ...agentEdge('retrieverAgentflow_0', 'directReplyAgentflow_1'),
          id: 'to-the-branch',
          sourceHandle: 'retrieverAgentflow_0-output-error',
        },
      ],
    })
    expect((await ask(flowId, 'x')).body.text).toBe('Ask the warden.')
  })

  /** Start → Agent with both stores, as the reference's editor stores it. */
  const agentFlow = (shown: boolean, more: object = {}) => ({
    nodes: [
      start(),
      agentNode('agentAgentflow_0', 'agentAgentflow', {
        ...model('agentModel'),
        agentTools: '',
        agentKnowledgeDocumentStores: [
          {
            documentStore: `${drinks}:Drinks`,
            docStoreDescription: 'All of hot drinks.',
            returnSourceDocuments: shown,
          },
          {
            documentStore: `${boats}:Boats & Oars`,
            docStoreDescription: 'The rules of the club.',
            returnSourceDocuments: shown,
          },
        ],
        ...more,
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  })

  test.each([true, false])('an agent has a tool for each store; sources are shown: %s', async (shown) => {
    const flowId = await makeFlow(running.caller, agentFlow(shown))
    const calls = [
      { id: 'c1', name: 'drinks', input: { input: 'green tea' } },
      { id: 'c2', name: 'boats__oars', input: { input: 'oars' } },
    ]
    running.vendor.respondWith({ toolCalls: calls }, { text: 'Warm, and in the loft.' })
    const { body } = await ask(flowId, 'How?')
    expect(body.text).toBe('Warm, and in the loft.')
    const offered = running.vendor.requests.at(-1)?.body as unknown as {
      tools: { function: { name: string; description: string } }[]
    }
    expect(offered.tools.map(({ function: { name, description } }) => [name, description])).toEqual([
      ['drinks', 'All of hot drinks.'],
      ['boats__oars', 'The rules of the club.'],
    ])
    const used = body.agentFlowExecutedData.at(-1)?.data.output.usedTools
    expect(used?.map(({ toolOutput }) => toolOutput)).toEqual([LINES[0], BOATS[0]])
    expect(contents(body)).toEqual(shown ? [LINES[0], BOATS[0]] : [])
  })

  test('an agent does not find what its flow may not read', async () => {
    const scene = running.scene
    const storeId = await scene.makeStore('People')
    const secret = await scene.save(storeId, scene.lines('The salary of Ada is ninety thousand.'))
    const open = await scene.save(storeId, scene.lines('Ada sits on the second floor.'))
    for (const { id } of [secret, open]) await scene.process(storeId, id)
    const path = `/document-store/loader/${storeId}/${secret.id}/tags`
    await running.caller.expect(200, 'PUT', path, { tags: ['hr'] })
    await scene.insert(storeId, { vectorStoreConfig: { topK: '10' } })
    const rows = [
      { documentStore: `${storeId}:People`, docStoreDescription: '', returnSourceDocuments: true },
    ]
    const flowId = await makeFlow(running.caller, agentFlow(true, { agentKnowledgeDocumentStores: rows }))
    running.vendor.respondWith(
      { toolCalls: [{ id: 'c1', name: 'people', input: { input: 'the salary of Ada' } }] },
      { text: 'I do not know.' },
    )
    const { body, text } = await ask(flowId, 'What does Ada earn?')
    expect(contents(body)).toEqual(['Ada sits on the second floor.'])
    expect(text).not.toContain('ninety')
  })
})
