import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import type { Memory } from './call-context.ts'
import { defineNode } from './define-node.ts'
import { isModelError, ModelError } from './model-error.ts'
import { undeclaredHosts } from './testing/undeclared-hosts.ts'

function definition(changes: Partial<NodeDefinition>): NodeDefinition {
  return {
    name: 'probe',
    label: 'Probe',
    version: 1,
    type: 'Probe',
    icon: 'IconBox',
    category: 'Utilities',
    description: 'Probes.',
    baseClasses: ['Probe'],
    kind: 'note',
    effects: 'none',
    inputs: [],
    ...changes,
  }
}

const memory = async (): Promise<Memory> => ({ recall: async () => [] })

test('a kind without its work is refused, naming the node', () => {
  expect(() => defineNode({ definition: definition({ kind: 'step' }) })).toThrow(
    'probe: a step or trigger has run',
  )
  expect(() => defineNode({ definition: definition({ kind: 'component' }) })).toThrow(
    'probe: a component provides',
  )
  expect(defineNode({ definition: definition({}) }).definition.name).toBe('probe')
})

test('a capability is declared where its file is, also per output', () => {
  const component = definition({ kind: 'component', provides: ['memory'] })
  expect(() => defineNode({ definition: component })).toThrow('probe: memory is declared without its file')
  expect(() => defineNode({ definition: definition({}), provides: { memory } })).toThrow('not declared')
  const outputs = [{ name: 'a', label: 'A', provides: ['memory' as const] }]
  const byOutput = definition({ kind: 'component', outputs })
  expect(defineNode({ definition: byOutput, provides: { memory } }).definition).toBe(byOutput)
})

test('an address where a credential goes cannot be overridden by callers', () => {
  const inputs = [{ name: 'server', label: 'Server', type: 'string', overridable: true }]
  const open = definition({ inputs, sendsCredentialTo: ['server'] })
  expect(() => defineNode({ definition: open })).toThrow('cannot be overridable')
  expect(() => defineNode({ definition: definition({ sendsCredentialTo: ['none'] }) })).toThrow('no param')
})

test('a choice of who gets a credential cannot be overridden by callers', () => {
  const inputs = [
    { name: 'llmModel', label: 'Model', type: 'asyncOptions', loadConfig: true, overridable: true },
  ]
  expect(() => defineNode({ definition: definition({ inputs }) })).toThrow('chooses who gets a credential')
})

test('a param that can name a host is found where a credential is taken', () => {
  const credential = { name: 'credential', label: 'Key', type: 'credential' }
  const inputs = [
    { name: 'qdrantServerUrl', label: 'Server', type: 'string' },
    { name: 'topK', label: 'Top K', type: 'number' },
  ]
  expect(undeclaredHosts(definition({ credential, inputs }))).toEqual(['qdrantServerUrl'])
  expect(undeclaredHosts(definition({ credential, inputs, sendsCredentialTo: ['qdrantServerUrl'] }))).toEqual(
    [],
  )
  expect(undeclaredHosts(definition({ inputs }))).toEqual([])
})

test.each([
  [
    'a row',
    'servers.url',
    { name: 'servers', label: 'Rows', type: 'array', array: [{ name: 'url', label: 'U', type: 'string' }] },
  ],
  [
    'a tab',
    'url',
    { name: 'servers', label: 'Tabs', type: 'tabs', tabs: [{ name: 'url', label: 'U', type: 'string' }] },
  ],
  [
    'rows of rows',
    'servers.url.host',
    {
      name: 'servers',
      label: 'Rows',
      type: 'array',
      array: [
        { name: 'url', label: 'Rows', type: 'array', array: [{ name: 'host', label: 'H', type: 'string' }] },
      ],
    },
  ],
])('it is found in %s, and declared by its path', (_where, path, input) => {
  const credential = { name: 'credential', label: 'Key', type: 'credential' }
  expect(undeclaredHosts(definition({ credential, inputs: [input] }))).toEqual([path])
  const declared = definition({ credential, inputs: [input], sendsCredentialTo: [path] })
  expect(undeclaredHosts(declared)).toEqual([])
  expect(defineNode({ definition: declared }).definition).toBe(declared)
})

