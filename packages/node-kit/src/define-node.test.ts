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

test('a model error says whether another try can help', () => {
  const error = new ModelError('OpenAI is overloaded.', { retryable: true, retryAfterMs: 2000 })
  expect(isModelError(error)).toBe(true)
  expect(error).toMatchObject({ code: 'model_error', retryable: true, retryAfterMs: 2000 })
  expect(isModelError(new Error('x'))).toBe(false)
})
