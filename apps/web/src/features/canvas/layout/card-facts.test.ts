import {
  type FlowNode,
  type InputDefinition,
  type JsonObject,
  type NodeDefinition,
  ROW_ID,
} from '@runnel/contract'
import { makeDefinition, makeNode } from '@runnel/graph/testing'
import { expect, test } from 'vitest'
import { cardFacts } from './card-facts.ts'

const text = (name: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  name,
  label: name,
  type: 'string',
  ...more,
})
const define = (inputs: InputDefinition[]): NodeDefinition =>
  makeDefinition({ name: 'x', label: 'X', category: 'Any', baseClasses: [], inputs })

const model = define([text('temperature'), text('size', { identifies: true })])
const find = (type: string) => (type === 'someModel' ? { ...model, label: 'Some model' } : undefined)
const facts = (definition: NodeDefinition, values: JsonObject) =>
  factsOf(definition, values).map(({ text }) => text)
const factsOf = (definition: NodeDefinition, values: JsonObject) =>
  cardFacts(makeNode('x_0', { values }) satisfies FlowNode, definition, find)

test('a card shows what its definition says identifies the node, whatever that is called', () => {
  const options = [{ name: 'form', label: 'Form input' }]
  const begin = text('begin', { type: 'options', options, identifies: true })
  expect(facts(define([text('modelName'), begin]), { modelName: 'm', begin: 'form' })).toEqual(['Form input'])
  expect(facts(define([text('modelName')]), { modelName: 'm' })).toEqual([])
})

test('a chosen component is shown by what identifies it, else by its label', () => {
  const choice = text('brain', { type: 'asyncOptions', loadConfig: true })
  const definition = define([choice, text('rows', { type: 'array', array: [choice] })])
  expect(facts(definition, { brain: 'someModel', brainConfig: { size: 'large', temperature: '1' } })).toEqual(
    ['large'],
  )
  expect(facts(definition, { brain: 'someModel' })).toEqual(['Some model'])
  expect(facts(definition, { brain: 'gone', rows: [{ [ROW_ID]: 'r0', brain: 'someModel' }] })).toEqual([
    'gone',
    'Some model',
  ])
})

test('a row of the workspace is shown by a name, never by its id', () => {
  const id = '0b0f6a5e-3f53-4c0e-9d0e-6a3c9a9f2b11'
  const tool = define([text('chosen', { type: 'asyncOptions', readAs: 'storedTool', identifies: true })])
  const row = { kind: 'storedTool', id }
  expect(factsOf(tool, { chosen: id })).toEqual([{ text: 'X', row }])
  expect(factsOf(tool, { chosen: '' })).toEqual([])
  const findTool = () => ({ ...tool, label: 'Custom tool' })
  const step = define([text('tool', { type: 'asyncOptions', loadConfig: true })])
  const values = { tool: 'customTool', toolConfig: { chosen: id } }
  expect(cardFacts(makeNode('x_0', { values }) satisfies FlowNode, step, findTool)).toEqual([
    { text: 'Custom tool', row },
  ])
})

test('a document store is shown by its name, also where the id comes with the name that it had elsewhere', () => {
  const id = '0b0f6a5e-3f53-4c0e-9d0e-6a3c9a9f2b11'
  const store = define([text('chosen', { type: 'asyncOptions', readAs: 'documentStore', identifies: true })])
  const row = { kind: 'documentStore', id }
  expect(factsOf(store, { chosen: id })).toEqual([{ text: 'X', row }])
  expect(factsOf(store, { chosen: `${id}:Handbook` })).toEqual([{ text: 'X', row }])
})
