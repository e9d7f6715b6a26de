import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from './create-egress.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { type LocalServer, startLocalServer } from './local-server.fixture.ts'
import { PROXY_AUTHORITY } from './proxy-keys.fixture.ts'
import { PROXY_LOGIN, startProxy, type TestProxy } from './start-proxy.fixture.ts'

const PUBLIC = '198.51.99.1'
const trusted = getCACertificates('default')

let vendor: LocalServer
let inner: LocalServer
let proxy: TestProxy
let egress: Egress
/** What the name server here says, by name; it knows no other. */
let names: Record<string, string[]>
let lookups: string[]

beforeAll(async () => {
  setDefaultCACertificates([...trusted, PROXY_AUTHORITY])
  vendor = await startLocalServer((request, response) => {
    if (request.url === '/to-inner') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (request.url === '/to-opened')
      response.writeHead(307, { location: `${inner.origin}/admin` }).end()
    else response.end(`reached as ${request.headers.host}`)
  })
  inner = await startLocalServer((_request, response) => response.end('inner'))
  proxy = await startProxy({
    'vendor.example': vendor.origin,
    'other.example': vendor.origin,
    [PUBLIC]: vendor.origin,
    'wiki.internal': inner.origin,
    '10.0.0.1': inner.origin,
  })
})

beforeEach(() => {
  names = { 'vendor.example': [PUBLIC] }
  lookups = []
  proxy.asked.length = 0
  proxy.authorizations.length = 0
  proxy.answerWith(200)
  inner.seen.length = 0
  vendor.seen.length = 0
})

afterEach(() => egress.close())

afterAll(async () => {
  setDefaultCACertificates(trusted)
  await proxy.close()
  await inner.close()
  await vendor.close()
})

const settingOf = (change: Partial<EgressProxy> = {}): EgressProxy => ({
  host: '127.0.0.1',
  port: proxy.port,
  tls: false,
  account: PROXY_LOGIN,
  names: 'here',
  ...change,
})

