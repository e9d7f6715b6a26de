import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { tryCredential } from './try-credential.ts'

const SECRET = 'sk-canary+1/2'
const ask = () => ({ url: 'https://vendor.example/v1/models' })

const noServer = () => Promise.reject(new Error('No server was to be asked.'))

function tryWith(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  signal = new AbortController().signal,
) {
  return tryCredential(ask, {
    fields: { key: SECRET },
    secrets: [SECRET],
    fetch,
    askServer: noServer,
    signal,
    now: 0,
  })
}

const answering = (body: string, status: number) => tryWith(async () => new Response(body, { status }))
const host = 'vendor.example'

describe('what comes of trying a credential', () => {
  test('works: what the vendor lists is not told', async () => {
    expect(await answering('{"data": [1]}', 200)).toEqual({ outcome: 'works', host, status: 200 })
  })

  test.each([
    ['{"error": {"message": "Bad key"}}', 'Bad key'],
    ['{"error": "Bad key"}', 'Bad key'],
    ['{"message": "Bad key", "error": true}', 'Bad key'],
    ['{"detail": [{"msg": "Bad key", "type": "x"}]}', 'Bad key'],
    ['{"detail": {"error": "Bad key"}}', 'Bad key'],
    ['{"errors": [{"code": 9, "message": "Bad key"}]}', 'Bad key'],
    ['[{"error": {"message": "Bad key"}}]', 'Bad key'],
    ['{"error": "invalid_client", "error_description": "Bad key"}', 'Bad key'],
    ['<ErrorResponse><Error><Message>Bad key</Message></Error></ErrorResponse>', 'Bad key'],
    ['Bad key', 'Bad key'],
    ['<html><body>Bad key</body></html>', ''],
    ['null', ''],
    ['{"error": {"message": 7}}', ''],
  ])('refused, in the words of %s', async (body, message) => {
    expect(await answering(body, 401)).toEqual({ outcome: 'refused', host, status: 401, message })
  })

  test('a vendor that repeats the key is not repeated, however it writes it', async () => {
    const { message } = await answering(`No such key: ${SECRET}, ${encodeURIComponent(SECRET)}`, 403)
    expect(message).toBe('No such key: •••, •••')
  })

  test('words without an end are cut', async () => {
    const { message } = await answering('word '.repeat(10_000), 400)
    expect(message?.length).toBeLessThan(500)
  })

  test('a fault of the vendor says nothing about the credential', async () => {
    expect((await answering('{"message": "Overloaded"}', 503)).outcome).toBe('unreachable')
  })

  test.each([
    [new RunnelError('egress_denied', 'vendor.example is not allowed.'), 'vendor.example is not allowed.'],
    [new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 'connect ECONNREFUSED'],
    [new Error(`socket hang up at ?key=${SECRET}`), 'socket hang up at ?key=•••'],
  ])('not reached, with the cause: %s', async (error, message) => {
    const told = await tryWith(() => Promise.reject(error))
    expect(told).toEqual({ outcome: 'unreachable', host, message })
  })

  test('too late is told as such', async () => {
    const stop = new AbortController()
    const told = await tryWith(() => {
      stop.abort()
      return Promise.reject(stop.signal.reason)
    }, stop.signal)
    expect(told).toEqual({ outcome: 'unreachable', host, message: 'It did not answer in time.' })
  })

  test('a redirection is followed nowhere', async () => {
    let seen: RequestInit = {}
    await tryWith(async (_url, init) => {
      seen = init
      return new Response('')
    })
    expect(seen.redirect).toBe('error')
  })

  test('fields that name nobody are not tried, and those that are wrong say so', async () => {
    const trial = {
      fields: {},
      secrets: [],
      fetch,
      askServer: noServer,
      signal: new AbortController().signal,
      now: 0,
    }
    expect(await tryCredential(() => undefined, trial)).toEqual({ outcome: 'untestable' })
    await expect(tryCredential(() => ({ url: 'nowhere' }), trial)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test.each([
    ['{"status": {"collections": []}}', 'works'],
    ['{"errors": [{"message": "No such token"}]}', 'refused'],
    ['<html>', 'refused'],
  ])('of an answer that has to be read: %s', async (body, outcome) => {
    const findRefusal = (answer: JsonValue) =>
      isJsonObject(answer) && answer.errors ? JSON.stringify(answer.errors) : undefined
    const fetch = async () => new Response(body)
    const trial = {
      fields: {},
      secrets: [],
      fetch,
      askServer: noServer,
      signal: new AbortController().signal,
      now: 0,
    }
    expect(await tryCredential(() => ({ ...ask(), findRefusal }), trial)).toMatchObject({ outcome })
  })

  test('works, by a status that is no success elsewhere', async () => {
    const fetch = async () => new Response('', { status: 404 })
    const trial = {
      fields: {},
      secrets: [],
      fetch,
      askServer: noServer,
      signal: new AbortController().signal,
      now: 0,
    }
    expect(await tryCredential(() => ({ ...ask(), takenAt: [404] }), trial)).toMatchObject({
      outcome: 'works',
    })
  })
})
