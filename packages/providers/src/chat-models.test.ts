import type { JsonObject } from '@runnel/contract'
import {
  type ChatModel,
  listProvided,
  type ModelPart,
  type ModelRequest,
  reasoningOf,
  textOf,
  toolCallsOf,
} from '@runnel/node-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { chatModelCases } from './chat-model-cases.fixture.ts'
import {
  type ChatModelCase,
  type FakeVendor,
  type HearingCase,
  isWithout,
} from './testing/chat-model-case.ts'
import { type CaseChanges, collectParts, openCaseModel } from './testing/open-case-model.fixture.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'A private question' }] }
const weather = {
  name: 'weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const withImage: ModelRequest = {
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'file', mediaType: 'image/png', source: { base64: PIXEL } },
      ],
    },
  ],
}

test('every chat model of the catalogue that calls a vendor is held to these tests', () => {
  const names = providerCatalogue
    .filter(({ name }) => name !== 'demo')
    .flatMap(({ nodes }) => nodes)
    .filter(({ definition }) => listProvided(definition).includes('chatModel'))
    .map(({ definition }) => definition.name)
  expect(chatModelCases.map(({ node }) => node).sort()).toEqual(names.sort())
})

test('a model without images is one whose node has no switch that lets them through', () => {
  const nodes = providerCatalogue.flatMap((provider) => provider.nodes)
  for (const { node, images } of chatModelCases) {
    const inputs = nodes.find(({ definition }) => definition.name === node)?.definition.inputs ?? []
    expect([node, isWithout(images)]).toEqual([
      node,
      !inputs.some(({ name }) => name === 'allowImageUploads'),
    ])
  }
})

test('a model that hears is one whose node has a switch that lets recordings through', () => {
  for (const { node, sounds } of chatModelCases)
    expect([node, sounds !== undefined]).toEqual([node, soundTypesOf(node).length > 0])
})

test('a model that hears nothing says who would', async () => {
  const deaf = chatModelCases.find(({ node }) => node === 'chatAnthropic')
  if (!deaf) throw new Error('There is no chatAnthropic.')
  const vendor = await deaf.startFake()
  try {
    const { model } = await openCaseModel(deaf, vendor)
    await expect(model.generate(spoken('audio/wav'), noSignal)).rejects.toThrow('Choose a model that hears')
  } finally {
    await vendor.close()
  }
})

describe.each(chatModelCases)('$node', (model) => {
  let vendor: FakeVendor
  beforeAll(async () => {
    vendor = await model.startFake()
  })
  beforeEach(() => {
    vendor.requests.length = 0
  })
  afterAll(() => vendor.close())
  const open = async (changes?: CaseChanges) => (await openCaseModel(model, vendor, changes)).model

  answers(model, open, () => vendor)
  if (!isWithout(model.structure)) structure(model, open, () => vendor)
  if (!isWithout(model.tools)) tools(open, () => vendor)
  faults(model, open, () => vendor)
  if (!isWithout(model.images)) images(model.images, open, () => vendor)
  if (model.sounds) sounds(model, model.sounds, () => vendor)
  if (!isWithout(model.reasoning)) reasoning(model.reasoning, open, () => vendor)
  if (!isWithout(model.reasoning) && !isWithout(model.tools)) turns(model.reasoning, open, () => vendor)
})

type Open = (changes?: CaseChanges) => Promise<ChatModel>

