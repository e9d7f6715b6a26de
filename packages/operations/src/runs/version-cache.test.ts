import type { FlowDocument, NodeDefinition } from '@runnel/contract'
import { defineNode } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createCatalogue } from '../catalogue.ts'
import { createVersionCache } from './version-cache.ts'

function definitionOf(name: string, kind: 'trigger' | 'step'): NodeDefinition {
  return {
    name,
    label: name,
    version: 2,
    type: name,
    icon: 'IconBolt',
    category: 'Agent Flows',
    description: '',
    baseClasses: [name],
    kind,
    effects: 'none',
    inputs: [],
  }
}

const run = async () => async () => ({ output: { content: '' } })
const start = defineNode({ definition: definitionOf('startAgentflow', 'trigger'), run })
const lifted = defineNode({
  definition: definitionOf('liftedAgentflow', 'step'),
  run,
  migrations: [
    { number: 1, below: 2, migrate: ({ old, ...values }) => ({ ...values, renamed: old ?? null }) },
  ],
})
const catalogue = createCatalogue([start, lifted], [])

const node = (id: string, type: string, values: FlowDocument['nodes'][0]['values']) => ({
  id,
  type,
  typeVersion: 1,
  label: id,
  position: { x: 0, y: 0 },
  values,
})

const document: FlowDocument = {
  nodes: [
    node('s', 'startAgentflow', { startInputType: 'chatInput' }),
    node('a', 'liftedAgentflow', { old: 'kept {{$vars.x}}' }),
  ],
  edges: [{ id: 'e', source: 's', sourceAnchor: 'out', target: 'a', targetAnchor: 'in', role: 'sequence' }],
}

const stored = async () => ({ id: 'v', flowType: 'AGENTFLOW' as const, document, consentedHosts: [] })

test('an old node runs with the meaning that it had', async () => {
  const version = await createVersionCache(catalogue).get('v', stored)
  expect(version.plan.steps.get('a')?.node.values).toEqual({ renamed: 'kept {{$vars.x}}' })
})

test('a version is prepared once, and a failed one is tried again', async () => {
  const cache = createVersionCache(catalogue)
  let loads = 0
  const load = () => {
    loads += 1
    return loads === 1 ? Promise.reject(new Error('away')) : stored()
  }
  await expect(cache.get('v', load)).rejects.toThrow('away')
  const first = await cache.get('v', load)
  expect(await cache.get('v', load)).toBe(first)
  expect(loads).toBe(2)
})

test('only flows that mention variables need them', async () => {
  const plain = {
    ...document,
    nodes: [node('s', 'startAgentflow', { startInputType: 'chatInput' })],
    edges: [],
  }
  const cache = createVersionCache(catalogue)
  expect((await cache.get('v', stored)).usesVariables).toBe(true)
  expect((await cache.get('w', async () => ({ ...(await stored()), document: plain }))).usesVariables).toBe(
    false,
  )
})
