import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** A Redis of Upstash in memory: lists, their lives in seconds, and commands that are run as one. */
export function startFakeUpstash(token: string) {
  const lists = new Map<string, string[]>()
  const lives = new Map<string, number>()
  const push = (key: string, values: string[]) => {
    const list = [...values.toReversed(), ...(lists.get(key) ?? [])]
    lists.set(key, list)
    return list.length
  }
  function run([command, key = '', ...rest]: string[]): JsonValue {
    if (command === 'LPUSH' && rest.length > 0) return { result: push(key, rest) }
    if (command === 'LRANGE' && rest.join() === '0,-1') return { result: lists.get(key) ?? [] }
    if (command === 'EXPIRE' && /^[1-9]\d*$/.test(rest[0] ?? '')) {
      lives.set(key, Number(rest[0]))
      return { result: 1 }
    }
    return { error: `ERR unknown command ${command}` }
  }
  return {
    lives,
    store: (key: string, messages: string[]) => void push(key, messages),
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