function answers({ settings, worksWithoutKey }: ChatModelCase, open: Open, vendor: () => FakeVendor) {
  test('a whole answer carries text and usage', async () => {
    vendor().respondWith({ text: 'Good day.', usage: { prompt: 12, completion: 3 } })
    const reply = await (await open()).generate(hello, noSignal)
    expect(textOf(reply.parts)).toBe('Good day.')
    expect(reply.usage).toMatchObject({ inputTokens: 12, outputTokens: 3, totalTokens: 15 })
    expect(reply.finishReason).toBe('stop')
  })

  test('the values of the node go out with the call', async () => {
    await (await open({ values: settings.values })).generate(hello, noSignal)
    expect(vendor().requests.at(-1)?.body).toMatchObject(settings.body)
  })

  test('a streamed answer comes in pieces and ends whole, with usage', async () => {
    vendor().respondWith({ text: 'One two three.', usage: { prompt: 4, completion: 3 } })
    const parts = await collectParts((await open()).stream(hello, noSignal))
    expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(1)
    expect(joinText(parts)).toBe('One two three.')
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      reply: { usage: { inputTokens: 4, outputTokens: 3 }, finishReason: 'stop' },
    })
  })

  test('with streaming off the vendor is asked for the whole', async () => {
    const parts = await collectParts((await open({ values: { streaming: false } })).stream(hello, noSignal))
    expect(parts.map(({ type }) => type)).toEqual(['text', 'finish'])
  })

  test('a missing key is named before anybody is called', async () => {
    if (worksWithoutKey) return expect(await open({ credential: null })).toBeTruthy()
    await expect(open({ credential: null })).rejects.toMatchObject({ code: 'missing_credential' })
  })

  test('a model without a name is refused', async () => {
    const unnamed = { modelName: '', modelId: '', model: '', customModelName: '', customModel: '' }
    await expect(open({ values: unnamed })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
}

function structure({ structure: kind }: ChatModelCase, open: Open, vendor: () => FakeVendor) {
  test('JSON that fits a schema comes as text', async () => {
    const schema = {
      type: 'object',
      properties: { mood: { type: 'string', enum: ['good', 'bad'] } },
      required: ['mood'],
      additionalProperties: false,
    }
    const reply = await (await open()).generate({ ...hello, structure: { name: 'mood', schema } }, noSignal)
    expect(JSON.parse(textOf(reply.parts))).toEqual({ mood: 'good' })
    expect(toolCallsOf(reply.parts)).toEqual([])
    if (kind === 'by strict schema')
      expect(vendor().requests.at(-1)?.body).toMatchObject({ tools: [{ function: { strict: true } }] })
  })

  test('a schema that is open is asked for without strictness', async () => {
    const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] }
    await (await open()).generate({ ...hello, structure: { name: 'mood', schema } }, noSignal)
    expect(JSON.stringify(vendor().requests.at(-1)?.body)).not.toContain('"strict":true')
  })
}

function tools(open: Open, vendor: () => FakeVendor) {
  const calls = [
    { id: 'call_one11', name: 'weather', input: { city: 'Llanfairpwllgwyngyll' } },
    { id: 'call_two22', name: 'weather', input: { city: 'Bern' } },
  ]

  test('tools are called, whole and in pieces', async () => {
    const request = { ...hello, tools: [weather] }
    vendor().respondWith({ toolCalls: calls })
    const whole = await (await open()).generate(request, noSignal)
    expect(toolCallsOf(whole.parts).map(({ input }) => input)).toEqual(calls.map(({ input }) => input))
    expect(whole.finishReason).toBe('tool-calls')
    vendor().respondWith({ toolCalls: calls })
    const last = (await collectParts((await open()).stream(request, noSignal))).at(-1)
    const streamed = last?.type === 'finish' ? toolCallsOf(last.reply.parts) : []
    expect(streamed.map(({ name, input }) => ({ name, input }))).toEqual(
      calls.map(({ name, input }) => ({ name, input })),
    )
  })

  test('what tools gave goes back, and a refusal of the vendor is never met', async () => {
    vendor().respondWith({ text: 'I look.', toolCalls: calls }, { text: 'Rain in both.' })
    const opened = await open()
    const request = { ...hello, tools: [weather] }
    const first = await opened.generate(request, noSignal)
    const results = toolCallsOf(first.parts).map(({ id, name }, index) => ({
      type: 'tool-result' as const,
      id,
      name,
      content: index === 0 ? 'Rain' : { json: { sky: 'grey' } },
    }))
    const messages: ModelRequest['messages'] = [
      { role: 'system', content: 'Be brief.' },
      ...hello.messages,
      { role: 'assistant', content: first.parts },
      { role: 'tool', content: results },
    ]
    const second = await opened.generate({ ...request, messages }, noSignal)
    expect(textOf(second.parts)).toBe('Rain in both.')
    const sent = JSON.stringify(vendor().requests.at(-1)?.body)
    for (const told of ['Rain', 'grey', 'Be brief.']) expect(sent).toContain(told)
  })
}

