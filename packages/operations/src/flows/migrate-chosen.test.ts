import type { JsonObject, NodeDefinition } from '@runnel/contract'
import type { NodeType } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { migrateChosen } from './migrate-chosen.ts'

const define = (
  name: string,
  own: Partial<NodeDefinition>,
  migrations?: NodeType['migrations'],
): NodeType => ({
  definition: {
    name,
    label: name,
    version: 2,
    type: name,
    icon: 'IconTool',
    category: 'Tools',
    description: name,
    baseClasses: [name],
    kind: 'component',
    effects: 'none',
    inputs: [],
    ...own,
  },
  ...(migrations && { migrations }),
})

const asker = define('asker', { formerInputs: ['url'], inputs: [] }, [
  { number: 1, below: 2, migrate: ({ url, ...values }) => ({ ...values, address: url ?? '' }) },
])
const inner = { label: 'Tool', name: 'tool', type: 'asyncOptions', loadConfig: true } as const
const holder = define('holder', { inputs: [inner] })
const types = new Map([asker, holder].map((type) => [type.definition.name, type]))
const inputs: NodeDefinition['inputs'] = [
  inner,
  { label: 'Rows', name: 'rows', type: 'array', array: [inner] },
]
const migrate = (values: JsonObject) => migrateChosen(values, inputs, (type) => types.get(type))

test('settings of a chosen component that an older version named are lifted, at any depth', () => {
  const older = { tool: 'asker', toolConfig: { url: 'https://a.example', name: 'a' } }
  const present = { tool: 'asker', toolConfig: { name: 'a', address: 'https://a.example' } }
  expect(migrate(older)).toEqual(present)
  expect(migrate({ rows: [older, {}], other: 1 })).toEqual({ rows: [present, {}], other: 1 })
  expect(migrate({ tool: 'holder', toolConfig: older })).toEqual({ tool: 'holder', toolConfig: present })
})

test.each<JsonObject>([
  { tool: 'asker', toolConfig: { address: 'https://a.example' } },
  { tool: 'asker', toolConfig: '' },
  { tool: 'gone', toolConfig: { url: 'x' } },
  { rows: '', tool: '' },
  { rows: ['x', { tool: 'asker' }] },
])('%j is left alone, and comes back as the same object', (values) => {
  expect(migrate(values)).toBe(values)
})
