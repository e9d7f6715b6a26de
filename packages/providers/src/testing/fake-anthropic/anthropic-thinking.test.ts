import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'
import {
  add,
  ask,
  type Case,
  expectRefusal,
  HEADERS,
  hello,
  KEY,
  post,
  result,
  say,
  thought,
  use,
} from './raw-call.fixture.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: KEY })
})
afterAll(() => vendor.close())

const thinking = { type: 'enabled', budget_tokens: 1024 }

describe('thinking', () => {
  test.each<Case>([
    ['without a budget', { thinking: { type: 'enabled' } }, 'budget_tokens: Field required'],
    [
      'with a small budget',
      { thinking: { ...thinking, budget_tokens: 1023 } },
      'greater than or equal to 1024',
    ],
    ['with all tokens', { thinking, max_tokens: 1024 }, 'must be greater than `thinking.budget_tokens`'],
    ['with temperature', { thinking, temperature: 0.9 }, '`temperature` may only be set to 1'],
    ['with top_k', { thinking, top_k: 5 }, '`top_k` must be unset'],
    ['with a low top_p', { thinking, top_p: 0.9 }, '`top_p` must be greater than'],
    ['with any tool', { thinking, tools: [add], tool_choice: { type: 'any' } }, 'forces tool use'],
    [
      'with one tool',
      { thinking, tools: [add], tool_choice: { type: 'tool', name: 'add' } },
      'forces tool use',
    ],
    ['of a kind not known', { thinking: { type: 'deep' } }, "Input tag 'deep'"],
    ['adaptive, of an old model', { thinking: { type: 'adaptive' } }, 'not supported for this model'],
    ['with a budget, of a new model', { model: 'claude-opus-5-5', thinking }, 'not supported for this model'],
    ['that starts a turn with a tool', { thinking, ...say([use], [result]) }, 'Expected `thinking` or'],
    [
      'that starts a turn with text',
      { thinking, ...say([{ type: 'text', text: 'So' }, use], [result]) },
      'but found `text`',
    ],
    [
      'without signature',
      { thinking, ...say([{ ...thought, signature: undefined }, use], [result]) },
      'signature: Field required',
    ],
    [
      'with a forged signature',
      { thinking, ...say([{ ...thought, signature: 'abc' }, use], [result]) },
      'Invalid `signature`',
    ],
    [
      'that was changed',
      { thinking, ...say([{ ...thought, thinking: 'Two' }, use], [result]) },
      'cannot be modified',
    ],
    [
      'that was changed long ago',
      say([
        { ...thought, thinking: 'Two' },
        { type: 'text', text: 'Hm' },
      ]),
      'cannot be modified',
    ],
    [
      'that only the vendor reads, forged',
      say([
        { type: 'redacted_thinking', data: 'x' },
        { type: 'text', text: 'Hm' },
      ]),
      'Invalid `data`',
    ],
    [
      'at the end of a message',
      say([{ type: 'text', text: 'So' }, thought]),
      'final block in an assistant message',
    ],
    [
      'that is to be kept',
      say([{ ...thought, cache_control: { type: 'ephemeral' } }, use], [result]),
      'Extra inputs',
    ],
  ])('is refused %s', async (_, changes, words) => expectRefusal(vendor, { tools: [add], ...changes }, words))

  test.each<Case>([
    ['the blocks of the current turn', { thinking, ...say([thought, use], [result]) }, ''],
    ['older turns without any', { thinking, ...say([{ type: 'text', text: 'Yes.' }]) }, ''],
    ['blocks while it is off', say([thought, use], [result]), ''],
  ])('takes %s', async (_, changes) => {
    expect(await ask(vendor, { tools: [add], ...changes })).toMatchObject({ status: 200 })
  })

  test('may spend more than the answer when it goes on between tools', async () => {
    const body = { model: 'claude-haiku-4-5', max_tokens: 1024, thinking, messages: [hello] }
    const betas = { ...HEADERS, 'anthropic-beta': 'other, interleaved-thinking-2025-05-14' }
    expect(await post(vendor, body)).toMatchObject({ status: 400 })
    expect(await post(vendor, body, betas)).toMatchObject({ status: 200 })
  })

  test('must come back whole with the use of a tool that it led to', async () => {
    vendor.respondWith({ thinking: ['First', 'Second'], toolCalls: [{ name: 'add', input: {} }] })
    const { value } = await ask(vendor, { thinking, tools: [add] })
    const [first, second, call] = value.content
    const results = [{ type: 'tool_result', tool_use_id: call.id, content: '2' }]
    await expectRefusal(
      vendor,
      { thinking, tools: [add], ...say([first, call], results) },
      'cannot be modified',
    )
    expect(
      await ask(vendor, { thinking, tools: [add], ...say([first, second, call], results) }),
    ).toMatchObject({
      status: 200,
    })
  })
})
