import type { FlowDocument, JsonObject, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { listMediaTypes } from './list-media-types.ts'

const model = {
  name: 'seeing',
  inputs: [{ name: 'sees', label: 'Sees', type: 'boolean', opensMedia: ['image/png'] }],
} as unknown as NodeDefinition
const step = {
  name: 'step',
  inputs: [{ name: 'model', label: 'Model', type: 'asyncOptions', loadConfig: true }],
} as unknown as NodeDefinition
const find = (type: string) => [model, step].find(({ name }) => name === type)

const flowOf = (type: string, values: JsonObject) =>
  ({ nodes: [{ id: 'a', type, values }], edges: [] }) as unknown as FlowDocument

test('models that stand in a flow, or are chosen inside a step, open it to files', () => {
  expect(listMediaTypes(flowOf('seeing', { sees: true }), find)).toEqual(['image/png'])
  expect(listMediaTypes(flowOf('step', { model: 'seeing', modelConfig: { sees: true } }), find)).toEqual([
    'image/png',
  ])
})

test('models that do not see, and unknown ones, do not', () => {
  expect(listMediaTypes(flowOf('seeing', { sees: false }), find)).toEqual([])
  expect(listMediaTypes(flowOf('step', { model: 'seeing' }), find)).toEqual([])
  expect(listMediaTypes(flowOf('step', { model: 'gone', modelConfig: { sees: true } }), find)).toEqual([])
  expect(listMediaTypes(flowOf('gone', { sees: true }), find)).toEqual([])
})
