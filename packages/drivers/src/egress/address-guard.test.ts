import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress } from './create-egress.ts'
import { type LocalServer, startLocalServer } from './local-server.fixture.ts'

let server: LocalServer
let asked: string[]

beforeAll(async () => {
  server = await startLocalServer((_request, response) => response.end('reached'))
})

afterAll(() => server.close())

beforeEach(() => {
  asked = []
  server.seen.length = 0
})

function egressWith(addresses: string[], allow: string[] = []) {
  return createEgress({
    allow,
    lookup: async (host) => {
      asked.push(host)
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
}

describe('addresses that are not public', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LocalHost',
    'localhost.',
    'a.localhost',
    '[::1]',
    '[::]',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0x7f000001',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '169.254.169.254',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
    '[fd00::1]',
    '[fe80::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '①②⑦.⓪.⓪.①',
    '224.0.0.1',
    '255.255.255.255',
  ]

  test.each(hosts)('http://%s is denied and no packet leaves', async (host) => {
    const before = server.connections()
    const egress = egressWith(['127.0.0.1'])
    await expect(egress.fetch(`http://${host}:${server.port}/`)).rejects.toMatchObject({
      code: 'egress_denied',
    })
    await expect(egress.checkHost(host, server.port)).rejects.toMatchObject({ code: 'egress_denied' })
    expect({ connections: server.connections(), asked }).toEqual({ connections: before, asked: [] })
  })

  test.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.com/',
    'data:text/plain,x',
    'ws://example.com/',
    'javascript:1',
    'http://user:pw@example.com/',
    'http://user@example.com/',
    'not an address',
    '//example.com',
    '',
  ])('%s is denied', async (address) => {
    await expect(egressWith(['8.8.8.8']).fetch(address)).rejects.toMatchObject({ code: 'egress_denied' })
    expect(asked).toEqual([])
  })

  test('the message names host and port and what to add to EGRESS_ALLOW', async () => {
    await expect(egressWith([]).fetch('http://127.1:8080/x')).rejects.toThrow(
      /127\.0\.0\.1:8080 is not allowed.*adds 127\.0\.0\.1:8080 to EGRESS_ALLOW/,
    )
  })

  test('an open and a closed port are refused with the same words', async () => {
    const closed = await startLocalServer(() => undefined)
    await closed.close()
    const messages = await Promise.all(
      [server.port, closed.port].map((port) =>
        egressWith([])
          .fetch(`http://127.0.0.1:${port}/`)
          .then(
            () => 'answered',
            (error: Error) => error.message.replaceAll(String(port), 'PORT'),
          ),
      ),
    )
    expect(messages[0]).toBe(messages[1])
  })
})

describe('names that resolve to addresses that are not public', () => {
  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['fe80::1%eth0']],
    [['169.254.169.254']],
  ])('%j is denied whole', async (addresses) => {
    const egress = egressWith(addresses)
    await expect(egress.fetch(`http://evil.example:${server.port}/`)).rejects.toMatchObject({
      code: 'egress_denied',
    })
    expect(server.seen).toEqual([])
    await expect(egress.checkHost('evil.example', 5432)).rejects.toMatchObject({ code: 'egress_denied' })
  })

  test('a name that changes its address between check and call is resolved only once per connection', async () => {
    const answers = [['198.51.99.1'], ['127.0.0.1']]
    let lookups = 0
    const egress = createEgress({
      allow: [],
      limits: { connectTimeoutMs: 300 },
      lookup: async () => {
        lookups += 1
        return (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
      },
    })
    await expect(egress.fetch(`http://rebind.example:${server.port}/`)).rejects.toMatchObject({
      code: 'upstream_error',
    })
    expect({ lookups, seen: server.seen }).toEqual({ lookups: 1, seen: [] })
    await expect(egress.fetch(`http://rebind.example:${server.port}/`)).rejects.toMatchObject({
      code: 'egress_denied',
    })
    expect(server.seen).toEqual([])
    await egress.close()
  })

  test('a name without address, and a resolver that fails, are upstream errors', async () => {
    await expect(egressWith([]).fetch('http://nowhere.example/')).rejects.toMatchObject({
      code: 'upstream_error',
    })
    const failing = createEgress({ allow: [], lookup: () => Promise.reject(new Error('ENOTFOUND')) })
    await expect(failing.fetch('http://nowhere.example/')).rejects.toThrow(/nowhere\.example was not found/)
  })

  test('a resolver that never answers is cut', async () => {
    const egress = createEgress({
      allow: [],
      limits: { connectTimeoutMs: 50 },
      lookup: () => new Promise(() => undefined),
    })
    await expect(egress.fetch('http://slow.example/')).rejects.toMatchObject({ code: 'upstream_error' })
  })
})

describe('what the operator allows', () => {
  test('is reached under the listed name and port', async () => {
    const egress = egressWith(['127.0.0.1'], [`ollama.internal:${server.port}`])
    const response = await egress.fetch(`http://ollama.internal:${server.port}/`)
    expect(await response.text()).toBe('reached')
    expect(server.seen[0]?.headers.host).toBe(`ollama.internal:${server.port}`)
    expect(await egress.checkHost('ollama.internal', server.port)).toEqual({
      address: '127.0.0.1',
      family: 4,
    })
    await egress.close()
  })

  test('does not open another name, port or address', async () => {
    const egress = egressWith(['127.0.0.1'], [`ollama.internal:${server.port}`, 'other.internal:1'])
    for (const host of [`127.0.0.1:${server.port}`, `other.internal:${server.port}`, 'ollama.internal:1']) {
      await expect(egress.fetch(`http://${host}/`)).rejects.toMatchObject({ code: 'egress_denied' })
    }
    expect(server.seen).toEqual([])
  })

  test('an entry that is not host:port stops the start with a message that names it', () => {
    expect(() => createEgress({ allow: ['http://x'] })).toThrow(/EGRESS_ALLOW: "http:\/\/x"/)
  })
})

describe('allowHosts of a call', () => {
  test('narrows what may be called, before anything is resolved', async () => {
    const egress = egressWith(['127.0.0.1'], [`ollama.internal:${server.port}`])
    const url = `http://ollama.internal:${server.port}/`
    await expect(egress.fetch(url, {}, { allowHosts: ['api.example'] })).rejects.toThrow(/only api\.example/)
    expect(asked).toEqual([])
    for (const host of ['ollama.internal', `ollama.internal:${server.port}`]) {
      expect((await egress.fetchWith({ allowHosts: [host] })(url)).status).toBe(200)
    }
    await egress.close()
  })

  test('never opens what the operator did not', async () => {
    const call = egressWith([]).fetch(`${server.origin}/`, {}, { allowHosts: ['127.0.0.1'] })
    await expect(call).rejects.toThrow(/EGRESS_ALLOW/)
  })
})

test('proxy settings of the environment are ignored', async () => {
  const proxy = await startLocalServer((_request, response) => response.end('proxied'))
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.origin
  try {
    const egress = createEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect(await (await egress.fetch(server.origin)).text()).toBe('reached')
    await expect(egress.fetch('http://10.0.0.1/')).rejects.toMatchObject({ code: 'egress_denied' })
    expect(proxy.connections()).toBe(0)
    await egress.close()
  } finally {
    for (const name of names) delete process.env[name]
    await proxy.close()
  }
})
