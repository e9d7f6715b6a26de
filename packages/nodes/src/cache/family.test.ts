import type { JsonValue } from '@runnel/contract'
import { listProvided } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

const caches = nodeCatalogue.filter(({ definition }) => definition.category === 'Cache')

function open() {
  const kept = new Map<string, JsonValue>()
  return createTestCallContext({
    replies: { find: (key) => kept.get(key), keep: (key, reply) => void kept.set(key, reply) },
  }).call
}

describe.each(caches)('$definition.name', ({ definition, provides }) => {
  test('is found by the anchors of models', () => {
    expect(definition.baseClasses).toContain('BaseCache')
    expect(listProvided(definition)).toEqual(['cache'])
  })

  test('gives back what it was given under a key, and nothing under another', async () => {
    const call = open()
    const component = createTestComponent(definition.name)
    const cache = await provides?.cache?.()
    expect(await cache?.find(component, 'a', call)).toBeUndefined()
    await cache?.keep(component, { key: 'a', reply: { parts: [] } }, call)
    expect(await cache?.find(component, 'a', call)).toEqual({ parts: [] })
    expect(await cache?.find(component, 'b', call)).toBeUndefined()
  })
})
