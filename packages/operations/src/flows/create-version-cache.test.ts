import type { FlowDocument } from '@runnel/contract'
import { defineNode } from '@runnel/node-kit'
import { describe, expect, test, vi } from 'vitest'
import { createCatalogue } from '../catalogue.ts'
import type { StoredVersion } from '../version-cache.ts'
import { createVersionCache } from './create-version-cache.ts'

const start = defineNode({
  definition: {
    name: 'beginning',
    label: 'Start',
    version: 1,
    type: 'Start',
    icon: 'IconPlayerPlay',
    category: 'Agent Flows',
    description: 'Starts',
    baseClasses: ['Start'],
    kind: 'trigger',
    effects: 'none',
    canvas: 'agent',
    inputs: [
      { label: 'Begin', name: 'begin', readAs: 'startInput', type: 'string' },
      { label: 'Keep', name: 'keep', readAs: 'persistsState', type: 'boolean' },
    ],
  },
  run: async () => async () => ({ output: {} }),
})

const version = (id: string, nodeType = 'beginning', values = {}): StoredVersion => ({
  id,
  flowType: 'AGENTFLOW',
  document: {
    nodes: [
      {
        id: 's',
        type: nodeType,
        typeVersion: 1,
        label: 'S',
        position: { x: 0, y: 0 },
        values: { begin: 'chatInput', ...values },
        credentials: {},
      },
    ],
    edges: [],
  } as FlowDocument,
  consentedHosts: [],
})

const open = () => createVersionCache(createCatalogue([start], []))

describe('a version', () => {
  test('is loaded and prepared once', async () => {
    const cache = open()
    const load = vi.fn(async () => version('a'))
    const first = await cache.get('a', load)
    expect(await cache.get('a', load)).toBe(first)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test.each([
    [{}, false, false],
    [{ keep: true }, true, false],
    [{ begin: 'formInput' }, false, true],
    [{ startPersistState: true, startInputType: 'formInput' }, false, false],
  ])('with %j keeps the state of a session: %s, its form: %s', async (values, keepsState, keepsForm) => {
    const prepared = await open().get('a', async () => version('a', 'beginning', values))
    expect(prepared).toMatchObject({ keepsState, keepsForm })
  })

  test('is loaded again after a load that failed', async () => {
    const cache = open()
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await cache.get('a', async () => version('a'))).id).toBe('a')
  })

  test('that cannot run is not kept', async () => {
    const cache = open()
    await expect(cache.get('a', async () => version('a', 'mystery'))).rejects.toMatchObject({
      code: expect.any(String),
    })
    expect((await cache.get('a', async () => version('a'))).id).toBe('a')
  })

  test('goes when 500 others were used after it', async () => {
    const cache = open()
    const load = vi.fn(async () => version('a'))
    await cache.get('a', load)
    for (let index = 0; index < 499; index += 1)
      await cache.get(`v${index}`, async () => version(`v${index}`))
    await cache.get('a', load)
    expect(load).toHaveBeenCalledTimes(1)
    for (let index = 0; index < 500; index += 1)
      await cache.get(`w${index}`, async () => version(`w${index}`))
    await cache.get('a', load)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