function open(change: Partial<EgressProxy> = {}, allow: string[] = []): Egress {
  egress = createEgress({
    allow,
    proxy: settingOf(change),
    limits: { connectTimeoutMs: 2_000 },
    lookup: async (host) => {
      lookups.push(host)
      const known = names[host]
      if (!known) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
      return known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
  return egress
}

const textOf = async (url: string) => (await egress.fetch(url)).text()
const failureOf = (url: string) =>
  egress.fetch(url).then(
    () => 'answered',
    (error: Error) => error,
  )

describe('what the operator opened', () => {
  test.each(['product', 'code'] as const)(
    'is for addresses that are named, and not for where a server outside leads on: %s',
    async (purpose) => {
      const { host } = new URL(inner.origin)
      open({}, [host, `code:${host}`])
      expect(await (await egress.fetch(`${inner.origin}/`, {}, { purpose })).text()).toBe('inner')
      inner.seen.length = 0
      const call = egress.fetch('https://vendor.example/to-opened', {}, { purpose })
      await expect(call).rejects.toMatchObject({ code: 'egress_denied' })
      expect(inner.seen).toEqual([])
    },
  )
})

describe('an address that another one named', () => {
  test('is called as a redirect of that one would be', async () => {
    const { host } = new URL(inner.origin)
    open({}, [host])
    const ask = async (namedBy: string) => (await egress.fetch(`${inner.origin}/`, {}, { namedBy })).text()
    expect(await ask(`${inner.origin}/mcp`)).toBe('inner')
    inner.seen.length = 0
    await expect(ask('https://vendor.example/mcp')).rejects.toMatchObject({ code: 'egress_denied' })
    expect(inner.seen).toEqual([])
    const outside = await egress.fetch('https://vendor.example/', {}, { namedBy: 'https://other.example/' })
    expect(await outside.text()).toBe('reached as vendor.example')
  })
})

describe('where names are resolved here', () => {
  test('the proxy is asked for the address that was checked, and the server by its name and certificate', async () => {
    open()
    expect(await textOf('https://vendor.example/')).toBe('reached as vendor.example')
    expect(proxy.asked).toEqual([`${PUBLIC}:443`])
    expect(proxy.authorizations[0]).toMatch(/^Basic /)
  })

  test('plain http goes the same way', async () => {
    open()
    expect(await textOf('http://vendor.example/')).toBe('reached as vendor.example')
    expect(proxy.asked).toEqual([`${PUBLIC}:80`])
    expect(vendor.seen[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  test('connections are kept for the next calls', async () => {
    open()
    for (const path of ['1', '2', '3', '4']) await textOf(`https://vendor.example/${path}`)
    expect(proxy.asked.length).toBeLessThan(3)
  })

  test('a name that only the proxy may know is named as such', async () => {
    open()
    expect(await failureOf('https://other.example/')).toMatchObject({
      code: 'upstream_error',
      message: expect.stringMatching(/other\.example was not found.*EGRESS_PROXY_NAMES/),
    })
    expect(proxy.asked).toEqual([])
  })
})

describe('where the proxy resolves names', () => {
  test('it is asked for the name, also for one that is not known here', async () => {
    open({ names: 'proxy' })
    expect(await textOf('https://vendor.example/')).toBe('reached as vendor.example')
    expect(proxy.asked).toEqual(['vendor.example:443'])
    expect(await textOf('http://other.example/')).toBe('reached as other.example')
    expect(proxy.asked).toEqual(['vendor.example:443', 'other.example:80'])
  })

  test('a name server that says nothing holds nobody up for long', async () => {
    open({ names: 'proxy' })
    await egress.close()
    egress = createEgress({
      allow: [],
      proxy: settingOf({ names: 'proxy' }),
      limits: { connectTimeoutMs: 60_000 },
      lookup: () => new Promise(() => undefined),
    })
    expect(await textOf('http://other.example/')).toBe('reached as other.example')
  })

  test.each([
    'wiki',
    'wiki.internal',
    'printer.local',
    'nas.home.arpa',
    'metadata.google.internal',
    'localhost',
  ])('a name that is never public is not handed over: %s', async (host) => {
    open({ names: 'proxy' })
    expect(await failureOf(`http://${host}/`)).toMatchObject({ code: 'egress_denied' })
    expect({ asked: proxy.asked, lookups }).toEqual({ asked: [], lookups: [] })
  })
})

describe.each(['here', 'proxy'] as const)('whoever resolves names, the guard comes first: %s', (resolver) => {
  test.each(['10.0.0.1', '127.1', '[::1]', '169.254.169.254', '[::ffff:10.0.0.1]'])(
    'an address that is not public is not handed over: %s',
    async (host) => {
      open({ names: resolver })
      expect(await failureOf(`http://${host}/`)).toMatchObject({ code: 'egress_denied' })
      expect(proxy.asked).toEqual([])
    },
  )

  test('nor is a name of which one address is not public', async () => {
    open({ names: resolver })
    names['wiki.example'] = [PUBLIC, '10.0.0.1']
    expect(await failureOf('https://wiki.example/')).toMatchObject({ code: 'egress_denied' })
    expect(proxy.asked).toEqual([])
  })

  test('nor what a public server redirects to', async () => {
    open({ names: resolver })
    expect(await failureOf('https://vendor.example/to-inner')).toMatchObject({ code: 'egress_denied' })
    expect(proxy.asked).toHaveLength(1)
    expect(inner.seen).toEqual([])
  })

  test('nor a host that the call does not name', async () => {
    open({ names: resolver })
    const call = egress.fetch('https://vendor.example/', {}, { allowHosts: ['api.example'] })
    await expect(call).rejects.toMatchObject({ code: 'egress_denied' })
    expect(proxy.asked).toEqual([])
  })

  test('what the operator opened is called without the proxy, by what it was opened for', async () => {
    open({ names: resolver }, [`127.0.0.1:${inner.port}`])
    expect(await textOf(inner.origin)).toBe('inner')
    const byCode = egress.fetch(inner.origin, {}, { purpose: 'code' })
    await expect(byCode).rejects.toMatchObject({ code: 'egress_denied' })
    expect(proxy.asked).toEqual([])
  })
})

test('servers of data are connected to without it', async () => {
  open({}, [`127.0.0.1:${inner.port}`])
  const target = { host: '127.0.0.1', port: inner.port, tls: false }
  const socket = await egress.connect(target, new AbortController().signal)
  socket.destroy()
  expect(proxy.asked).toEqual([])
})

test('a proxy that is spoken to by TLS', async () => {
  const secure = await startProxy({ [PUBLIC]: vendor.origin, 'vendor.example': vendor.origin }, { tls: true })
  open({ port: secure.port, tls: true })
  expect(await textOf('https://vendor.example/')).toBe('reached as vendor.example')
  expect(await textOf('http://vendor.example/')).toBe('reached as vendor.example')
  expect(secure.asked).toEqual([`${PUBLIC}:443`, `${PUBLIC}:80`])
  await egress.close()
  await secure.close()
})

describe('what goes wrong at the proxy is named as such', () => {
  test.each([
    [403, /proxy refuses vendor\.example:443 \(403\).*EGRESS_PROXY_NAMES/, false],
    [407, /proxy does not let Runnel in \(407\).*EGRESS_PROXY/, false],
    [502, /proxy did not reach vendor\.example:443 \(502\)/, true],
    [504, /proxy did not reach vendor\.example:443 \(504\)/, true],
  ])('status %i', async (status, message, retryable) => {
    open()
    proxy.answerWith(status)
    expect(await failureOf('https://vendor.example/')).toMatchObject({
      code: 'upstream_error',
      message: expect.stringMatching(message),
      retryable,
      wasSent: false,
    })
  })

  test('a wrong password, which is told nobody', async () => {
    open({ account: { user: 'runnel', password: 'canary' } })
    const error = (await failureOf('https://vendor.example/')) as Error
    expect(error.message).toMatch(/does not let Runnel in \(407\)/)
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
      /canary|Basic/,
    )
  })

  test('one that is not there', async () => {
    const gone = await startLocalServer(() => undefined)
    await gone.close()
    open({ port: gone.port })
    expect(await failureOf('https://vendor.example/')).toMatchObject({
      message: 'The outgoing proxy (EGRESS_PROXY) refused the connection.',
      retryable: true,
      wasSent: false,
    })
  })

  test('one that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    egress = createEgress({
      allow: [],
      proxy: settingOf({ port: (silent.address() as AddressInfo).port }),
      limits: { connectTimeoutMs: 100 },
      lookup: async () => [{ address: PUBLIC, family: 4 }],
    })
    expect(await failureOf('https://vendor.example/')).toMatchObject({
      code: 'upstream_error',
      message: 'The outgoing proxy (EGRESS_PROXY) did not accept the connection in time.',
      retryable: true,
      wasSent: false,
    })
    silent.close()
  })

  test('a certificate that the company signed and nobody trusts here', async () => {
    setDefaultCACertificates(trusted)
    open()
    const error = await failureOf('https://vendor.example/')
    setDefaultCACertificates([...trusted, PROXY_AUTHORITY])
    expect(error).toMatchObject({
      code: 'upstream_error',
      message: expect.stringMatching(
        /vendor\.example has a certificate that is not trusted.*NODE_EXTRA_CA_CERTS/,
      ),
      wasSent: false,
    })
  })
})
