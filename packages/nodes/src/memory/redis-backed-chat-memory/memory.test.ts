import { reachRedis } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { outsideCases } from '../outside-cases.fixture.ts'
import { openOutsideMemory } from '../outside-memories.fixture.ts'
import { startFakeRedis } from './fake-redis-server.fixture.ts'

const redis = outsideCases.find(({ node }) => node === 'RedisBackedChatMemory')
if (!redis) throw new Error('The family has no Redis.')
const said = (content: string) => ({ role: 'user' as const, content })

test.each([
  ['1', ['3', '4']],
  [2, ['1', '2', '3', '4']],
  ['', ['0', '1', '2', '3', '4']],
  [-3, ['0', '1', '2', '3', '4']],
])('of a window of %j exchanges the last ones are given', async (windowSize, contents) => {
  const { keep, recall } = openOutsideMemory({ ...redis, values: { windowSize } })
  for (const content of ['0', '1', '2', '3', '4']) await keep([said(content)])
  expect((await recall()).map(({ content }) => content)).toEqual(contents)
})

test('a session lives as long as the author says', async () => {
  const fake = startFakeRedis('test-password-of-redis')
  const { keep } = openOutsideMemory({ ...redis, values: { sessionTTL: '60' }, startFake: () => fake })
  await keep([said('Tea?')])
  expect([...fake.lives]).toEqual([['session', 60]])
})

describe('where a Redis is', () => {
  test.each([
    [{ redisCacheHost: 'redis.example' }, { host: 'redis.example', port: 6379, tls: false }],
    [
      { redisCacheHost: ' h ', redisCachePort: '7000', redisCachePwd: 'p', redisCacheSslEnabled: 'true' },
      { host: 'h', port: 7000, tls: true, password: 'p' },
    ],
    [
      { redisCacheHost: 'h', redisCacheUser: 'u', redisCachePwd: ' p ', redisCacheSslEnabled: 'false' },
      { host: 'h', port: 6379, tls: false, user: 'u', password: ' p ' },
    ],
    [{ redisUrl: 'redis://h' }, { host: 'h', port: 6379, tls: false }],
    [
      { redisUrl: ' rediss://:p%40ss@h:7000/2 ' },
      { host: 'h', port: 7000, tls: true, password: 'p@ss', database: 2 },
    ],
    [{ redisUrl: 'redis://u:100%@h' }, { host: 'h', port: 6379, tls: false, user: 'u', password: '100%' }],
  ])('is read of %j', (fields, address) => {
    expect(reachRedis(fields)).toEqual(address)
  })

  test.each([
    [{}, 'missing_credential'],
    [{ redisCacheHost: ' ' }, 'missing_credential'],
    [{ redisCacheHost: 'h', redisCachePort: '70000' }, 'invalid_input'],
    [{ redisUrl: 'https://secret.example' }, 'invalid_input'],
    [{ redisUrl: 'unix:///run/secret.sock' }, 'invalid_input'],
    [{ redisUrl: 'redis://h/secret' }, 'invalid_input'],
  ])('is not read of %j', (fields, code) => {
    const reach = () => reachRedis(fields)
    expect(reach).toThrow(expect.objectContaining({ code }))
    expect(reach).not.toThrow('secret')
  })
})
