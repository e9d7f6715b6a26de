import type { JsonObject } from '@runnel/contract'
import {
  type ModelMessage,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  REPHRASE_PROMPT,
  type ToolDescription,
  textOf,
  toolCallsOf,
} from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openDemoChatModel } from './open-demo-chat-model.ts'
import { DEMO_NOTE } from './read-question.ts'

const noSignal = new AbortController().signal
const noNetwork = {
  ...providerContext(),
  fetch: () => Promise.reject(new Error('The Demo model has no network.')),
}

async function ask(question: string, request: Partial<ModelRequest> = {}) {
  const model = await openDemoChatModel(modelWith({}), noNetwork)
  const messages: ModelMessage[] = [...(request.messages ?? []), { role: 'user', content: question }]
  return read(await model.generate({ ...request, messages }, noSignal))
}

/** A reply with its text and its calls at hand. */
function read(reply: ModelReply) {
  return { ...reply, text: textOf(reply.parts), toolCalls: toolCallsOf(reply.parts) }
}

const calculator: ToolDescription = {
  name: 'calculator',
  description: 'Computes',
  inputSchema: { type: 'object', properties: { input: { type: 'string' } } },
}
const clock: ToolDescription = {
  name: 'current_date_time',
  description: 'Tells the date and the time',
  inputSchema: { type: 'object', properties: {} },
}
const tools = [calculator, clock]

describe('an answer of the Demo model', () => {
  test('is the sentence of the system message that fits the question best', async () => {
    const content = 'You help guests. The pool opens at eight. Breakfast is served from seven to ten.'
    const { text } = await ask('When is breakfast?', { messages: [{ role: 'system', content }] })
    expect(text).toBe('Breakfast is served from seven to ten.')
  })

  test('comes from what was said before', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: `${DEMO_NOTE} You wrote: “My name is Ada.”` },
    ]
    expect((await ask('What is my name?', { messages })).text).toBe('My name is Ada.')
  })

  test('comes from the documents of a filled prompt', async () => {
    const prompt =
      'Use this text.\n\nRiver Po is 652 km long. River Rhine is 1233 km long.\n\nQuestion: How long is the Rhine?\nAnswer:'
    expect((await ask(prompt)).text).toBe('River Rhine is 1233 km long.')
  })

  test.each([
    ['A key costs fifteen pounds; they are paid back\non its return. Hoses are forbidden.'],
    ['The tanks are open until ten. A key costs fifteen pounds;\nthey are paid back on its return.'],
  ])('is a whole sentence, also where the width of a page parts it: %#', async (text) => {
    const answer = 'A key costs fifteen pounds; they are paid back on its return.'
    expect((await ask(`${text}\n\nQuestion: What does a key cost?\nAnswer:`)).text).toBe(answer)
  })

  test('is a line of its own where lines are rows, items or headings', async () => {
    const rows = 'item: Tea 4\nprice: 4.70\n\nPump house\n- a key costs fifteen pounds\n- a lock costs ten'
    expect((await ask(`${rows}\n\nQuestion: What price?`)).text).toBe('price: 4.70')
    expect((await ask(`${rows}\n\nQuestion: What is a lock?`)).text).toBe('- a lock costs ten')
  })

  test.each([
    [REPHRASE_PROMPT],
    [
      'Given the conversation, rephrase the follow up question.\n\nChat History:\n{chat_history}\nFollow Up Input: {question}\nStandalone question:',
    ],
  ])('to a prompt that wants the question of a conversation is that question: %#', async (prompt) => {
    const talk = 'user: Who keeps the lighthouse Bell?\nassistant: The lighthouse Bell is kept by Ada.'
    const filled = prompt.replace('{chat_history}', talk)
    for (const question of ['Who keeps the lighthouse Finn?', 'And Finn?\nIs it far: a mile?'])
      expect((await ask(filled.replace('{question}', question))).text).toBe(question)
  })

  test('is to the person, not to the answers of other nodes', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Refund please' },
      { role: 'user', content: '{"topic": "refund"}', name: 'llm_0' },
    ]
    const model = await openDemoChatModel(modelWith({}), noNetwork)
    expect(read(await model.generate({ messages }, noSignal)).text).toContain('“Refund please”')
  })

  test('says plainly that there is no AI when nothing fits', async () => {
    const { text } = await ask('Write a poem about snow')
    expect(text).toContain('not an AI')
    expect(text).toContain('“Write a poem about snow”')
  })

  test('is the same every time, with its words counted', async () => {
    const first = await ask('Hello out there')
    expect(await ask('Hello out there')).toEqual(first)
    expect(first.usage.inputTokens).toBe(3)
    expect(first.usage.outputTokens).toBe(first.text.split(' ').length)
  })

  test('to a very long message or conversation is made of its end, with few words read', async () => {
    const long = `${'word '.repeat(200_000)}the end`
    const messages: ModelMessage[] = [
      { role: 'system', content: 'The end is near. '.repeat(50_000) },
      { role: 'assistant', content: [{ type: 'text', text: long }] },
    ]
    const reply = await ask(long, { messages, tools })
    expect(reply.text).toMatch(/not an AI.*the end”$/)
    expect(reply.text.length).toBeLessThan(21_000)
    expect(reply.usage.inputTokens).toBeLessThan(21_000)
    const short = await ask('What colour is the sky?', {
      messages: [...messages, { role: 'user', content: 'The colour of the sky is green.' }],
    })
    expect(short.text).toBe('The colour of the sky is green.')
  })

  test('that is a list has few items, however many parts a text has', async () => {
    const schema = { type: 'object', properties: { parts: { type: 'array', items: { type: 'string' } } } }
    const { text } = await ask('a,'.repeat(5_000), { structure: { name: 'parts', schema } })
    expect(JSON.parse(text).parts).toHaveLength(100)
  })
})

