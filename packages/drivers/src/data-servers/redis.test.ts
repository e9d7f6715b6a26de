import type { RedisAddress } from '@runnel/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { startLocalServer } from '../egress/local-server.fixture.ts'
import { createDataServers } from './create-data-servers.ts'
import type { AskDataServer } from './data-servers.ts'
import { type RedisManners, startRedis } from './redis-server.fixture.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const limits = { mostOfOne: 2, mostOfOwner: 2, most: 3, idleMs: 30_000 }

/** A Redis that the operator lets through, and how it is asked. */
async function openScene(manners: RedisManners = {}, poolLimits = limits) {
  const server = await startRedis(manners)
  const host = 'redis.internal'
  const egress = createEgress({
    allow: [`${host}:${server.port}`],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const dataServers = createDataServers({ egress, limits: poolLimits })
  endings.push(
    () => server.close(),
    () => dataServers.close(),
  )
  const address: RedisAddress = { host, port: server.port, tls: false }
  const ask = (commands: string[][], how: Partial<AskDataServer & RedisAddress> = {}) => {
    const {
      workspaceId = 'w',
      timeoutMs = 5000,
      signal = new AbortController().signal,
      beforeSend,
      ...more
    } = how
    return dataServers.ask(
      'redis',
      { address: { ...address, ...more }, question: { commands } },
      { workspaceId, timeoutMs, signal, ...(beforeSend && { beforeSend }) },
    )
  }
  return { server, dataServers, address, ask, name: `${host}:${server.port}` }
}

describe('a Redis that searches vectors', () => {
  test('gets numbers as 32-bit floats, and gives bytes as letters where they are asked for', async () => {
    const bytes = Buffer.from([0, 0, 128, 63, 255, 13, 10, 0])
    const { server, dataServers, address } = await openScene({
      say: ([name]) =>
        name === 'HGET' ? Buffer.concat([Buffer.from('$8\r\n'), bytes, Buffer.from('\r\n')]) : undefined,
    })
    const question = { commands: [['HGET', 'tea', { floats: [1, -2.5] }]], asBytes: true }
    const how = { workspaceId: 'w', timeoutMs: 5000, signal: new AbortController().signal }
    const [letters] = await dataServers.ask('redis', { address, question }, how)
    expect(Buffer.from(String(letters), 'latin1')).toEqual(bytes)
    const floats = Buffer.from(Float32Array.of(1, -2.5).buffer)
    expect(
      server.received().includes(Buffer.concat([Buffer.from('$8\r\n'), floats, Buffer.from('\r\n')])),
    ).toBe(true)
  })
})

describe('a Redis', () => {
  test('keeps what it is told, whatever letters it holds, over one connection', async () => {
    const { server, ask } = await openScene()
    const text = 'Grün\r\n$3\r\n茶 \0 ☕'
    expect(await ask([['SET', 'tea', text]])).toEqual(['OK'])
    expect(await ask([['GET', 'tea']])).toEqual([text])
    expect(await ask([['GET', 'coffee']])).toEqual([null])
    expect(
      await ask([
        ['LPUSH', 'l', 'a', 'b'],
        ['EXPIRE', 'l', '60'],
        ['LRANGE', 'l', '0', '-1'],
      ]),
    ).toEqual([2, 1, ['b', 'a']])
    expect(server.made()).toBe(1)
  })

  test('answers of many pieces are read whole', async () => {
    const { ask } = await openScene()
    const long = 'tea '.repeat(500_000)
    await ask([['SET', 'long', long]])
    expect(await ask([['GET', 'long']])).toEqual([long])
    await ask([['LPUSH', 'list', ...Array.from({ length: 5000 }, (_each, index) => String(index))]])
    const [items] = await ask([['LRANGE', 'list', '0', '-1']])
    expect(items).toHaveLength(5000)
  })

  test('is asked as one account and one database, and connections are shared by nobody else', async () => {
    const { server, ask } = await openScene({ password: 'test-password' })
    await ask([['PING']], { user: 'tea', password: 'test-password', database: 3 })
    expect(server.commands).toEqual([['AUTH', 'tea', 'test-password'], ['SELECT', '3'], ['PING']])
    await ask([['PING']], { user: 'tea', password: 'test-password', database: 3, workspaceId: 'other' })
    await ask([['PING']], { password: 'test-password' })
    expect(server.made()).toBe(3)
  })

  test('that refuses an account says so without it, and no connection is left', async () => {
    const { server, ask, name } = await openScene({ password: 'test-password' })
    const fault = await ask([['PING']], { password: 'wrong-password' }).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'upstream_error',
      message: `${name} refused: WRONGPASS invalid username-password pair or user is disabled. Check the name and the password of the credential.`,
    })
    await expect(ask([['PING']])).rejects.toThrow('NOAUTH')
    await expect.poll(server.open).toBeLessThanOrEqual(1)
  })

  test('that refuses a command, alone or among others, is asked on by the same connection', async () => {
    const { server, ask } = await openScene()
    await ask([['SET', 'text', 'x']])
    await expect(ask([['LPUSH', 'text', 'y']])).rejects.toThrow('refused: WRONGTYPE')
    await expect(
      ask([
        ['LPUSH', 'l', 'y'],
        ['LPUSH', 'text', 'y'],
      ]),
    ).rejects.toThrow('refused: WRONGTYPE')
    await expect(ask([['FLY']])).rejects.toThrow("refused: ERR unknown command 'FLY'")
    expect(await ask([['GET', 'text']])).toEqual(['x'])
    expect(server.made()).toBe(1)
  })

  test.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'does not answer as a Redis does'],
    ['$99999999999\r\n', 'gave more than 10 MB'],
    ['*3\r\n$-2\r\n', 'does not answer as a Redis does'],
    ['*999999999\r\n', 'a list of more than 50000 entries'],
    [`*3\r\n${`*25000\r\n${':1\r\n'.repeat(25_000)}`.repeat(3)}`, 'a list of more than 50000 entries'],
    [`${'*1\r\n'.repeat(1000)}:1\r\n`, 'does not answer as a Redis does'],
    ['x'.repeat(100_000), 'gave more than'],
    [`*40000\r\n${`+${'tea'.repeat(100)}\r\n`.repeat(40_000)}`, 'gave more than 10 MB'],
  ])('that says %.30j is left', async (said, says) => {
    const { server, ask } = await openScene({ say: ([name]) => (name === 'GET' ? said : undefined) })
    await expect(ask([['GET', 'x']])).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining(says),
    })
    await expect.poll(server.open).toBe(0)
    expect(await ask([['PING']])).toEqual(['PONG'])
  })

  test('that speaks unasked is not believed', async () => {
    const { server, ask } = await openScene({
      say: ([name]) => (name === 'PING' ? '+PONG\r\n+FORGED\r\n' : undefined),
    })
    await ask([['PING']])
    expect(await ask([['GET', 'x']])).toEqual([null])
    expect(server.made()).toBe(2)
  })
})

