import { type JsonValue, type NodeEffects, RunnelError } from '@runnel/contract'
import { type CallContext, type CallDataServers, type HttpReply, listProvided } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent, readSentRequest } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { type CacheCase, outsideCaches } from './outside-caches.fixture.ts'

const caches = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('cache'))

/** A cache as a model uses it, and what its server saw. */
interface OpenCache {
  call: CallContext
  values: CacheCase['values']
  entries: Map<string, string>
  calls: { host: string; effects: NodeEffects | undefined; journaled: string }[]
}

function openOutside({ values, credential, startFake }: CacheCase, refuse?: () => HttpReply): OpenCache {
  const entries = new Map<string, string>()
  const fake = startFake(entries)
  const calls: OpenCache['calls'] = []
  const dataServer: CallDataServers = {
    ask: async (_protocol, { reach, effects }, question) => {
      const address = reach(credential)
      const { commands } = question as { commands: string[][] }
      calls.push({
        host: 'host' in address ? address.host : '',
        effects,
        journaled: JSON.stringify(question),
      })
      return commands.map((command) => fake.run?.(command, address.password)) as never
    },
  }
  const { call } = createTestCallContext({
    dataServer,
    http: async ({ authorise, ...told }) => {
      const sent = await readSentRequest({ ...told, ...(authorise && { authorise }) }, credential)
      calls.push({ host: sent.url.host, effects: told.effects, journaled: JSON.stringify(told) })
      return refuse?.() ?? fake.answer?.(sent) ?? { status: 500, headers: {}, body: '' }
    },
  })
  return { call, values, entries, calls }
}

function openInMemory(): OpenCache {
  const kept = new Map<string, JsonValue>()
  const replies = {
    find: (key: string) => kept.get(key),
    keep: (key: string, reply: JsonValue) => void kept.set(key, reply),
  }
  return { call: createTestCallContext({ replies }).call, values: {}, entries: new Map(), calls: [] }
}

async function use(node: string, { call, values }: OpenCache) {
  const cache = await caches.find(({ definition }) => definition.name === node)?.provides?.cache?.()
  if (!cache) throw new Error(`${node} is no cache.`)
  const component = createTestComponent(node, { values })
  return {
    find: (key: string) => cache.find(component, key, call),
    keep: (key: string, reply: JsonValue) => cache.keep(component, { key, reply }, call),
  }
}

test('every cache of the catalogue is held to these tests', () => {
  const names = caches.map(({ definition }) => definition.name)
  expect(names.sort()).toEqual(['inMemoryCache', ...outsideCaches.map(({ node }) => node)].sort())
})

describe.each(caches)('$definition.name', ({ definition }) => {
  test('is found by the anchors of models', () => {
    expect(definition.category).toBe('Cache')
    expect(definition.baseClasses).toContain('BaseCache')
    expect(listProvided(definition)).toEqual(['cache'])
  })

  test('gives back what it was given under a key, and nothing under another', async () => {
    const outside = outsideCaches.find(({ node }) => node === definition.name)
    const { find, keep } = await use(definition.name, outside ? openOutside(outside) : openInMemory())
    expect(await find('a')).toBeUndefined()
    await keep('a', { parts: [{ type: 'text', text: 'Grün ☕' }] })
    expect(await find('a')).toEqual({ parts: [{ type: 'text', text: 'Grün ☕' }] })
    expect(await find('b')).toBeUndefined()
  })
})

describe.each(outsideCaches)('$node, which keeps replies outside this product,', (outside) => {
  test('goes to its own host only, leaves its key to the last moment, and may do everything again', async () => {
    const opened = openOutside(outside)
    const { find, keep } = await use(outside.node, opened)
    await keep('a', {})
    await find('a')
    for (const { host, effects } of opened.calls) expect([host, effects]).toEqual([outside.host, 'read'])
    const journaled = JSON.stringify(opened.calls.map((call) => call.journaled))
    for (const secret of Object.values(outside.credential)) expect(journaled).not.toContain(secret)
  })

  test('takes what is no reply for none, and does not keep what is too large', async () => {
    const opened = openOutside(outside)
    const { find, keep } = await use(outside.node, opened)
    await keep('a', 'kept')
    for (const key of opened.entries.keys()) opened.entries.set(key, 'nonsense{')
    expect(await find('a')).toBeUndefined()
    await keep('large', 'x'.repeat(1_000_001))
    expect(opened.entries.size).toBe(1)
  })

  test('says what to do where its credential leads nowhere', async () => {
    const lost = { ...outside, credential: { ...outside.credential, ...outside.nowhere } }
    const { find } = await use(outside.node, openOutside(lost))
    await expect(find('a')).rejects.toMatchObject({ code: 'invalid_input' })
    const none = await use(outside.node, openOutside({ ...outside, credential: {} }))
    await expect(none.find('a')).rejects.toMatchObject({ code: 'missing_credential' })
  })
})

test.each(outsideCaches.filter(({ startFake }) => startFake(new Map()).answer))(
  '$node tells a refusal in plain words',
  async (outside) => {
    const refuse = () => ({ status: 401, headers: {}, body: '' })
    const { find, keep } = await use(outside.node, openOutside(outside, refuse))
    await expect(find('a')).rejects.toThrow('does not accept the key')
    await expect(keep('a', {})).rejects.toBeInstanceOf(RunnelError)
  },
)
