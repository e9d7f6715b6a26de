import { describe, expect, test } from 'vitest'
import { findTestDefinition, makeAnchorEdge, makeDefinition, makeDocument, makeNode } from '../testing.ts'
import { exportFlow } from './export-flow.ts'

const teller = makeDefinition({
  name: 'teller',
  label: 'Teller',
  category: 'Chains',
  baseClasses: ['Teller', 'Chain'],
  tags: ['LlamaIndex'],
  inputs: [
    { name: 'model', label: 'Model', type: 'BaseChatModel', list: true },
    { name: 'mood', label: 'Mood', type: 'string', default: 'calm', show: { mood: 'calm' } },
    { name: 'rows', label: 'Rows', type: 'array', array: [{ name: 'x', label: 'X', type: 'string' }] },
    { name: 'chosen', label: 'Chosen', type: 'asyncOptions', loadConfig: true, hide: { mood: 'b' } },
    { name: 'tabs', label: 'Tabs', type: 'tabs', tabIdentifier: 'tabsOf', tabs: [] },
  ],
  outputs: [
    { name: 'first', label: 'First', baseClasses: ['Teller'], description: 'What it tells', isAnchor: true },
    { name: 'second', label: 'Second', baseClasses: ['string'], hidden: true },
  ],
})
const quiet = makeDefinition({
  name: 'quiet',
  label: 'Quiet',
  category: 'Chains',
  baseClasses: ['Quiet'],
  hideInput: true,
  hideOutput: true,
})
const painted = makeDefinition({
  name: 'painted',
  label: 'Painted',
  category: 'Agent Flows',
  baseClasses: ['Painted'],
  canvas: 'agent',
  color: '#123456',
})
const own = new Map([teller, quiet, painted].map((definition) => [definition.name, definition]))
const find = (type: string) => own.get(type) ?? findTestDefinition(type)
const document = makeDocument(
  [
    makeNode('chatOpenAI_0'),
    makeNode('teller_0', { label: 'Mine', position: { x: 10, y: 20 }, parent: 'iterationAgentflow_0' }),
    makeNode('iterationAgentflow_0'),
    makeNode('quiet_0'),
    makeNode('painted_0'),
  ],
  [makeAnchorEdge('chatOpenAI_0', 'teller_0:model')],
)
const wire = JSON.parse(JSON.stringify(exportFlow(document, find)))
const nodeOf = (wanted: string) => wire.nodes.find(({ id }: { id: string }) => id === wanted)
const told = nodeOf('teller_0')

describe('a flow as it is saved', () => {
  test('holds of a node what it is and what was set [S3-NODE-01..19 S3-NODE-21 S3-NODE-22]', () => {
    expect(told).toMatchObject({
      id: 'teller_0',
      position: { x: 10, y: 20 },
      parentNode: 'iterationAgentflow_0',
      data: {
        id: 'teller_0',
        label: 'Mine',
        version: 1,
        name: 'teller',
        type: 'Teller',
        baseClasses: ['Teller', 'Chain'],
        tags: ['LlamaIndex'],
        category: 'Chains',
        description: teller.description,
        inputs: { model: ['{{chatOpenAI_0.data.instance}}'] },
        outputs: {},
        selected: false,
      },
    })
    expect(nodeOf('painted_0').data).toMatchObject({ color: '#123456' })
    expect(nodeOf('quiet_0').data).toMatchObject({ hideInput: true, hideOutput: true, outputAnchors: [] })
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names(told.data.inputParams)).toEqual(['mood', 'rows', 'chosen', 'tabs'])
    expect(names(told.data.inputAnchors)).toEqual(['model'])
    expect(told.data.outputAnchors).toHaveLength(1)
  })

  test('holds of a param all that its form needs [S3-PARAM-01..09]', () => {
    expect(told.data.inputParams).toMatchObject([
      { name: 'mood', type: 'string', default: 'calm', display: true, show: { mood: 'calm' } },
      { name: 'rows', array: [{ name: 'x' }] },
      { name: 'chosen', loadConfig: true, hide: { mood: 'b' } },
      { name: 'tabs', tabIdentifier: 'tabsOf' },
    ])
    expect(told.data.inputAnchors).toMatchObject([{ name: 'model', list: true }])
  })

  test('holds of an output how it is drawn [S3-ANCH-01..07]', () => {
    const [choice] = told.data.outputAnchors
    expect(choice.options).toMatchObject([
      {
        id: expect.stringContaining('teller_0-output-first'),
        name: 'first',
        label: 'First',
        description: 'What it tells',
        type: 'Teller',
        isAnchor: true,
      },
      { name: 'second', hidden: true },
    ])
  })

  test('holds of an edge its two ends [S3-EDGE-01..05]', () => {
    expect(wire.edges).toMatchObject([
      {
        id: expect.stringContaining('chatOpenAI_0'),
        source: 'chatOpenAI_0',
        target: 'teller_0',
        sourceHandle: expect.stringContaining('chatOpenAI_0-output-chatOpenAI'),
        targetHandle: expect.stringContaining('teller_0-input-model'),
      },
    ])
  })
})