function faults(model: ChatModelCase, open: Open, vendor: () => FakeVendor) {
  test.each([
    [400, false],
    [401, false],
    [404, false],
    [429, true],
    [500, true],
    [503, true],
  ])('a refusal with status %i is said in plain words', async (status, retryable) => {
    vendor().respondWith({ status, message: 'Words of the vendor' })
    const failing = (await open()).generate(hello, noSignal)
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
  })

  test('how long to wait is handed on', async () => {
    vendor().respondWith({ status: 429, headers: { 'retry-after': '7' } })
    await expect((await open()).generate(hello, noSignal)).rejects.toMatchObject({ retryAfterMs: 7000 })
  })

  test('no fault repeats the key or the prompt', async () => {
    const keys = Object.values(model.credential)
    vendor().respondWith({ status: 400, message: `Bad key ${keys.join(' ')} for this` })
    const error = await (await open()).generate(hello, noSignal).catch((thrown: Error) => thrown)
    if (!(error instanceof Error)) throw new Error('The call did not fail.')
    const told = JSON.stringify([error.message, String(error.cause), { ...error }, error.stack])
    for (const secret of ['A private question', ...keys]) expect(told).not.toContain(secret)
  })

  test.each([{ malformed: '<html>Bad gateway</html>' }, { hangUp: true }] as const)(
    'an answer that cannot be read may be tried again: %o',
    async (broken) => {
      vendor().respondWith(broken)
      const failing = (await open()).generate(hello, noSignal)
      await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable: true })
    },
  )

  test('a stream that is cut is a fault after the words that came', async () => {
    vendor().respondWith({ text: 'One two three four.', cutAfter: 2, tokenDelayMs: 5 })
    const seen: ModelPart[] = []
    const reading = (async () => {
      for await (const part of (await open()).stream(hello, noSignal)) seen.push(part)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'model_error', retryable: true })
    expect(joinText(seen)).toBe('One two ')
  })

  test.each(['generate', 'stream'] as const)('stop ends a waiting %s', async (way) => {
    vendor().respondWith({ text: 'Never.', delayMs: 20_000 })
    const stop = new AbortController()
    const opened = await open()
    const waiting =
      way === 'generate'
        ? opened.generate(hello, stop.signal)
        : collectParts(opened.stream(hello, stop.signal))
    await expect.poll(() => vendor().requests.length).toBe(1)
    stop.abort()
    await expect(waiting).rejects.toThrow()
  })
}

function images(values: JsonObject, open: Open, vendor: () => FakeVendor) {
  test('images go out only when the author lets them through', async () => {
    await expect((await open()).generate(withImage, noSignal)).rejects.toThrow('Allow Image Uploads')
    expect(vendor().requests).toEqual([])
    const reply = await (await open({ values })).generate(withImage, noSignal)
    expect(textOf(reply.parts)).not.toBe('')
    expect(JSON.stringify(vendor().requests.at(-1)?.body)).toContain(PIXEL)
  })
}

/** Recordings of those types, as far as their first bytes tell. */
const RECORDINGS: Readonly<Record<string, string>> = {
  'audio/wav': btoa('RIFF0000WAVEfmt '),
  'audio/mpeg': btoa('ID3 what was said'),
  'audio/ogg': btoa('OggS what was said'),
  'audio/flac': btoa('fLaC what was said'),
}

const spoken = (mediaType: string): ModelRequest => {
  const source = { base64: RECORDINGS[mediaType] ?? btoa('odd') }
  return { messages: [{ role: 'user', content: [{ type: 'file', mediaType, source }] }] }
}

