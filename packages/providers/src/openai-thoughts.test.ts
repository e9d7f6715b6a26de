import type { JsonObject } from '@runnel/contract'
import { type ModelReply, type ModelRequest, reasoningOf, toolCallsOf } from '@runnel/node-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { azureCase } from './azure/azure-case.fixture.ts'
import { openAICases } from './openai/openai-case.fixture.ts'
import { type FakeOpenAI, startFakeOpenAI } from './testing/fake-openai-server.ts'
import { type CaseModel, collectParts, openCaseModel } from './testing/open-case-model.fixture.ts'

let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterAll(() => vendor.close())

const noSignal = new AbortController().signal
const weather = { name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }
const question: ModelRequest = { messages: [{ role: 'user', content: 'Rain?' }], tools: [weather] }
const wishes = { reasoning: true, reasoningEffort: 'high', reasoningSummary: 'detailed' }

const vendorAt = () => ({ ...vendor, origin: new URL(vendor.baseURL).origin })

function open(values: JsonObject, facts = openAICases[0]): Promise<CaseModel> {
  return openCaseModel(facts, vendorAt(), { values })
}

async function ask(values: JsonObject, request = question, facts = openAICases[0]): Promise<ModelReply> {
  return (await open(values, facts)).model.generate(request, noSignal)
}

const lastCall = () => vendor.requests.at(-1)
const thinking = { modelName: 'gpt-5', ...wishes }

describe('a model of OpenAI whose thoughts are chosen', () => {
  test('answers by /responses, which keeps nothing and seals them', async () => {
    vendor.respondWith({ reasoning: 'Clouds.\n\nSo yes.', text: 'Yes.' })
    const { parts, usage } = await ask({ ...thinking, maxTokens: 900, temperature: 0.3 })
    expect(lastCall()).toMatchObject({
      path: '/v1/responses',
      body: {
        model: 'gpt-5',
        store: false,
        include: ['reasoning.encrypted_content'],
        reasoning: { effort: 'high', summary: 'detailed' },
        max_output_tokens: 900,
      },
    })
    expect(lastCall()?.body).not.toHaveProperty('temperature')
    expect(parts.map(({ type }) => type)).toEqual(['reasoning', 'reasoning', 'text'])
    expect(reasoningOf(parts)).toBe('Clouds.\n\nSo yes.')
    expect(usage.reasoningTokens).toBeGreaterThan(0)
  })

  test('streams them apart, as they stand in the whole', async () => {
    vendor.respondWith({ reasoning: 'Clouds gather.\n\nSo yes.', text: 'Yes.' })
    const { model } = await open(thinking)
    const parts = await collectParts(model.stream(question, noSignal))
    const told = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []))
    expect(told.length).toBeGreaterThan(2)
    expect(told.join('')).toBe('Clouds gather.\n\nSo yes.')
    const last = parts.at(-1)
    expect(last?.type === 'finish' && reasoningOf(last.reply.parts)).toBe(told.join(''))
  })

  test('asks for no summary of itself, and still sends its thoughts back', async () => {
    const quiet = { ...thinking, reasoningSummary: '' }
    vendor.respondWith({ reasoning: 'Hidden.', toolCalls: [{ id: 'a', name: 'weather', input: {} }] })
    const { parts } = await ask(quiet)
    expect(lastCall()?.body.reasoning).toEqual({ effort: 'high' })
    expect(reasoningOf(parts)).toBe('')
    await ask(quiet, followUp(parts))
    expect(lastCall()?.body.input).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', summary: [], encrypted_content: expect.stringMatching(/^gAAAA/) },
      { type: 'function_call', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a' },
    ])
  })

  test('whose thoughts were changed or left out on the way is refused', async () => {
    vendor.respondWith({ reasoning: 'Clouds.', toolCalls: [{ id: 'b', name: 'weather', input: {} }] })
    const { parts } = await ask(thinking)
    const changed = JSON.parse(JSON.stringify(parts).replaceAll('gAAAA', 'gAAAAx'))
    await expect(ask(thinking, followUp(changed))).rejects.toThrow('could not be verified')
    const left = parts.filter(({ type }) => type !== 'reasoning')
    await expect(ask(thinking, followUp(left))).rejects.toThrow("without its required 'reasoning' item")
    const alone = parts.filter(({ type }) => type === 'reasoning')
    const messages: ModelRequest['messages'] = [
      ...question.messages,
      { role: 'assistant', content: alone },
      { role: 'user', content: 'Well?' },
    ]
    await expect(ask(thinking, { messages })).rejects.toThrow('without its required following item')
  })

  test('is asked to keep its answer where it runs tools of its own, whose items go back by name', async () => {
    const vendorTools = [{ id: 'openai.web_search_preview', name: 'web_search_preview', settings: {} }]
    await ask(thinking, { ...question, vendorTools })
    expect(lastCall()?.body).toMatchObject({ reasoning: { effort: 'high', summary: 'detailed' } })
    expect(lastCall()?.body).not.toHaveProperty('store')
  })

  test('answers by chat completions at an address of its own', async () => {
    vendor.respondWith({ reasoning: 'Open thoughts.', text: 'Yes.' })
    const { parts } = await ask({ ...thinking, basepath: 'https://models.example/v1' })
    expect(lastCall()).toMatchObject({
      path: '/v1/chat/completions',
      body: { reasoning_effort: 'high' },
    })
    expect(reasoningOf(parts)).toBe('Open thoughts.')
  })
})

