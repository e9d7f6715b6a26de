import { expect } from 'vitest'
import type { AnthropicBlock } from './anthropic-request.ts'
import { sign } from './anthropic-signature.ts'
import type { FakeAnthropic } from './fake-anthropic-server.ts'

export const KEY = 'sk-ant-test'
export const HEADERS = { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' }
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What is asked otherwise than in a plain call; undefined leaves a part away. */
export type Changes = Record<string, unknown>

/** A row of a table of refusals. */
export type Case = [what: string, changes: Changes, words: string]

interface VendorAnswer {
  error: { type: string; message: string }
  content: [AnthropicBlock, AnthropicBlock, AnthropicBlock]
}

/** Calls the Messages API without any SDK, which would mend or forbid what is to be refused. */
export async function post(vendor: FakeAnthropic, body: unknown, headers: Record<string, string> = HEADERS) {
  const response = await fetch(`${vendor.baseURL}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const value = (await response.json()) as VendorAnswer
  return { status: response.status, headers: response.headers, value }
}

export const hello = { role: 'user', content: 'Hello' }

/** A plain call with changes. */
export function ask(vendor: FakeAnthropic, changes: Changes = {}) {
  return post(vendor, { model: 'claude-haiku-4-5', max_tokens: 2048, messages: [hello], ...changes })
}

/** Expects the vendor's refusal of a plain call with changes, in these words, and that it was noted. */
export async function expectRefusal(vendor: FakeAnthropic, changes: Changes, words: string) {
  const before = vendor.refusals.length
  const { status, value } = await ask(vendor, changes)
  expect(value).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  expect(value.error.message).toContain(words)
  expect(status).toBe(400)
  expect(vendor.refusals.slice(before)).toEqual([value.error.message])
}

/** A conversation in which the assistant said something between two questions. */
export function say(blocks: AnthropicBlock[], answer: AnthropicBlock[] | string = 'And now?'): Changes {
  return { messages: [hello, { role: 'assistant', content: blocks }, { role: 'user', content: answer }] }
}

/** One message of the user. */
export function user(...content: AnthropicBlock[]): Changes {
  return { messages: [{ role: 'user', content }] }
}

export const use = { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } }
export const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '2' }
export const add = { name: 'add', input_schema: { type: 'object', properties: {} } }
export const thought = { type: 'thinking', thinking: 'One and one', signature: sign('One and one') }