test('rows that callers may set hold no address', () => {
  const array = [{ name: 'url', label: 'U', type: 'string' }]
  const inputs = [{ name: 'servers', label: 'Rows', type: 'array', overridable: true, array }]
  expect(() =>
    defineNode({ definition: definition({ inputs, sendsCredentialTo: ['servers.url'] }) }),
  ).toThrow('servers.url says where a credential goes and cannot be overridable')
})

test('JSON, code and files of a type with a credential say that they name none, or where', () => {
  const credential = { name: 'credential', label: 'Key', type: 'credential' }
  for (const type of ['json', 'code', 'file', 'datagrid']) {
    const input = { name: 'options', label: 'Options', type }
    expect(undeclaredHosts(definition({ credential, inputs: [input] }))).toEqual(['options'])
    expect(undeclaredHosts(definition({ inputs: [input] }))).toEqual([])
    expect(undeclaredHosts(definition({ credential, inputs: [{ ...input, namesNoHost: true }] }))).toEqual([])
    const declared = definition({ credential, inputs: [input], sendsCredentialTo: ['options.base'] })
    expect(undeclaredHosts(declared)).toEqual([])
  }
})

test('a text whose name speaks of hosts says when it is none', () => {
  const credential = { name: 'credential', label: 'Key', type: 'credential' }
  const input = { name: 'includeDomains', label: 'Include Domains', type: 'string' }
  expect(undeclaredHosts(definition({ credential, inputs: [input] }))).toEqual(['includeDomains'])
  expect(undeclaredHosts(definition({ credential, inputs: [{ ...input, namesNoHost: true }] }))).toEqual([])
})

test('a credential is taken also in a row, and with a component that is chosen', () => {
  const url = { name: 'url', label: 'U', type: 'string' }
  const key = { name: 'key', label: 'Key', type: 'credential' }
  const rows = { name: 'keys', label: 'Keys', type: 'array', array: [key] }
  const choice = { name: 'model', label: 'Model', type: 'asyncOptions', loadConfig: true }
  expect(undeclaredHosts(definition({ inputs: [url] }))).toEqual([])
  for (const input of [key, rows, choice, { ...rows, array: [choice] }])
    expect(undeclaredHosts(definition({ inputs: [url, input] }))).toEqual(['url'])
})

test('one param has a meaning, and the rows that it fixes', () => {
  const rows = (name: string) => ({
    name,
    label: name,
    type: 'array',
    readAs: 'state' as const,
    array: [
      { name: 'key', label: 'Key', type: 'string' },
      { name: 'value', label: 'Value', type: 'string' },
    ],
  })
  expect(defineNode({ definition: definition({ inputs: [rows('a')] }) }).definition.inputs).toHaveLength(1)
  expect(() => defineNode({ definition: definition({ inputs: [rows('a'), rows('b')] }) })).toThrow(
    'probe: a and b are both read as state',
  )
  const bare = { ...rows('a'), array: [{ name: 'key', label: 'Key', type: 'string' }] }
  expect(() => defineNode({ definition: definition({ inputs: [bare] }) })).toThrow(
    'probe: rows of a are read as state and need value',
  )
})

test('what is declared of a param names one that is there', () => {
  expect(() => defineNode({ definition: definition({ jumpsTo: 'x' }) })).toThrow('probe: jumpsTo names x')
  expect(() => defineNode({ definition: definition({ branches: { param: 'x' } }) })).toThrow(
    'probe: branches names x',
  )
})

test('a model error says whether another try can help', () => {
  const error = new ModelError('OpenAI is overloaded.', { retryable: true, retryAfterMs: 2000 })
  expect(isModelError(error)).toBe(true)
  expect(error).toMatchObject({ code: 'model_error', retryable: true, retryAfterMs: 2000 })
  expect(isModelError(new Error('x'))).toBe(false)
})
