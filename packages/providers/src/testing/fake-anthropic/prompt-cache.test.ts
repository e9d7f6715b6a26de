import { expect, test } from 'vitest'
import type { AnthropicBody, CacheControl } from './anthropic-request.ts'
import { createPromptCache } from './prompt-cache.ts'

const MINUTE = 60_000
const LONG = 'x'.repeat(8000)
const keep = { type: 'ephemeral' }

function block(text: string, control?: CacheControl) {
  return { type: 'text', text, ...(control ? { cache_control: control } : {}) }
}

function call(changes: AnthropicBody = {}): AnthropicBody {
  return {
    model: 'claude-sonnet-4-5',
    system: [block(LONG, keep)],
    messages: [{ role: 'user', content: 'Hello' }],
    ...changes,
  }
}

test('a prefix is kept once and read from then on', () => {
  const cache = createPromptCache()
  const first = cache.account(call())
  expect(first.cache_read_input_tokens).toBe(0)
  expect(first.cache_creation_input_tokens).toBeGreaterThan(2000)
  const second = cache.account(call({ messages: [{ role: 'user', content: 'Another question' }] }))
  expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens)
  expect(second.cache_creation_input_tokens).toBe(0)
  expect(second.input_tokens).toBeGreaterThan(0)
})

test('a prefix is another one for another model, with other tools or with one letter changed', () => {
  const cache = createPromptCache()
  cache.account(call())
  const others: AnthropicBody[] = [
    { model: 'claude-sonnet-4-0' },
    { tools: [{ name: 'add', input_schema: {} }] },
    { system: [block(`${LONG}y`, keep)] },
  ]
  for (const other of others) expect(cache.account(call(other)).cache_read_input_tokens).toBe(0)
})

test('messages are another prefix when thinking is turned on, tools and system are not', () => {
  const cache = createPromptCache()
  const messages = [{ role: 'user', content: [block(LONG, keep)] }]
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const first = cache.account(call({ messages }))
  const second = cache.account(call({ messages, thinking }))
  expect(second.cache_read_input_tokens).toBeGreaterThan(2000)
  expect(second.cache_read_input_tokens).toBeLessThan(first.cache_creation_input_tokens)
  expect(second.cache_creation_input_tokens).toBeGreaterThan(2000)
})

test('a short prefix is not kept, without a word', () => {
  const cache = createPromptCache()
  const short = call({ system: [block('Be short.', keep)] })
  expect(cache.account(short)).toMatchObject({ cache_creation_input_tokens: 0, cache_read_input_tokens: 0 })
  expect(cache.account(short)).toMatchObject({ cache_creation_input_tokens: 0, cache_read_input_tokens: 0 })
})

test('a prefix lasts five minutes from its last use, or an hour', () => {
  let now = 0
  const cache = createPromptCache(() => now)
  const hour = call({ system: [block(LONG, { ...keep, ttl: '1h' })], model: 'claude-sonnet-4-0' })
  cache.account(call())
  expect(cache.account(hour).cache_creation).toMatchObject({ ephemeral_5m_input_tokens: 0 })
  now = 4 * MINUTE
  expect(cache.account(call()).cache_read_input_tokens).toBeGreaterThan(0)
  now = 8 * MINUTE
  expect(cache.account(call()).cache_read_input_tokens).toBeGreaterThan(0)
  now = 14 * MINUTE
  expect(cache.account(call()).cache_read_input_tokens).toBe(0)
  expect(cache.account(hour).cache_read_input_tokens).toBeGreaterThan(0)
})

test('a kept prefix is found up to twenty blocks before the mark', () => {
  const messages = (count: number) => [
    { role: 'user', content: Array.from({ length: count }, (_, n) => block(`Part ${n}`)) },
  ]
  const body = (count: number) => call({ messages: messages(count), cache_control: keep })
  const cache = createPromptCache()
  const { cache_creation_input_tokens: kept } = cache.account({ ...body(1), system: [block(LONG)] })
  const near = cache.account({ ...body(21), system: [block(LONG)] })
  expect(near.cache_read_input_tokens).toBe(kept)
  const far = cache.account({ ...body(42), system: [block(LONG)] })
  expect(far.cache_read_input_tokens).toBe(0)
})
