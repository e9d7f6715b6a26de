import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from './create-egress.ts'
import { type LocalServer, startLocalServer } from './local-server.fixture.ts'

let first: LocalServer
let second: LocalServer
let forbidden: LocalServer
let egress: Egress

beforeAll(async () => {
  second = await startLocalServer((_request, response) => response.end('second'))
  forbidden = await startLocalServer((_request, response) => response.end('forbidden'))
  first = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    const left = Number(url.searchParams.get('left') ?? 0)
    const target =
      left > 1 ? `/hop?left=${left - 1}&to=${url.searchParams.get('to')}` : url.searchParams.get('to')
    if (target === null) response.end('first')
    else response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: target }).end('moved')
  })
  egress = createEgress({ allow: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`] })
})

beforeEach(() => {
  for (const server of [first, second, forbidden]) server.seen.length = 0
})

afterAll(async () => {
  await egress.close()
  await Promise.all([first, second, forbidden].map((server) => server.close()))
})

function redirectTo(target: string, query = ''): string {
  return `${first.origin}/start?to=${encodeURIComponent(target)}${query}`
}

describe('redirects', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'to an address that is not allowed is refused after %i hops',
    async (left) => {
      const call = egress.fetch(redirectTo(`${forbidden.origin}/`, `&left=${left}`))
      await expect(call).rejects.toMatchObject({ code: left <= 5 ? 'egress_denied' : 'upstream_error' })
      expect(forbidden.connections()).toBe(0)
    },
  )

  test('five are followed, the sixth is not', async () => {
    const response = await egress.fetch(redirectTo(`${second.origin}/`, '&left=5'))
    expect(await response.text()).toBe('second')
    expect(response.url).toBe(`${second.origin}/`)
    await expect(egress.fetch(redirectTo(`${second.origin}/`, '&left=6'))).rejects.toThrow(
      /more than 5 times/,
    )
  })

  test.each(['file:///etc/passwd', 'gopher://x/', 'data:text/plain,x', 'http://[', 'javascript:1'])(
    'to %s is refused',
    async (target) => {
      await expect(egress.fetch(redirectTo(target))).rejects.toMatchObject({
        code: expect.stringMatching(/egress_denied|upstream_error/),
      })
    },
  )

  test('to an address with a user in it is refused', async () => {
    const target = second.origin.replace('//', '//user:pw@')
    await expect(egress.fetch(redirectTo(target))).rejects.toMatchObject({ code: 'egress_denied' })
    expect(second.seen).toEqual([])
  })

  test('outside of allowHosts is refused', async () => {
    const options = { allowHosts: [`127.0.0.1:${first.port}`] }
    await expect(egress.fetch(redirectTo(second.origin), {}, options)).rejects.toMatchObject({
      code: 'egress_denied',
    })
  })

  test('are given back or refused when the caller says so', async () => {
    const manual = await egress.fetch(redirectTo(second.origin), { redirect: 'manual' })
    expect({ status: manual.status, to: manual.headers.get('location') }).toEqual({
      status: 302,
      to: second.origin,
    })
    await expect(egress.fetch(redirectTo(second.origin), { redirect: 'error' })).rejects.toMatchObject({
      code: 'upstream_error',
    })
  })
})

describe('headers at a redirect', () => {
  const secrets = {
    Authorization: 'Bearer canary',
    Cookie: 'session=canary',
    'x-api-key': 'canary',
    'api-key': 'canary',
    'X-Goog-Api-Key': 'canary',
    'Proxy-Authorization': 'canary',
    'x-auth-token': 'canary',
    'x-amz-security-token': 'canary',
    'my-own': 'canary',
    'x-accesstoken': 'canary',
    authtoken: 'canary',
    clientsecret: 'canary',
    sessionid: 'canary',
    jwt: 'canary',
    'x-plain': 'canary',
  }

  test('stay behind at another origin, but for those that say what is asked for', async () => {
    const headers = { ...secrets, accept: 'application/json', 'accept-language': 'de' }
    await egress.fetch(redirectTo(`${second.origin}/`), { headers })
    expect(JSON.stringify(first.seen[0]?.headers)).toContain('canary')
    expect(JSON.stringify(second.seen[0]?.headers)).not.toContain('canary')
    expect(second.seen[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-language': 'de' })
  })

  test('go along within the same origin', async () => {
    await egress.fetch(redirectTo('/there'), { headers: secrets })
    expect(first.seen[1]?.headers).toMatchObject({ authorization: 'Bearer canary', 'x-api-key': 'canary' })
  })
})

describe('method and body at a redirect', () => {
  const post = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }

  test.each([301, 302, 303])('%i turns POST into GET without body', async (status) => {
    await egress.fetch(redirectTo(`${second.origin}/`, `&status=${status}`), post)
    expect(second.seen[0]).toMatchObject({ method: 'GET', body: '' })
    expect(second.seen[0]?.headers).not.toHaveProperty('content-type')
  })

  test.each([307, 308])('%i sends method and body again within the same origin', async (status) => {
    await egress.fetch(redirectTo('/there', `&status=${status}`), post)
    expect(first.seen[1]).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(first.seen[1]?.headers['content-type']).toBe('application/json')
  })

  test.each([307, 308])('%i to another origin gets no body, and says what to do', async (status) => {
    const call = egress.fetch(redirectTo(`${second.origin}/`, `&status=${status}`), post)
    await expect(call).rejects.toThrow(/does not send on what was meant for another host/)
    expect(second.seen).toEqual([])
  })

  test('307 of a request without a body is followed to another origin', async () => {
    await egress.fetch(redirectTo(`${second.origin}/`, '&status=307'))
    expect(second.seen[0]).toMatchObject({ method: 'GET', body: '' })
  })

  test('307 to an address that is not allowed does not get the body', async () => {
    const call = egress.fetch(redirectTo(`${forbidden.origin}/`, '&status=307'), post)
    await expect(call).rejects.toMatchObject({ code: 'upstream_error' })
    expect(forbidden.connections()).toBe(0)
  })

  test('307 of a streamed body is refused, because it cannot be sent twice', async () => {
    const body = new Blob(['streamed']).stream()
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    await expect(egress.fetch(redirectTo('/there', '&status=307'), init)).rejects.toThrow(
      /cannot be sent twice/,
    )
    expect(first.seen[0]?.body).toBe('streamed')
  })
})
