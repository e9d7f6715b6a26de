import type { RedisAnswer, RedisWord } from '@runnel/contract'
import {
  type CacheAccess,
  type Component,
  type EmbeddingCache,
  reachRedis,
  readNumber,
} from '@runnel/node-kit'
import { nameVector } from '../stored-vectors.ts'

/** Keys of one command, and vectors of one request: what a Redis is sent stays within some megabytes. */
const BATCH = 200

/** Keeps vectors in a Redis. */
export const keepVectorsInRedis: EmbeddingCache = {
  async find(component, keys, access) {
    const found: (string | undefined)[] = []
    for (let at = 0; at < keys.length; at += BATCH) {
      const names = keys.slice(at, at + BATCH).map(nameVector)
      const [vectors] = await run(component, access, [['MGET', ...names]])
      found.push(
        ...names.map((_name, index) => readText(Array.isArray(vectors) ? vectors[index] : undefined)),
      )
    }
    return found
  },
  async keep(component, entries, access) {
    const life = Math.floor(readNumber(component.values, 'ttl') ?? 0)
    const expiry = life > 0 ? ['PX', String(life)] : []
    for (let at = 0; at < entries.length; at += BATCH) {
      const commands = entries
        .slice(at, at + BATCH)
        .map(({ key, vector }) => ['SET', nameVector(key), vector, ...expiry])
      await run(component, access, commands)
    }
  },
}

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What is kept twice is the same: to keep it counts as reading, so that it may be done again. */
function run(
  component: Component,
  { dataServer }: CacheAccess,
  commands: RedisWord[][],
): Promise<RedisAnswer> {
  return dataServer.ask('redis', { component, reach: reachRedis, effects: 'read' }, { commands })
}
