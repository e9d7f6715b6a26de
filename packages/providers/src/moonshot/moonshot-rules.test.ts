import type { JsonObject } from '@runnel/contract'
import { type ModelRequest, textOf } from '@runnel/node-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { openCaseModel } from '../testing/open-case-model.fixture.ts'
import { moonshotCase } from './moonshot-case.fixture.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const SAMPLING = { temperature: 0.2, topP: 0.5, frequencyPenalty: 0.1, presencePenalty: 0.3, maxTokens: 100 }
const mood = {
  name: 'mood',
  schema: {
    type: 'object',
    properties: { mood: { type: 'string', enum: ['good', 'bad'] } },
    required: ['mood'],
    additionalProperties: false,
  },
}

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await moonshotCase.startFake()
})
afterEach(() => vendor.close())

async function ask(values: JsonObject, request: ModelRequest = hello) {
  const { model } = await openCaseModel(moonshotCase, vendor, { values })
  const { parts } = await model.generate(request, noSignal)
  return { text: textOf(parts), body: vendor.requests.at(-1)?.body as JsonObject }
}

describe.each(['kimi-k3', 'kimi-k2.7-code', 'kimi-k2.6'])('%s', (modelName) => {
  test('is asked without what the vendor fixes', async () => {
    const { body } = await ask({ modelName, ...SAMPLING, thinking: false })
    expect(body).toMatchObject({ max_completion_tokens: 100 })
    for (const name of ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'max_tokens'])
      expect(body).not.toHaveProperty(name)
  })

  test('gives JSON by a schema, which no tool can be forced for while it thinks', async () => {
    const { text } = await ask({ modelName }, { ...hello, structure: mood })
    expect(JSON.parse(text)).toEqual({ mood: 'good' })
  })

  test('goes on where a model of another vendor called a tool', async () => {
    const call = { type: 'tool-call' as const, id: 'call_one11', name: 'weather', input: { city: 'Bern' } }
    const messages: ModelRequest['messages'] = [
      ...hello.messages,
      {
        role: 'assistant',
        content: [{ type: 'reasoning', text: 'Hm.', vendor: { anthropic: { signature: 'x' } } }, call],
      },
      { role: 'tool', content: [{ type: 'tool-result', id: call.id, name: call.name, content: 'Rain' }] },
    ]
    const { body } = await ask({ modelName }, { messages })
    expect(JSON.stringify(body)).not.toContain('Hm.')
  })
})

test('Kimi K2.6 thinks unless its author says otherwise, and is then made to give its fields', async () => {
  expect((await ask({ modelName: 'kimi-k2.6' })).body).not.toHaveProperty('thinking')
  const { body, text } = await ask({ modelName: 'kimi-k2.6', thinking: false }, { ...hello, structure: mood })
  expect(body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'function' } })
  expect(JSON.parse(text)).toEqual({ mood: 'good' })
})

test('how much is thought is told to Kimi K3 alone', async () => {
  const values = { reasoningEffort: 'low' }
  expect((await ask({ ...values, modelName: 'kimi-k3' })).body).toMatchObject({ reasoning_effort: 'low' })
  for (const modelName of ['kimi-k2.6', 'moonshot-v1-8k'])
    expect((await ask({ ...values, modelName })).body).not.toHaveProperty('reasoning_effort')
})

test('the older series takes temperature and its like', async () => {
  const { body } = await ask({ modelName: 'moonshot-v1-8k', ...SAMPLING })
  expect(body).toMatchObject({
    temperature: 0.2,
    top_p: 0.5,
    frequency_penalty: 0.1,
    presence_penalty: 0.3,
    max_tokens: 100,
  })
})

test('an account without credit is not asked again', async () => {
  vendor.respondWith({
    status: 429,
    message: 'Your account is suspended, please check your plan and billing details',
  })
  await expect(ask({})).rejects.toMatchObject({ code: 'model_error', retryable: false })
})
