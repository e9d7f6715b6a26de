import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainEdge, chainNode, chatFlow, promptFlow, type WireNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
/** What the vendor says next; an echo without it. */
let says: string | undefined

beforeAll(async () => {
  scene = await startVendorServer({ respond: () => (says === undefined ? undefined : { text: says }) })
})
beforeEach(() => {
  says = undefined
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

type Wire = { nodes: WireNode[]; edges: ReturnType<typeof chainEdge>[] }

const make = (flow: Wire) => makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })

async function ask(flowId: string, question: string) {
  const body = { question, chatId: 'one chat' }
  const answer = await scene.server
    .anonymous()
    .call<Record<string, unknown>>('POST', `/prediction/${flowId}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const sent = () =>
  ((scene.vendor.requests.at(-1)?.body.messages ?? []) as { role: string; content: string }[]).map(
    ({ role, content }) => [role, content],
  )

test('a window memory shows the model the last exchanges', async () => {
  const { nodes, edges } = chatFlow(scene.vendor, scene.credentialId)
  const flow = await make({
    nodes: [...nodes, chainNode('bufferWindowMemory_0', 'Window', { k: '1' })],
    edges: [
      ...edges.filter(({ source }) => source !== 'bufferMemory_0'),
      chainEdge('bufferWindowMemory_0', 'conversationChain_0', ['memory', 'BaseMemory']),
    ],
  })
  for (const question of ['One', 'Two', 'Three']) await ask(flow, question)
  expect(sent()).toEqual([
    ['system', 'Be kind.'],
    ['user', 'Two'],
    ['assistant', 'Echo: Two'],
    ['user', 'Three'],
  ])
})

test('a summary memory asks its model, and the chain sees the summary', async () => {
  const { nodes, edges } = chatFlow(scene.vendor, scene.credentialId)
  const flow = await make({
    nodes: [...nodes, chainNode('conversationSummaryMemory_0', 'Summary', {})],
    edges: [
      ...edges.filter(({ source }) => source !== 'bufferMemory_0'),
      chainEdge('conversationSummaryMemory_0', 'conversationChain_0', ['memory', 'BaseMemory']),
      chainEdge('chatOpenAI_0', 'conversationSummaryMemory_0', ['model', 'BaseChatModel']),
    ],
  })
  await ask(flow, 'One')
  scene.vendor.requests.length = 0
  says = 'They count.'
  expect(await ask(flow, 'Two')).toMatchObject({ text: 'They count.', memoryType: 'Summary' })
  expect(scene.vendor.requests).toHaveLength(2)
  expect(JSON.stringify(sent())).toContain('Summary of the conversation so far:\\nThey count.')
})

test('a chat prompt with messages of code, and a parser, make data of the answer', async () => {
  const { nodes, edges } = promptFlow(scene.vendor, scene.credentialId, {})
  const code = `const { AIMessage, HumanMessage } = require('@langchain/core/messages')
return [new HumanMessage('Tea?'), new AIMessage('{"cups":1}')] // an example`
  const flow = await make({
    nodes: [
      ...nodes.filter(({ id }) => id !== 'promptTemplate_0'),
      chainNode('chatPromptTemplate_0', 'Prompt', {
        systemMessagePrompt: 'Count {what}.',
        humanMessagePrompt: '{text}',
        promptValues: '{"what": "cups"}',
        messageHistoryCode: code,
      }),
      chainNode('advancedStructuredOutputParser_0', 'Parser', {
        exampleJson: 'z.object({ cups: z.number() })',
      }),
    ],
    edges: [
      ...edges.filter(({ source }) => source !== 'promptTemplate_0'),
      chainEdge('chatPromptTemplate_0', 'llmChain_0', ['prompt', 'BasePromptTemplate']),
      chainEdge('advancedStructuredOutputParser_0', 'llmChain_0', ['outputParser', 'BaseLLMOutputParser']),
    ],
  })
  says = 'Sure: {"cups": 2}'
  const answer = await ask(flow, 'Two teas')
  expect(answer).toMatchObject({ json: { cups: 2 } })
  expect(answer).not.toHaveProperty('text')
  expect(sent()).toEqual([
    ['system', 'Count cups.'],
    ['user', 'Tea?'],
    ['assistant', '{"cups":1}'],
    ['user', expect.stringMatching(/^Two teas\n.*JSON Schema/)],
  ])
  says = 'Two.'
  const failed = await scene.server.anonymous().call('POST', `/prediction/${flow}`, { question: 'Again' })
  expect(failed.status).toBe(500)
})

