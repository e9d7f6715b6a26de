import type { JsonObject } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import { findCases } from '../find-cases.fixture.ts'

/** A cache outside this product, and a server of it: one that speaks HTTP, or a Redis. */
export interface CacheCase {
  node: string
  values: JsonObject
  credential: Record<string, string>
  host: string
  /** Fields that lead nowhere. */
  nowhere: Record<string, string>
  /** Makes a server that keeps entries where the test sees them. */
  startFake(entries: Map<string, string>): {
    answer?(sent: SentRequest): HttpReply
    run?(command: string[], password: string | undefined): string | null
  }
}

const reply = (status: number, body: string, type = 'application/json'): HttpReply => ({
  status,
  headers: { 'content-type': type },
  body,
})

function runText(entries: Map<string, string>, [name, key = '', value = '']: string[]): string | null {
  if (name === 'GET') return entries.get(key) ?? null
  entries.set(key, value)
  return 'OK'
}

/** Every cache of the catalogue that keeps replies outside; a test compares. */
export const outsideCaches: CacheCase[] = [
  {
    node: 'redisCache',
    values: { ttl: '60000' },
    credential: { redisUrl: 'redis://:test-password-of-redis@redis.example' },
    host: 'redis.example',
    nowhere: { redisUrl: 'redis.example' },
    startFake: (entries) => ({
      run([name, key = '', ...rest], password) {
        if (password !== 'test-password-of-redis') throw new Error('WRONGPASS')
        if (name === 'GET') return entries.get(key) ?? null
        if (name !== 'SET' || rest.slice(1).join() !== 'PX,60000') throw new Error(`ERR ${name} ${rest}`)
        entries.set(key, rest[0] ?? '')
        return 'OK'
      },
    }),
  },
  {
    node: 'upstashRedisCache',
    values: {},
    credential: {
      upstashConnectionUrl: 'https://tea.upstash.io/',
      upstashConnectionToken: 'test-token-of-upstash',
    },
    host: 'tea.upstash.io',
    nowhere: { upstashConnectionUrl: 'file:///etc/passwd' },
    startFake: (entries) => ({
      answer({ method, url, headers, body }) {
        if (headers.authorization !== 'Bearer test-token-of-upstash') return reply(401, '{}')
        if (method !== 'POST' || url.pathname !== '/' || !Array.isArray(body)) return reply(400, '{}')
        return reply(200, JSON.stringify({ result: runText(entries, body.map(String)) }))
      },
    }),
  },
  {
    node: 'momentoCache',
    values: {},
    credential: {
      momentoCache: 'tea cache',
      momentoApiKey: 'test-key-of-momento',
      momentoEndpoint: 'https://api.cache.momento.example',
    },
    host: 'api.cache.momento.example',
    nowhere: { momentoEndpoint: 'momento.example' },
    startFake: (entries) => ({
      answer({ method, url, headers, text }) {
        if (headers.authorization !== 'test-key-of-momento') return reply(401, '{}')
        const key = url.searchParams.get('key')
        if (url.pathname !== '/cache/tea%20cache' || key === null) return reply(400, '{}')
        const kept = entries.get(key)
        if (method === 'GET')
          return kept === undefined
            ? reply(404, '{"error_code":"ITEM_NOT_FOUND"}')
            : {
                ...reply(200, Buffer.from(kept).toString('base64'), 'application/octet-stream'),
                isBase64: true,
              }
        if (url.searchParams.get('ttl_seconds') !== '86400') return reply(400, '{}')
        entries.set(key, text)
        return reply(204, '')
      },
    }),
  },
  ...(await findCases<CacheCase>('cache/*/*.case.fixture.ts')),
]