describe('a call', () => {
  test('that is never answered ends in time, and so does its connection', async () => {
    const { server, ask, name } = await openScene({ say: ([word]) => (word === 'GET' ? null : undefined) })
    await ask([['PING']])
    const fault = await ask([['GET', 'x']], { timeoutMs: 200 }).catch((error: unknown) => error)
    expect(fault).toMatchObject({ message: `${name} did not answer within 0.2 seconds.`, wasSent: true })
    await expect.poll(server.open).toBe(0)
  })

  test('that is stopped ends with the reason, and so does its connection', async () => {
    const { server, ask } = await openScene({ say: () => null })
    const stop = new AbortController()
    const asked = ask([['PING']], { signal: stop.signal })
    await expect.poll(() => server.commands.length).toBe(1)
    stop.abort(new Error('Stopped.'))
    await expect(asked).rejects.toThrow('Stopped.')
    await expect.poll(server.open).toBe(0)
  })

  test('is not written where nothing may leave any more', async () => {
    const { server, ask } = await openScene()
    const beforeSend = () => {
      throw new Error('Another process has this run.')
    }
    await expect(ask([['PING']], { beforeSend })).rejects.toThrow('could not be called')
    expect(server.commands).toEqual([])
  })

  test('finds a new connection where the server has ended the old one', async () => {
    const { server, ask } = await openScene()
    await ask([['PING']])
    server.cut()
    await expect.poll(server.open).toBe(0)
    await expect.poll(() => ask([['PING']]).catch(() => undefined)).toEqual(['PONG'])
    expect(server.made()).toBeGreaterThan(1)
  })

  test('that the server cuts off says that it may have been done', async () => {
    const scene = await openScene({ say: ([name]) => (name === 'SET' ? null : undefined) })
    const asked = scene.ask([['SET', 'x', 'y']])
    await expect.poll(() => scene.server.commands.length).toBe(1)
    scene.server.cut()
    await expect(asked).rejects.toMatchObject({ code: 'upstream_error', retryable: true, wasSent: true })
  })

  test('where nobody listens says that it was not sent', async () => {
    const scene = await openScene()
    await scene.server.close()
    endings.shift()
    await expect(scene.ask([['PING']])).rejects.toMatchObject({
      message: expect.stringContaining('refused the connection'),
      retryable: true,
      wasSent: false,
    })
  })

  test('with TLS to a server without it says so', async () => {
    const web = await startLocalServer((_request, response) => response.end())
    endings.push(() => web.close())
    const egress = createEgress({ allow: [`127.0.0.1:${web.port}`] })
    const dataServers = createDataServers({ egress })
    const address = { host: '127.0.0.1', port: web.port, tls: true }
    const how = { workspaceId: 'w', timeoutMs: 5000, signal: new AbortController().signal }
    await expect(
      dataServers.ask('redis', { address, question: { commands: [['PING']] } }, how),
    ).rejects.toMatchObject({
      message: expect.stringContaining('does not speak TLS'),
      wasSent: false,
    })
  })
})

