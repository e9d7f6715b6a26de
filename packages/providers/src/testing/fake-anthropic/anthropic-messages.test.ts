import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'
import {
  add,
  ask,
  type Case,
  expectRefusal,
  hello,
  KEY,
  result,
  say,
  thought,
  use,
  user,
} from './raw-call.fixture.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: KEY })
})
afterAll(() => vendor.close())

describe('a message', () => {
  test.each<Case>([
    ['none', { messages: [] }, 'at least one message is required'],
    [
      'of the system',
      { messages: [hello, { role: 'system', content: 'Be short' }] },
      'Unexpected role "system"',
    ],
    ['of nobody', { messages: [{ role: 'tool', content: '2' }] }, "Input should be 'user' or 'assistant'"],
    [
      'of the assistant first',
      { messages: [{ role: 'assistant', content: 'Hi' }, hello] },
      'must use the "user" role',
    ],
    ['without content', { messages: [{ role: 'user', content: '' }] }, 'must have non-empty content'],
    [
      'with a name',
      { messages: [{ ...hello, name: 'Ann' } as typeof hello] },
      'messages.0.name: Extra inputs',
    ],
    ['with an empty text', user({ type: 'text', text: '' }), 'text content blocks must be non-empty'],
    ['with a blank text', user({ type: 'text', text: ' \n' }), 'must contain non-whitespace text'],
    ['with an empty system text', { system: [{ type: 'text', text: '' }] }, 'system: text content blocks'],
    ['with thinking of the user', user(thought), "Input tag 'thinking'"],
    ['with a result of the assistant', say([result]), "Input tag 'tool_result'"],
    [
      'to go on with a blank end',
      { messages: [hello, { role: 'assistant', content: 'I ' }] },
      'trailing whitespace',
    ],
    [
      'to go on, of a new model',
      { model: 'claude-opus-4-6', messages: [hello, { role: 'assistant', content: 'I' }] },
      'does not support assistant message prefill',
    ],
  ])('is refused: %s', async (_, changes, words) => expectRefusal(vendor, changes, words))

  test('may have a neighbour of the same role, and an end to go on with', async () => {
    expect(await ask(vendor, { messages: [hello, hello] })).toMatchObject({ status: 200 })
    const prefill = [hello, { role: 'assistant', content: 'I' }]
    expect(await ask(vendor, { messages: prefill })).toMatchObject({ status: 200 })
  })
})

describe('a tool', () => {
  test.each<Case>([
    ['used without result', say([use]), 'without `tool_result` blocks immediately after: toolu_1'],
    ['used at the end', { messages: [hello, { role: 'assistant', content: [use] }] }, 'immediately after'],
    ['whose result is not first', say([use], [{ type: 'text', text: 'So' }, result]), 'immediately after'],
    [
      'whose result has no use',
      user(result),
      'unexpected `tool_use_id` found in `tool_result` blocks: toolu_1',
    ],
    ['with another id in its result', say([use], [result, { ...result, tool_use_id: 'toolu_2' }]), 'toolu_2'],
    ['with two results', say([use], [result, result]), 'must have a single result'],
    ['used twice with one id', say([use, use], [result]), 'ids must be unique'],
    ['with an odd id', say([{ ...use, id: 'call.1' }], [result]), 'tool_use.id: String should match'],
    ['with input that is no object', say([{ ...use, input: '{}' }], [result]), 'valid dictionary'],
    [
      'that failed without words',
      say([use], [{ ...result, content: '', is_error: true }]),
      'content cannot be empty',
    ],
    [
      'that failed with an image',
      say([use], [{ ...result, content: [{ type: 'image' }], is_error: true }]),
      'must be type "text"',
    ],
    [
      'with an empty text as result',
      say([use], [{ ...result, content: [{ type: 'text', text: '' }] }]),
      'non-empty',
    ],
    ['with a name that is none', { tools: [{ ...add, name: 'web.search' }] }, 'tools.0.custom.name'],
    ['with a long name', { tools: [{ ...add, name: 'a'.repeat(129) }] }, 'tools.0.custom.name'],
    ['without schema', { tools: [{ name: 'add' }] }, 'input_schema: Field required'],
    [
      'without type in its schema',
      { tools: [{ name: 'add', input_schema: {} }] },
      'input_schema.type: Field required',
    ],
    [
      'with a choice of schemas',
      { tools: [{ name: 'add', input_schema: { type: 'object', anyOf: [] } }] },
      'anyOf at the top level',
    ],
    [
      'with an odd property',
      { tools: [{ name: 'add', input_schema: { type: 'object', properties: { 'a b': {} } } }] },
      'Property keys should match',
    ],
    [
      'strict, but open',
      { tools: [{ ...add, strict: true }] },
      "'additionalProperties' must be explicitly set to false",
    ],
    ['there twice', { tools: [add, add] }, 'Tool names must be unique'],
    ['chosen where none is', { tool_choice: { type: 'auto' } }, 'only be specified while providing tools'],
    [
      'chosen that is not there',
      { tools: [add], tool_choice: { type: 'tool', name: 'sub' } },
      "Tool 'sub' not found",
    ],
    [
      'forced on a new model',
      { model: 'claude-opus-5-5', tools: [add], tool_choice: { type: 'any' } },
      'not supported for this model',
    ],
    [
      'of the vendor, not known',
      { tools: [{ type: 'web_hunt_20250305', name: 'hunt' }] },
      "Input tag 'web_hunt_20250305'",
    ],
    [
      'of the vendor without use',
      say([{ type: 'web_search_tool_result', tool_use_id: 'x', content: [] }]),
      'before it',
    ],
    [
      'of the vendor with changed findings',
      say([{ type: 'web_search_tool_result', content: [{ encrypted_content: 'x' }] }]),
      'Invalid `encrypted_content`',
    ],
    [
      'with an open format for the answer',
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      'additionalProperties',
    ],
  ])('is refused %s', async (_, changes, words) => expectRefusal(vendor, changes, words))

  test('gets its results in any order, before a text', async () => {
    const other = { ...use, id: 'toolu_2' }
    const results = [{ ...result, tool_use_id: 'toolu_2' }, result, { type: 'text', text: 'Go on' }]
    expect(await ask(vendor, { tools: [add], ...say([use, other], results) })).toMatchObject({ status: 200 })
  })
})
