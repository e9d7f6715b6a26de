import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import { createFakeLists } from '../fake-redis.fixture.ts'

/** A Redis of Upstash in memory: lists, their lives in seconds, and commands that are run as one. */
export function startFakeUpstash(token: string) {
  const { lives, store, run } = createFakeLists()
  return {
    lives,
    store,
    answer({ method, url, headers, body }: SentRequest): HttpReply {
      if (headers.authorization !== `Bearer ${token}`) return reply({ error: 'Unauthorized' }, 401)
      if (method !== 'POST' || url.pathname !== '/multi-exec') return reply({ error: 'Not found' }, 404)
      const isFit =
        Array.isArray(body) &&
        body.every((command) => Array.isArray(command) && command.every((word) => typeof word === 'string'))
      return isFit
        ? reply((body as string[][]).map(run))
        : reply({ error: 'ERR failed to parse commands' }, 400)
    },
  }
}

function reply(body: JsonValue, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