describe('connections', () => {
  test('are as many as are allowed, and calls wait their turn', async () => {
    const { server, ask } = await openScene()
    await Promise.all(Array.from({ length: 20 }, (_each, index) => ask([['SET', `k${index}`, 'x']])))
    expect(server.made()).toBe(2)
  })

  test('of others are ended for one that is needed', async () => {
    const { server, ask } = await openScene()
    for (const workspaceId of ['a', 'b', 'c', 'd', 'a'])
      expect(await ask([['PING']], { workspaceId })).toEqual(['PONG'])
    expect(server.made()).toBe(5)
    await expect.poll(server.open).toBe(3)
  })

  test('that nobody uses are ended', async () => {
    const { server, ask } = await openScene({}, { ...limits, idleMs: 20 })
    await ask([['PING']])
    await expect.poll(server.open).toBe(0)
  })

  test('are ended with the process', async () => {
    const { server, dataServers, ask } = await openScene()
    await ask([['PING']])
    await dataServers.close()
    await expect.poll(server.open).toBe(0)
  })

  test('of one workspace are a share, and another finds its own free', async () => {
    const { server, ask } = await openScene({ say: ([word]) => (word === 'GET' ? null : undefined) })
    const stop = new AbortController()
    const hold = (database: number) =>
      ask([['GET', 'x']], { database, signal: stop.signal }).catch(() => 'stopped')
    const held = [1, 2, 3, 4].map(hold)
    await expect.poll(() => server.commands.filter(([word]) => word === 'GET')).toHaveLength(2)
    expect(await ask([['PING']], { workspaceId: 'other' })).toEqual(['PONG'])
    await expect(ask([['PING']], { timeoutMs: 50 })).rejects.toMatchObject({ code: 'unavailable' })
    stop.abort(new Error('Stopped.'))
    expect(await Promise.all(held)).toEqual(Array.from({ length: 4 }, () => 'stopped'))
  })

  test('are given up by calls that wait too long', async () => {
    const { server, ask, name } = await openScene({ say: ([word]) => (word === 'GET' ? null : undefined) })
    const stop = new AbortController()
    const held = [1, 2].map(() => ask([['GET', 'x']], { signal: stop.signal }).catch(() => 'stopped'))
    await expect.poll(() => server.commands.length).toBe(2)
    await expect(ask([['PING']], { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'unavailable',
      message: `No connection to ${name} was free within 0.05 seconds: too many calls are under way. Try again in a moment, or let fewer run at once.`,
    })
    stop.abort(new Error('Stopped.'))
    expect(await Promise.all(held)).toEqual(['stopped', 'stopped'])
    expect(await ask([['PING']])).toEqual(['PONG'])
  })
})

describe('the guard', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0x7f.1',
    '2130706433',
    '169.254.169.254',
    '10.0.0.1',
    'metadata.google.internal',
    '/run/redis.sock',
    'redis.internal',
  ])('lets no call to %s through', async (host) => {
    const { server, ask } = await openScene()
    const { port } = server
    const other = host === 'redis.internal' ? port + 1 : port
    await expect(ask([['PING']], { host, port: other })).rejects.toMatchObject({ code: 'egress_denied' })
    expect(server.made()).toBe(0)
  })

  test('resolves a name once, so that it cannot become another address in between', async () => {
    const server = await startRedis()
    endings.push(() => server.close())
    const answers = ['127.0.0.1', '203.0.113.1']
    const asked: string[] = []
    const egress = createEgress({
      allow: [`redis.internal:${server.port}`],
      lookup: async (host) => {
        asked.push(host)
        return [{ address: answers.shift() ?? '203.0.113.1', family: 4 }]
      },
    })
    const dataServers = createDataServers({ egress })
    endings.push(() => dataServers.close())
    const address = { host: 'redis.internal', port: server.port, tls: false }
    const how = { workspaceId: 'w', timeoutMs: 5000, signal: new AbortController().signal }
    const question = { commands: [['PING']] }
    expect(await dataServers.ask('redis', { address, question }, how)).toEqual(['PONG'])
    expect(asked).toEqual(['redis.internal'])
  })
})