/** What chats take by the switch of the node goes out as what it is. */
function sounds(model: ChatModelCase, hearing: HearingCase, vendor: () => FakeVendor) {
  const open = async (changes: CaseChanges) => (await openCaseModel(model, vendor(), changes)).model
  const { values, account = {} } = hearing

  describe.each(soundTypesOf(model.node))('a recording of type %s', (mediaType) => {
    test.each(['generate', 'stream'] as const)('goes out as what it is, by %s', async (way) => {
      const { parts } = await replyOf(await open({ values, account }), spoken(mediaType), way)
      expect(textOf(parts)).not.toBe('')
      expect(vendor().requests).toHaveLength(1)
      const part = hearing.part(mediaType, RECORDINGS[mediaType] ?? '')
      expect(JSON.stringify(vendor().requests[0]?.body)).toContain(JSON.stringify(part))
    })
  })

  test('recordings go out only when the author lets them through', async () => {
    const deaf = { ...values, allowAudioUploads: false, allowImageUploads: false }
    const asked = (await open({ values: deaf, account })).generate(spoken('audio/wav'), noSignal)
    await expect(asked).rejects.toThrow(
      `does not take files of type audio/wav. Turn on ${hearing.switchLabel}`,
    )
    expect(vendor().requests).toEqual([])
  })

  if (hearing.switchLabel === 'Allow Image Uploads') return
  test('a recording of another type is refused before anybody is called, with those that are heard', async () => {
    const asked = (await open({ values, account })).generate(spoken('audio/ogg'), noSignal)
    await expect(asked).rejects.toThrow('It hears audio/wav, audio/mpeg.')
    expect(vendor().requests).toEqual([])
  })

  test('a model that does not hear refuses them in the words of its vendor', async () => {
    const asked = (await open({ values: { allowAudioUploads: true } })).generate(
      spoken('audio/wav'),
      noSignal,
    )
    await expect(asked).rejects.toMatchObject({
      code: 'model_error',
      retryable: false,
      vendorStatus: 400,
      message: expect.stringContaining('only supported by certain models'),
    })
  })
}

/** Types of recordings that chats take by a switch of the node. */
function soundTypesOf(node: string): string[] {
  const types = providerCatalogue.flatMap(({ nodes }) => nodes)
  const { inputs = [] } = types.find(({ definition }) => definition.name === node)?.definition ?? {}
  return inputs.flatMap(({ opensMedia = [] }) => opensMedia).filter((type) => type.startsWith('audio/'))
}

function reasoning(values: JsonObject, open: Open, vendor: () => FakeVendor) {
  test('what the model thinks comes apart from what it says', async () => {
    const answer = { reasoning: 'Let me see.', text: 'Four.' }
    vendor().respondWith(answer)
    const whole = await (await open({ values })).generate(hello, noSignal)
    expect(whole.parts.map(({ type }) => type).sort()).toEqual(['reasoning', 'text'])
    vendor().respondWith(answer)
    const parts = await collectParts((await open({ values })).stream(hello, noSignal))
    const thought = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
    expect(thought).toBe('Let me see.')
    expect(joinText(parts)).toBe('Four.')
  })
}

function turns(values: JsonObject, open: Open, vendor: () => FakeVendor) {
  test.each(['generate', 'stream'] as const)(
    'what it thought goes back over turns of tools as a journal kept it, by %s',
    async (way) => {
      vendor().respondWith(
        {
          reasoning: 'First this.',
          toolCalls: [{ id: 'call_one11', name: 'weather', input: { city: 'Bern' } }],
        },
        {
          reasoning: 'Then that.',
          toolCalls: [{ id: 'call_two22', name: 'weather', input: { city: 'Ulm' } }],
        },
        { reasoning: 'So.', text: 'Rain in both.' },
      )
      let messages = hello.messages
      const thoughts: string[] = []
      for (let turn = 0; turn < 3; turn++) {
        // Each turn another process: a model is opened anew, and knows what was written down.
        const opened = await open({ values })
        const { parts } = await replyOf(opened, { messages, tools: [weather] }, way)
        thoughts.push(reasoningOf(parts))
        const results = toolCallsOf(parts).map(({ id, name }) => ({
          type: 'tool-result' as const,
          id,
          name,
          content: 'Rain',
        }))
        const told: ModelRequest['messages'] = [
          { role: 'assistant', content: parts },
          { role: 'tool', content: results },
        ]
        messages = JSON.parse(JSON.stringify([...messages, ...told]))
      }
      expect(thoughts).toEqual(['First this.', 'Then that.', 'So.'])
      expect(JSON.stringify(messages)).toContain('Rain in both.')
    },
  )
}

async function replyOf(model: ChatModel, request: ModelRequest, way: 'generate' | 'stream') {
  if (way === 'generate') return model.generate(request, noSignal)
  const last = (await collectParts(model.stream(request, noSignal))).at(-1)
  if (last?.type !== 'finish') throw new Error('The stream has no end.')
  return last.reply
}

function joinText(parts: ModelPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}