test.each([
  ['a server of open models', openAICases[0], { basepath: 'https://models.example/v1' }],
  ['another vendor’s model on Azure', azureCase, {}],
] as const)('thoughts of %s are heard while it still thinks', async (_who, facts, values) => {
  let isAnswering = false
  const pieces = ['Clouds ', 'gather.'].map((text) => ({ reasoning_content: text }))
  const frames = [{ role: 'assistant', content: '' }, ...pieces].map((delta) => frameOf(delta))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = frames.shift()
      if (next !== undefined) return controller.enqueue(Buffer.from(next))
      await expect.poll(() => heard.length).toBe(2)
      isAnswering = true
      controller.enqueue(Buffer.from(`${frameOf({ content: 'Yes.' })}${frameOf({}, 'stop')}data: [DONE]\n\n`))
      controller.close()
    },
  })
  const heard: string[] = []
  const headers = { 'content-type': 'text/event-stream' }
  const answered = { fetch: async () => new Response(body, { headers }) }
  const { model } = await openCaseModel(facts, vendorAt(), { values, ...answered })
  for await (const part of model.stream(question, noSignal)) {
    if (part.type === 'reasoning') heard.push(part.text)
    if (part.type === 'text') expect(part.text).toBe('Yes.')
  }
  expect([heard.join(''), isAnswering]).toEqual(['Clouds gather.', true])
})

const frameOf = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

describe('nothing changes for a model of OpenAI', () => {
  test.each([
    ['that does not reason', { modelName: 'gpt-4o-mini', temperature: 0.2 }],
    ['with wishes whose switch is off', { modelName: 'gpt-5', ...wishes, reasoning: false }],
    ['that reasons without a wish', { modelName: 'gpt-5', reasoning: true }],
  ])('%s: it answers by chat completions', async (_which, values) => {
    await ask(values)
    const { path, body } = lastCall() ?? {}
    expect(path).toBe('/v1/chat/completions')
    for (const name of ['reasoning', 'reasoning_effort', 'include', 'store']) {
      expect(body).not.toHaveProperty(name)
    }
  })
})

describe('a deployment of Azure', () => {
  test('answers by /responses of its resource, in which it is the model', async () => {
    vendor.respondWith({ reasoning: 'Clouds.', toolCalls: [{ id: 'c', name: 'weather', input: {} }] })
    const { model, hosts } = await open(wishes, azureCase)
    const { parts } = await model.generate(question, noSignal)
    expect(hosts).toEqual(['my-instance.openai.azure.com'])
    expect(lastCall()).toMatchObject({
      path: '/openai/v1/responses',
      body: { model: azureCase.account?.azureOpenAIApiDeploymentName, store: false },
    })
    expect(toolCallsOf(parts)).toHaveLength(1)
    expect(reasoningOf((await ask(wishes, followUp(parts), azureCase)).parts)).toBe('')
  })

  test('answers so at an address of Azure that the node names, and not at a gateway of its own', async () => {
    await ask(
      { ...wishes, basepath: 'https://other.openai.azure.com/openai/deployments' },
      question,
      azureCase,
    )
    expect(lastCall()?.path).toBe('/openai/v1/responses')
    await ask({ ...wishes, basepath: 'https://gate.example/openai' }, question, azureCase)
    expect(lastCall()?.path).toMatch(/\/deployments\/[^/]+\/chat\/completions$/)
  })

  test('tells thoughts of other vendors’ models that stand in chat completions', async () => {
    vendor.respondWith({ reasoning: 'Deep.', text: 'Yes.' })
    expect(reasoningOf((await ask({}, question, azureCase)).parts)).toBe('Deep.')
    expect(lastCall()?.path).toMatch(/\/deployments\/[^/]+\/chat\/completions$/)
  })
})

/** The next turn: what was said, and what the tools gave. */
function followUp(parts: ModelReply['parts']): ModelRequest {
  const content = toolCallsOf(parts).map(({ id, name }) => ({
    type: 'tool-result' as const,
    id,
    name,
    content: 'rain',
  }))
  const messages: ModelRequest['messages'] = [
    ...question.messages,
    { role: 'assistant', content: parts },
    { role: 'tool', content },
  ]
  return { ...question, messages }
}
