import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { buildModelReference } from './build-model-reference.ts'
import { defineNode } from './define-node.ts'
import { isModelError, ModelError } from './model-error.ts'
import { createTestBuildContext } from './testing/test-step-context.ts'

function definition(kind: NodeDefinition['kind']): NodeDefinition {
  return {
    name: 'probe',
    label: 'Probe',
    version: 1,
    type: 'Probe',
    icon: 'IconBox',
    category: 'Utilities',
    description: 'Probes.',
    baseClasses: ['Probe'],
    kind,
    effects: 'none',
    inputs: [],
  }
}

test('a kind without its work is refused, naming the node', () => {
  expect(() => defineNode({ definition: definition('component') })).toThrow('probe: a component has build')
  expect(() => defineNode({ definition: definition('step') })).toThrow('probe: a step or trigger has run')
  expect(() =>
    defineNode({ definition: definition('note'), build: async () => buildModelReference }),
  ).toThrow('probe')
  expect(defineNode({ definition: definition('note') }).definition.name).toBe('probe')
})

test('a model node builds a reference with its values and credential', async () => {
  const context = createTestBuildContext({
    node: { id: 'chatOpenAI_0', type: 'chatOpenAI', label: 'OpenAI' },
    values: { modelName: 'gpt-4o-mini' },
    credentialId: 'c1',
  })
  expect(await buildModelReference(context)).toEqual({
    kind: 'model',
    model: {
      type: 'chatOpenAI',
      values: { modelName: 'gpt-4o-mini' },
      credentialId: 'c1',
      nodeId: 'chatOpenAI_0',
    },
  })
})

test('a model error says whether another try can help', () => {
  const error = new ModelError('OpenAI is overloaded.', { retryable: true, retryAfterMs: 2000 })
  expect(isModelError(error)).toBe(true)
  expect(error).toMatchObject({ code: 'model_error', retryable: true, retryAfterMs: 2000 })
  expect(isModelError(new Error('x'))).toBe(false)
})
