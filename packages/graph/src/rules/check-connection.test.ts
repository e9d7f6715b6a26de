import { ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import {
  findTestDefinition,
  makeAnchorEdge,
  makeControlEdge,
  makeDefinition,
  makeDocument,
  makeNode,
} from '../testing.ts'
import { anchorsOf } from './anchors-of.ts'
import { checkConnection } from './check-connection.ts'

const find = findTestDefinition

function getDefinition(name: string) {
  const definition = find(name)
  if (!definition) throw new Error(`no definition ${name}`)
  return definition
}

describe('connections', () => {
  const chat = makeDocument(
    [
      makeNode('chatOpenAI_0'),
      makeNode('chatOpenAI_1'),
      makeNode('bufferMemory_0'),
      makeNode('calculator_0'),
      makeNode('calculator_1'),
      makeNode('toolAgent_0'),
      makeNode('llmChain_0', { outputs: { output: 'outputPrediction' } }),
      makeNode('promptTemplate_0'),
      makeNode('stickyNote_0'),
    ],
    [
      makeAnchorEdge('chatOpenAI_0', 'toolAgent_0:model'),
      makeAnchorEdge('calculator_0', 'toolAgent_0:tools'),
      makeAnchorEdge('promptTemplate_0', 'llmChain_0:prompt'),
    ],
  )

  test.each([
    ['calculator_1:calculator', 'toolAgent_0:tools', 'component'],
    ['bufferMemory_0:bufferMemory', 'toolAgent_0:memory', 'component'],
    ['chatOpenAI_0:chatOpenAI', 'llmChain_0:model', 'component'],
  ])('%s → %s is allowed as %s [S5-CONN-01 S5-CONN-03]', (from, to, role) => {
    const [source = '', sourceAnchor = ''] = from.split(':')
    const [target = '', targetAnchor = ''] = to.split(':')
    expect(checkConnection(chat, find, { source, sourceAnchor, target, targetAnchor })).toEqual({
      ok: true,
      role,
    })
  })

  test.each([
    ['chatOpenAI_1:chatOpenAI', 'toolAgent_0:model', 'edge_too_many'],
    ['calculator_0:calculator', 'toolAgent_0:tools', 'edge_too_many'],
    ['bufferMemory_0:bufferMemory', 'llmChain_0:model', 'edge_type_mismatch'],
    ['toolAgent_0:toolAgent', 'toolAgent_0:tools', 'edge_self'],
    ['llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'edge_cycle'],
    ['llmChain_0:llmChain', 'promptTemplate_0:promptValues', 'edge_unknown_anchor'],
    ['chatOpenAI_0:chatOpenAI', 'promptTemplate_0:template', 'edge_unknown_anchor'],
    ['chatOpenAI_0:chatOpenAI', 'stickyNote_0:note', 'edge_unknown_anchor'],
    ['gone_0:gone', 'toolAgent_0:tools', 'edge_dangling'],
  ])('%s → %s is refused: %s [S5-CONN-01 S5-CONN-02 S5-CONN-04 S5-CONN-05]', (from, to, code) => {
    const [source = '', sourceAnchor = ''] = from.split(':')
    const [target = '', targetAnchor = ''] = to.split(':')
    expect(checkConnection(chat, find, { source, sourceAnchor, target, targetAnchor })).toMatchObject({
      ok: false,
      code,
    })
  })

  test('a value may fill a param that accepts variables', () => {
    const free = { ...chat, edges: [] }
    const connection = {
      source: 'llmChain_0',
      sourceAnchor: 'outputPrediction',
      target: 'promptTemplate_0',
      targetAnchor: 'promptValues',
    }
    expect(checkConnection(free, find, connection)).toEqual({ ok: true, role: 'value' })
  })

  const agent = makeDocument(
    [
      makeNode('startAgentflow_0'),
      makeNode('conditionAgentflow_0', { values: { conditions: [{ [ROW_ID]: 'r0' }] } }),
      makeNode('llmAgentflow_0'),
      makeNode('llmAgentflow_1'),
      makeNode('loopAgentflow_0'),
      makeNode('directReplyAgentflow_0'),
      makeNode('iterationAgentflow_0'),
      makeNode('llmAgentflow_2', { parent: 'iterationAgentflow_0' }),
      makeNode('llmAgentflow_3', { parent: 'iterationAgentflow_0' }),
      makeNode('stickyNoteAgentflow_0'),
      makeNode('chatOpenAI_0'),
    ],
    [
      makeControlEdge('startAgentflow_0', 'conditionAgentflow_0'),
      makeControlEdge('conditionAgentflow_0:r0', 'llmAgentflow_0'),
      makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
      makeControlEdge('llmAgentflow_2', 'llmAgentflow_3'),
    ],
  )

  test.each([
    ['conditionAgentflow_0:else', 'llmAgentflow_1'],
    ['conditionAgentflow_0:r0', 'llmAgentflow_1'],
    ['startAgentflow_0:out', 'llmAgentflow_1'],
    ['llmAgentflow_1:out', 'loopAgentflow_0'],
    ['llmAgentflow_1:out', 'iterationAgentflow_0'],
  ])('%s → %s is allowed', (from, target) => {
    const [source = '', sourceAnchor = ''] = from.split(':')
    expect(checkConnection(agent, find, { source, sourceAnchor, target, targetAnchor: 'in' })).toEqual({
      ok: true,
      role: 'sequence',
    })
  })

  test.each([
    ['llmAgentflow_0:out', 'startAgentflow_0', 'edge_unknown_anchor'],
    ['loopAgentflow_0:out', 'llmAgentflow_0', 'edge_unknown_anchor'],
    ['directReplyAgentflow_0:out', 'llmAgentflow_0', 'edge_unknown_anchor'],
    ['conditionAgentflow_0:r7', 'llmAgentflow_1', 'edge_unknown_anchor'],
    ['llmAgentflow_0:out', 'llmAgentflow_0', 'edge_self'],
    ['llmAgentflow_1:out', 'llmAgentflow_0', 'edge_cycle'],
    ['llmAgentflow_1:out', 'conditionAgentflow_0', 'edge_cycle'],
    ['llmAgentflow_0:out', 'llmAgentflow_1', 'edge_too_many'],
    ['llmAgentflow_0:out', 'llmAgentflow_2', 'edge_unknown_anchor'],
    ['llmAgentflow_2:out', 'llmAgentflow_1', 'edge_unknown_anchor'],
    ['llmAgentflow_3:out', 'llmAgentflow_2', 'edge_cycle'],
    ['stickyNoteAgentflow_0:out', 'llmAgentflow_0', 'edge_unknown_anchor'],
    ['chatOpenAI_0:chatOpenAI', 'llmAgentflow_0', 'edge_type_mismatch'],
  ])('%s → %s is refused: %s [S5-CONN-04 S5-CONN-05]', (from, target, code) => {
    const [source = '', sourceAnchor = ''] = from.split(':')
    expect(checkConnection(agent, find, { source, sourceAnchor, target, targetAnchor: 'in' })).toMatchObject({
      ok: false,
      code,
    })
  })

  test('a way round through an iteration is a cycle too', () => {
    const crossing = makeDocument(
      [
        makeNode('llmAgentflow_0'),
        makeNode('iterationAgentflow_0'),
        makeNode('llmAgentflow_1', { parent: 'iterationAgentflow_0' }),
      ],
      [makeControlEdge('llmAgentflow_1', 'llmAgentflow_0')],
    )
    const connection = {
      source: 'llmAgentflow_0',
      sourceAnchor: 'out',
      target: 'iterationAgentflow_0',
      targetAnchor: 'in',
    }
    expect(checkConnection(crossing, find, connection)).toMatchObject({ ok: false, code: 'edge_cycle' })
  })

  test('types are compared without the spaces around their bars [S5-CONN-01]', () => {
    const wide = makeDefinition({
      name: 'wide',
      label: 'Wide',
      category: 'X',
      baseClasses: ['W'],
      inputs: [{ name: 'a', label: 'A', type: 'Foo |Tool| Bar' }],
    })
    const document = makeDocument([makeNode('calculator_0'), makeNode('wide_0')])
    const connection = {
      source: 'calculator_0',
      sourceAnchor: 'calculator',
      target: 'wide_0',
      targetAnchor: 'a',
    }
    expect(checkConnection(document, (type) => (type === 'wide' ? wide : find(type)), connection)).toEqual({
      ok: true,
      role: 'component',
    })
  })
})

describe('ports', () => {
  test('branches follow the rows, else is the last [S4-COND-01]', () => {
    const node = makeNode('conditionAgentflow_0', {
      values: { conditions: [{ [ROW_ID]: 'k' }, { [ROW_ID]: 'l' }] },
    })
    expect(anchorsOf(node, getDefinition('conditionAgentflow')).outputs).toEqual([
      { anchor: 'k', label: '0', types: [], branchIndex: 0 },
      { anchor: 'l', label: '1', types: [], branchIndex: 1 },
      { anchor: 'else', label: 'Else', types: [], branchIndex: 2 },
    ])
  })

  test('an output that is an anchor of its own shows beside the chosen one, a hidden one never [S3-ANCH-06 S3-ANCH-07]', () => {
    const definition = makeDefinition({
      name: 'many',
      label: 'Many',
      category: 'Chains',
      baseClasses: ['A'],
      outputs: [
        { name: 'first', label: 'First', baseClasses: ['A'] },
        { name: 'second', label: 'Second', baseClasses: ['B'] },
        { name: 'always', label: 'Always', baseClasses: ['C'], isAnchor: true },
        { name: 'never', label: 'Never', baseClasses: ['D'], isAnchor: true, hidden: true },
      ],
    })
    const shown = (output?: string) =>
      anchorsOf(makeNode('many_0', output ? { outputs: { output } } : {}), definition).outputs.map(
        ({ anchor }) => anchor,
      )
    expect(shown()).toEqual(['first', 'always'])
    expect(shown('second')).toEqual(['second', 'always'])
    expect(shown('never')).toEqual(['always'])
  })

  test('a choice of outputs shows the chosen one', () => {
    const node = makeNode('llmChain_0', { outputs: { output: 'outputPrediction' } })
    expect(anchorsOf(node, getDefinition('llmChain')).outputs).toEqual([
      { anchor: 'outputPrediction', label: 'Output Prediction', types: ['string', 'json'] },
    ])
  })

  test('a start has no input, a reply no output, a note neither', () => {
    const ports = (id: string) => anchorsOf(makeNode(id), getDefinition(id.replace('_0', '')))
    expect(ports('startAgentflow_0').inputs).toEqual([])
    expect(ports('directReplyAgentflow_0').outputs).toEqual([])
    expect(ports('stickyNote_0')).toEqual({ inputs: [], outputs: [] })
  })
})
