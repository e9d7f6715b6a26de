import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'
import { ask, type Case, type Changes, expectRefusal, KEY, PNG, user } from './raw-call.fixture.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: KEY })
})
afterAll(() => vendor.close())

function image(source: object): Changes {
  return user({ type: 'image', source })
}

function pdf(source: object): Changes {
  return user({ type: 'document', source })
}

const kept = { type: 'text', text: 'Long', cache_control: { type: 'ephemeral' } }

describe('a file', () => {
  test.each<Case>([
    [
      'an image of another kind',
      image({ type: 'base64', media_type: 'image/bmp', data: PNG }),
      "Input should be 'image/jpeg'",
    ],
    [
      'an image that is another',
      image({ type: 'base64', media_type: 'image/jpeg', data: PNG }),
      'does not match the provided media type image/jpeg',
    ],
    [
      'an image that is none',
      image({ type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' }),
      'Could not process image',
    ],
    [
      'an image as a data URL',
      image({ type: 'base64', media_type: 'image/png', data: `data:image/png;base64,${PNG}` }),
      'invalid base64',
    ],
    ['an image over plain HTTP', image({ type: 'url', url: 'http://example.com/a.png' }), 'Only HTTPS URLs'],
    ['an image as text', image({ type: 'text', media_type: 'text/plain', data: 'x' }), "Input tag 'text'"],
    [
      'a document of another kind',
      pdf({ type: 'base64', media_type: 'text/csv', data: 'aGVsbG8=' }),
      "Input should be 'application/pdf'",
    ],
    [
      'a document that is no PDF',
      pdf({ type: 'base64', media_type: 'application/pdf', data: 'aGVsbG8=' }),
      'The PDF specified was not valid',
    ],
    [
      'a text of another kind',
      pdf({ type: 'text', media_type: 'text/csv', data: 'a,b' }),
      "Input should be 'text/plain'",
    ],
  ])('is refused: %s', async (_, changes, words) => expectRefusal(vendor, changes, words))

  test('that was never uploaded is not found', async () => {
    const answer = await ask(vendor, image({ type: 'file', file_id: 'file_1' }))
    expect(answer).toMatchObject({ status: 404, value: { error: { type: 'not_found_error' } } })
  })
})

describe('a kept prefix', () => {
  test.each<Case>([
    ['the fifth', user(kept, kept, kept, kept, kept), 'A maximum of 4 blocks with cache_control'],
    [
      'the fifth, asked for at the top',
      { ...user(kept, kept, kept, kept), cache_control: { type: 'ephemeral' } },
      'Found 5',
    ],
    ['of another type', user({ ...kept, cache_control: { type: 'forever' } }), "Input should be 'ephemeral'"],
    [
      'for a day',
      user({ ...kept, cache_control: { type: 'ephemeral', ttl: '1d' } }),
      "Input should be '5m' or '1h'",
    ],
    [
      'for long behind one for short',
      user(kept, { ...kept, cache_control: { type: 'ephemeral', ttl: '1h' } }),
      'must not come after',
    ],
    ['that ends with nothing', user({ ...kept, text: '' }), 'cannot be set for empty text blocks'],
  ])('is refused: %s', async (_, changes, words) => expectRefusal(vendor, changes, words))
})