describe('tools', () => {
  test.each([
    ['What is 12 * (3 + 4)?', '12 * (3 + 4)'],
    ['How much is 7 times 6', '7 * 6'],
    ['Tell me the sum of 3 and 4.5 please', '3 + 4.5'],
    ['sqrt(16) + 2 = ?', 'sqrt(16) + 2'],
    ['10 divided by 4', '10 / 4'],
  ])('%j goes to the calculator', async (question, input) => {
    const reply = await ask(question, { tools })
    expect(reply.toolCalls).toEqual([
      { type: 'tool-call', id: 'demo-call-1', name: 'calculator', input: { input } },
    ])
    expect(reply.finishReason).toBe('tool-calls')
  })

  test.each(['What time is it?', 'Which day is today?', 'Tell me the current date'])(
    '%j goes to the date tool',
    async (question) => {
      expect((await ask(question, { tools })).toolCalls[0]?.name).toBe('current_date_time')
    },
  )

  test.each(['What happened on 2026-01-02?', 'I have 3 cats', 'Tell me about tea'])(
    '%j goes to none',
    async (question) => {
      expect((await ask(question, { tools })).toolCalls).toEqual([])
    },
  )

  test('are left alone when they are not there or not wanted', async () => {
    expect((await ask('1 + 1', { tools: [clock] })).toolCalls).toEqual([])
    expect((await ask('1 + 1', { tools, toolChoice: 'none' })).toolCalls).toEqual([])
  })

  test('have their results said in words', async () => {
    const model = await openDemoChatModel(modelWith({}), noNetwork)
    const say = async (toolName: string, content: string, isError = false) => {
      const messages: ModelMessage[] = [
        { role: 'user', content: '6 * 7' },
        { role: 'assistant', content: [{ type: 'tool-call', id: 'c', name: toolName, input: {} }] },
        { role: 'tool', content: [{ type: 'tool-result', id: 'c', name: toolName, content, isError }] },
      ]
      return read(await model.generate({ messages, tools }, noSignal)).text
    }
    expect(await say('calculator', '42')).toBe('The result is 42.')
    const moment = '{"date":"2026-01-02","day":"Friday","time":"12:00:00","timeZone":"UTC"}'
    expect(await say('current_date_time', moment)).toBe('It is Friday, 2026-01-02, 12:00:00 UTC.')
    expect(await say('weather', 'sunny')).toBe('The tool weather says: sunny')
    expect(await say('weather', 'no station', true)).toBe('The tool weather failed: no station')
  })
})

describe('structured answers', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      topic: { type: 'string', enum: ['refund', 'delivery'] },
      pieces: { type: 'number' },
      urgent: { type: 'boolean' },
      words: { type: 'array', items: { type: 'string' } },
      who: { type: 'object', properties: { name: { type: 'string' } } },
    },
  }
  const filled = {
    topic: 'delivery',
    pieces: 3,
    urgent: false,
    words: ['My delivery of 3 cups is not urgent', 'thanks'],
    who: { name: 'My delivery of 3 cups is not urgent, thanks' },
  }
  const question = 'My delivery of 3 cups is not urgent, thanks'

  test('fill the schema from the text', async () => {
    const { text } = await ask(question, { structure: { name: 'order', schema } })
    expect(JSON.parse(text)).toEqual(filled)
  })
})

describe('streaming', () => {
  async function collect(values: JsonObject, signal = noSignal) {
    const slept: number[] = []
    const sleep = async (milliseconds: number) => {
      slept.push(milliseconds)
    }
    const model = await openDemoChatModel(modelWith(values), { ...noNetwork, sleep })
    const parts: ModelPart[] = []
    const request: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
    for await (const part of model.stream(request, signal)) parts.push(part)
    return { parts, slept }
  }

  test('gives word by word with a pause each, then the whole', async () => {
    const { parts, slept } = await collect({ delayMs: 5 })
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    const last = parts.at(-1)
    expect(texts.length).toBeGreaterThan(5)
    expect(last?.type === 'finish' && textOf(last.reply.parts)).toBe(texts.join(''))
    expect(slept).toEqual(texts.map(() => 5))
  })

  test('does not pause when told so, and is one piece when streaming is off', async () => {
    expect((await collect({ delayMs: 0 })).slept).toEqual([])
    const { parts } = await collect({ streaming: false, delayMs: 0 })
    expect(parts.map(({ type }) => type)).toEqual(['text', 'finish'])
  })

  test('ends when the run is stopped', async () => {
    await expect(collect({ delayMs: 0 }, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})
