import type { JsonValue } from '@runnel/contract'
import { type CallDataServers, listProvided } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

const caches = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('embeddingCache'))
const credential = { redisUrl: 'redis://:test-password-of-redis@redis.example' }

/** A process that keeps replies, and a Redis; what each was asked. */
function openWorld() {
  const entries = new Map<string, JsonValue>()
  const commands: string[][] = []
  const dataServer: CallDataServers = {
    ask: async (_protocol, { reach, effects }, question) => {
      expect([reach(credential), effects]).toMatchObject([{ host: 'redis.example' }, 'read'])
      const asked = (question as { commands: string[][] }).commands
      commands.push(...asked)
      return asked.map(([name, ...words]) => {
        if (name === 'MGET') return words.map((key) => entries.get(key) ?? null)
        entries.set(words[0] ?? '', words[1] ?? '')
        return 'OK'
      }) as never
    },
  }
  const replies = {
    find: (key: string) => entries.get(key),
    keep: (key: string, reply: JsonValue) => void entries.set(key, reply),
  }
  return { entries, commands, access: createTestCallContext({ dataServer, replies }).call }
}

test('there are two, as in the reference', () => {
  expect(caches.map(({ definition }) => definition.name)).toEqual([
    'inMemoryEmbeddingCache',
    'redisEmbeddingsCache',
  ])
})

describe.each(caches)('$definition.name', ({ definition, provides }) => {
  test('stands where embeddings are wanted, and has some wired to it', () => {
    expect(definition.baseClasses).toContain('Embeddings')
    expect(definition.inputs[0]).toMatchObject({ name: 'embeddings', type: 'Embeddings' })
    expect(definition.inputs.map(({ name }) => name)).toContain('namespace')
  })

  test('gives back the vectors that it was given, in the order of the keys, and none for others', async () => {
    const { access, entries } = openWorld()
    const cache = await provides?.embeddingCache?.()
    const component = createTestComponent(definition.name, {})
    const named = Array.from({ length: 450 }, (_, index) => ({ key: `k${index}`, vector: `v${index}` }))
    await cache?.keep(component, named, access)
    expect(entries.size).toBe(450)
    const keys = ['none', ...named.map(({ key }) => key).reverse()]
    expect(await cache?.find(component, keys, access)).toEqual([
      undefined,
      ...named.map(({ vector }) => vector).reverse(),
    ])
    for (const name of entries.keys()) entries.set(name, 7)
    expect(await cache?.find(component, ['k1'], access)).toEqual([undefined])
  })
})

test('a Redis keeps vectors as long as the author says, and always otherwise', async () => {
  const { access, commands } = openWorld()
  const cache = await caches
    .find(({ definition }) => definition.name === 'redisEmbeddingsCache')
    ?.provides?.embeddingCache?.()
  for (const values of [{ ttl: '60000' }, {}]) {
    await cache?.keep(createTestComponent('x', { values }), [{ key: 'a', vector: 'v' }], access)
  }
  const set = ['SET', 'runnel:embedding:a', 'v']
  expect(commands).toEqual([[...set, 'PX', '60000'], set])
})