test('a function decides below which chain the flow ends, with a variable on the way', async () => {
  const { vendor, credentialId } = scene
  const { nodes, edges } = promptFlow(vendor, credentialId, { template: 'Yes: {text} {kept}' })
  const value = 'string | number | boolean | json | array'
  const flow = await make({
    nodes: [
      ...nodes.map((node) =>
        node.id === 'promptTemplate_0'
          ? chainNode(node.id, 'Prompt', {
              template: 'Yes: {text} {kept}',
              promptValues:
                '{"text": "{{ifElseFunction_0.data.instance}}", "kept": "{{getVariable_0.data.instance}}"}',
            })
          : node,
      ),
      chainNode('getVariable_0', 'Get', { variableName: 'kept' }),
      chainNode('promptTemplate_1', 'Other Prompt', {
        template: 'No: {text}',
        promptValues: '{"text": "{{ifElseFunction_0.data.instance}}"}',
      }),
      chainNode('llmChain_1', 'Other Chain', {}),
      chainNode('customFunction_0', 'Words', {
        functionInputVariables: '{"text": "{{question}}"}',
        javascriptFunction: 'return $text.split(" ").length',
      }),
      chainNode('setVariable_0', 'Set', { variableName: 'kept' }),
      chainNode('ifElseFunction_0', 'Decide', {
        ifFunction: 'return $input.startsWith("tea") && "tea it is"',
        elseFunction: 'return "no tea"',
      }),
    ],
    edges: [
      ...edges,
      chainEdge('chatOpenAI_0', 'llmChain_1', ['model', 'BaseLanguageModel']),
      chainEdge('promptTemplate_1', 'llmChain_1', ['prompt', 'BasePromptTemplate']),
      chainEdge('customFunction_0', 'setVariable_0', ['input', value, 'output']),
      chainEdge('ifElseFunction_0', 'promptTemplate_0', ['promptValues', 'json', 'returnTrue']),
      chainEdge('getVariable_0', 'promptTemplate_0', ['promptValues', 'json', 'output']),
      chainEdge('ifElseFunction_0', 'promptTemplate_1', ['promptValues', 'json', 'returnFalse']),
    ],
  })
  expect(await ask(flow, 'tea for two')).toMatchObject({ text: 'Echo: Yes: tea it is 3' })
  expect(await ask(flow, 'coffee')).toMatchObject({ text: 'Echo: No: no tea' })
  expect(scene.vendor.requests).toHaveLength(2)
})

test.each([
  [true, { flowVariables: { kept: 3, last: 'two' } }],
  [false, {}],
])('variables are told beside the answer where their nodes show them: %s', async (showOutput, told) => {
  const code = (id: string, javascriptFunction: string) =>
    chainNode(id, id, { functionInputVariables: '{"text": "{{question}}"}', javascriptFunction })
  const chain = promptFlow(scene.vendor, scene.credentialId, {
    template: '{kept} {last} {quiet}',
    promptValues: JSON.stringify({
      kept: '{{getVariable_0.data.instance}}',
      last: '{{getVariable_1.data.instance}}',
      quiet: '{{getVariable_2.data.instance}}',
    }),
  })
  const kept = ['input', 'string | number | boolean | json | array', 'output'] as [string, string, string]
  const flow = await make({
    nodes: [
      ...chain.nodes,
      code('customFunction_0', 'return $text.split(" ").length'),
      code('customFunction_1', 'return $text.split(" ").at(-1)'),
      chainNode('setVariable_0', 'Count', { variableName: 'kept', showOutput }),
      chainNode('setVariable_1', 'Last', { variableName: 'last', showOutput }),
      chainNode('setVariable_2', 'Quiet', { variableName: 'quiet' }),
      ...['kept', 'last', 'quiet'].map((variableName, n) =>
        chainNode(`getVariable_${n}`, `Get ${variableName}`, { variableName }),
      ),
    ],
    edges: [
      ...chain.edges,
      ...[0, 1, 2].map((n) =>
        chainEdge(`getVariable_${n}`, 'promptTemplate_0', ['promptValues', 'json', 'output']),
      ),
      chainEdge('customFunction_0', 'setVariable_0', kept),
      chainEdge('customFunction_1', 'setVariable_1', kept),
      chainEdge('customFunction_1', 'setVariable_2', kept),
    ],
  })
  const { flowVariables } = await ask(flow, 'tea for two')
  expect(flowVariables === undefined ? {} : { flowVariables }).toEqual(told)
})

test('a question on the deny list is answered without the model', async () => {
  const { nodes, edges } = chatFlow(scene.vendor, scene.credentialId)
  const flow = await make({
    nodes: [
      ...nodes,
      chainNode('inputModerationSimple_0', 'Guard', { denyList: 'bad thing', moderationErrorMessage: 'No.' }),
    ],
    edges: [
      ...edges,
      chainEdge('inputModerationSimple_0', 'conversationChain_0', ['inputModeration', 'Moderation']),
    ],
  })
  expect(await ask(flow, 'A Bad Thing')).toMatchObject({ text: 'No.' })
  expect(scene.vendor.requests).toEqual([])
})
