import { APICallError } from '@ai-sdk/provider'
import { describe, expect, test } from 'vitest'
import { askByForm, fetchWithToken } from './fetch-with-token.ts'

const TOKENS = 'https://tokens.example/token'
const MODEL = 'https://model.example/chat'

/** A vendor that gives tokens one after another, each living so long, and takes no call with one of `revoked`. */
function createVendor(exchange: () => Response, revoked: string[] = []) {
  const called: string[] = []
  const secrets: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    called.push(`${input} ${new Headers(init?.headers).get('authorization') ?? ''}`.trim())
    init?.signal?.throwIfAborted()
    if (String(input) === TOKENS) return exchange()
    const shown = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    return Response.json({}, { status: revoked.includes(shown) ? 401 : 200 })
  }
  const connection = { fetch, keepSecret: (secret: string) => void secrets.push(secret) }
  const ask = (key: string, signal?: AbortSignal) =>
    fetchWithToken(connection, { url: TOKENS, identity: [key], ask: () => askByForm({ key }) })(
      MODEL,
      signal ? { signal } : {},
    )
  return { ask, called, secrets }
}

describe('a token in place of a key', () => {
  test('lives as long as the vendor says', async () => {
    let n = 0
    const { ask, called, secrets } = createVendor(() =>
      Response.json({ access_token: `token-${++n}`, expires_in: n === 1 ? 30 : 3600 }),
    )
    for (const _ of [1, 2, 3]) await ask('key-that-expires')
    expect(called).toEqual([
      TOKENS,
      `${MODEL} Bearer token-1`,
      TOKENS,
      `${MODEL} Bearer token-2`,
      `${MODEL} Bearer token-2`,
    ])
    expect(new Set(secrets)).toEqual(new Set(['token-1', 'token-2']))
  })

  test('is never that of another key', async () => {
    let n = 0
    const { ask, called } = createVendor(() =>
      Response.json({ access_token: `token-${++n}`, expires_in: 3600 }),
    )
    await ask('key-of-one')
    await ask('key-of-another')
    expect(called.filter((call) => call === TOKENS)).toHaveLength(2)
    expect(called.at(-1)).toBe(`${MODEL} Bearer token-2`)
  })

  test('that was kept and is refused now is asked for anew, and the call made again', async () => {
    let n = 0
    const revoked: string[] = []
    const { ask, called, secrets } = createVendor(
      () => Response.json({ access_token: `token-${++n}`, expires_in: 3600 }),
      revoked,
    )
    await ask('key-of-a-revoked-token')
    revoked.push('token-1')
    called.length = 0
    expect((await ask('key-of-a-revoked-token')).status).toBe(200)
    expect(called).toEqual([`${MODEL} Bearer token-1`, TOKENS, `${MODEL} Bearer token-2`])
    expect(secrets).toContain('token-2')
    called.length = 0
    revoked.push('token-2', 'token-3')
    expect((await ask('key-of-a-revoked-token')).status).toBe(401)
    expect(called).toEqual([`${MODEL} Bearer token-2`, TOKENS, `${MODEL} Bearer token-3`])
    await ask('key-of-a-revoked-token')
    expect(called.at(-1)).toBe(`${MODEL} Bearer token-4`)
  })

  test('is not shown again where it is new, or the same as before', async () => {
    const { ask, called } = createVendor(
      () => Response.json({ access_token: 'the-only-token', expires_in: 3600 }),
      ['the-only-token'],
    )
    expect((await ask('key-of-the-only-token')).status).toBe(401)
    expect(called).toEqual([TOKENS, `${MODEL} Bearer the-only-token`])
  })

  test.each([
    [400, 401, false],
    [403, 401, false],
    [429, 429, true],
    [503, 503, true],
  ])('an exchange that is refused with %i is told as %i', async (status, statusCode, isRetryable) => {
    const { ask, called } = createVendor(() =>
      Response.json({ error: 'invalid_grant', error_description: 'Not this one' }, { status }),
    )
    const failing = ask('key-that-is-refused')
    await expect(failing).rejects.toBeInstanceOf(APICallError)
    await expect(failing).rejects.toMatchObject({ statusCode, isRetryable, message: 'Not this one' })
    expect(called).toEqual([TOKENS])
  })

  test.each([['<html>'], ['{}'], ['[]']])('an exchange without a token is a fault: %s', async (answer) => {
    const { ask } = createVendor(() => new Response(answer))
    await expect(ask('key-without-token')).rejects.toThrow('holds no token')
  })

  test('stop reaches the exchange', async () => {
    const { ask } = createVendor(() => Response.json({ access_token: 'late', expires_in: 3600 }))
    await expect(ask('key-that-is-stopped', AbortSignal.abort())).rejects.toThrow()
  })
})
