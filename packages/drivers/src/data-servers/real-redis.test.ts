import type { RedisAddress, RedisQuestion } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { type RealRedis, startRealRedis } from '../testing/start-redis-itself.ts'
import { createDataServers } from './create-data-servers.ts'

const HOST = 'redis.internal'
const PASSWORD = 'test-password-of-redis'

/** What `redis.test.ts` asks of a small server that speaks its protocol is asked of Redis itself here. */
describe('Redis itself', () => {
  let server: RealRedis
  let dataServers: ReturnType<typeof createDataServers>
  beforeAll(async () => {
    server = await startRealRedis({ password: PASSWORD })
    const egress = createEgress({
      allow: [`${HOST}:${server.port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    dataServers = createDataServers({ egress })
  })
  afterAll(async () => {
    await dataServers.close()
    await server.close()
  })

  const ask = (question: RedisQuestion, account: Partial<RedisAddress> = { password: PASSWORD }) =>
    dataServers.ask(
      'redis',
      { address: { host: HOST, port: server.port, tls: false, ...account }, question },
      { workspaceId: 'w', timeoutMs: 5000, signal: new AbortController().signal },
    )
  const run = (...commands: string[][]) => ask({ commands })

  test('keeps what it is told, whatever letters it holds', async () => {
    const text = 'Grün\r\n$3\r\n茶 \0 ☕'
    expect(await run(['SET', 'tea', text, 'PX', '60000'])).toEqual(['OK'])
    expect(await run(['GET', 'tea'])).toEqual([text])
    expect(await run(['GET', 'coffee'])).toEqual([null])
    const list = [
      ['LPUSH', 'l', 'a', 'b'],
      ['EXPIRE', 'l', '60'],
      ['LRANGE', 'l', '0', '-1'],
    ]
    expect(await run(...list)).toEqual([2, 1, ['b', 'a']])
  })

  test('gives answers of many pieces whole', async () => {
    const long = 'tea '.repeat(500_000)
    await run(['SET', 'long', long])
    expect(await run(['GET', 'long'])).toEqual([long])
    await run(['RPUSH', 'list', ...Array.from({ length: 5000 }, (_each, index) => String(index))])
    const [items] = await run(['LRANGE', 'list', '0', '-1'])
    expect(items).toHaveLength(5000)
  })

  test('gets numbers as 32-bit floats, and gives their bytes', async () => {
    await ask({ commands: [['HSET', 'vector', 'of', { floats: [1, -2.5] }]] })
    const [letters] = await ask({ commands: [['HGET', 'vector', 'of']], asBytes: true })
    expect(Buffer.from(String(letters), 'latin1')).toEqual(Buffer.from(Float32Array.of(1, -2.5).buffer))
  })

  test('keeps its databases and accounts apart', async () => {
    await run(['ACL', 'SETUSER', 'tea', 'on', '>test-password-of-tea', '~tea*', '+get', '+set', '+select'])
    const tea = { user: 'tea', password: 'test-password-of-tea', database: 3 }
    await ask({ commands: [['SET', 'tea:1', 'third']] }, tea)
    expect(await ask({ commands: [['GET', 'tea:1']] }, tea)).toEqual(['third'])
    expect(await run(['GET', 'tea:1'])).toEqual([null])
    await expect(ask({ commands: [['GET', 'coal']] }, tea)).rejects.toThrow('refused: NOPERM')
  })

  test('refuses an account, and the call says so without it', async () => {
    const wrong = ask({ commands: [['PING']] }, { password: 'wrong-password' })
    await expect(wrong).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('refused: WRONGPASS'),
    })
    await expect(wrong).rejects.not.toThrow('wrong-password')
    await expect(ask({ commands: [['PING']] }, {})).rejects.toThrow('NOAUTH')
  })

  test('refuses a command, alone or among others, and is asked on', async () => {
    await run(['SET', 'text', 'x'])
    await expect(run(['LPUSH', 'text', 'y'])).rejects.toThrow('refused: WRONGTYPE')
    await expect(run(['LPUSH', 'l2', 'y'], ['LPUSH', 'text', 'y'])).rejects.toThrow('refused: WRONGTYPE')
    await expect(run(['FLY'])).rejects.toThrow("refused: ERR unknown command 'FLY'")
    expect(await run(['GET', 'text'])).toEqual(['x'])
  })
})
