import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'
import { ask, type Case, expectRefusal, HEADERS, hello, KEY, post } from './raw-call.fixture.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: KEY })
})
afterAll(() => vendor.close())

describe('who asks', () => {
  test.each([
    [
      'no key',
      { 'anthropic-version': '2023-06-01' },
      401,
      'authentication_error',
      'x-api-key header is required',
    ],
    ['a wrong key', { ...HEADERS, 'x-api-key': 'nope' }, 401, 'authentication_error', 'invalid x-api-key'],
    [
      'no version',
      { 'x-api-key': 'sk-ant-test' },
      400,
      'invalid_request_error',
      'anthropic-version: header is required',
    ],
    [
      'a wrong version',
      { ...HEADERS, 'anthropic-version': '1' },
      400,
      'invalid_request_error',
      'not a valid version',
    ],
  ])('is refused with %s', async (_, ...[headers, status, type, words]) => {
    const answer = await post(vendor, {}, headers as Record<string, string>)
    expect(answer).toMatchObject({ status, value: { type: 'error', error: { type } } })
    expect(answer.value.error.message).toContain(words)
    expect(answer.headers.get('request-id')).toMatch(/^req_/)
  })

  test('may bring the key as a bearer', async () => {
    const headers = { authorization: 'Bearer sk-ant-test', 'anthropic-version': '2023-06-01' }
    const body = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [hello] }
    expect(await post(vendor, body, headers)).toMatchObject({ status: 200 })
  })

  test('learns that a model is not there', async () => {
    const answer = await ask(vendor, { model: 'claude-nope' })
    expect(answer).toMatchObject({ status: 404, value: { error: { type: 'not_found_error' } } })
  })

  test('learns that a body is no JSON, or too large', async () => {
    expect(await post(vendor, '{')).toMatchObject({ status: 400 })
    const huge = await post(vendor, `"${'a'.repeat(33 * 1024 * 1024)}"`)
    expect(huge).toMatchObject({ status: 413, value: { error: { type: 'request_too_large' } } })
  })
})

describe('a setting', () => {
  test.each<Case>([
    ['max_tokens missing', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['max_tokens of none', { max_tokens: 0 }, 'greater than or equal to 1'],
    ['more tokens than the model has', { max_tokens: 64_001 }, '64001 > 64000'],
    ['the model missing', { model: undefined }, 'model: Field required'],
    ['what is not known', { presence_penalty: 1 }, 'presence_penalty: Extra inputs are not permitted'],
    ['a high temperature', { temperature: 1.5 }, 'temperature: Input should be less than or equal to 1'],
    ['two samplers', { temperature: 0.5, top_p: 0.5 }, 'cannot both be specified'],
    ['a sampler of old', { model: 'claude-opus-5', temperature: 0.5 }, '`temperature` is deprecated'],
    ['an empty stop sequence', { stop_sequences: [' '] }, 'must contain non-whitespace'],
    ['effort of an old model', { output_config: { effort: 'low' } }, 'does not support the effort parameter'],
    ['an effort that is none', { output_config: { effort: 'some' } }, 'output_config.effort'],
  ])('is refused: %s', async (_, changes, words) => expectRefusal(vendor, changes, words))
})
