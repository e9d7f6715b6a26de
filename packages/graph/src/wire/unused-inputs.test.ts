import { describe, expect, test } from 'vitest'
import { findTestDefinition } from '../testing.ts'
import { importFlow } from './import-flow.ts'

function flowWith(inputs: Record<string, unknown>, type = 'bufferMemory') {
  return {
    nodes: [
      {
        id: `${type}_0`,
        position: { x: 0, y: 0 },
        type: 'customNode',
        data: { id: `${type}_0`, name: type, label: 'Mine', inputs },
      },
    ],
    edges: [],
  }
}

const unusedOf = (inputs: Record<string, unknown>) =>
  importFlow(flowWith(inputs), findTestDefinition).problems.filter(
    ({ code }) => code === 'node_inputs_unused',
  )

describe('settings that a node does not know', () => {
  test('are named, with the node that has them, and are kept', () => {
    const inputs = { memoryKey: 'k', builtInSearch: '["web"]', depth: 3 }
    expect(unusedOf(inputs)).toEqual([
      expect.objectContaining({
        severity: 'repair',
        nodeId: 'bufferMemory_0',
        details: { label: 'Mine', inputs: 'builtInSearch, depth' },
      }),
    ])
    const [node] = importFlow(flowWith(inputs), findTestDefinition).document.nodes
    expect(node?.values).toMatchObject(inputs)
  })

  test.each(['', '[]', '{}', [], {}, false, null, ' '])(
    'are not named where nobody chose anything: %j',
    (value) => {
      expect(unusedOf({ memoryKey: 'k', other: value })).toEqual([])
    },
  )

  test('are cut short where there are many, or their names are long', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${'x'.repeat(200)}${n}`, 'y']))
    const [problem] = unusedOf(many)
    expect(String(problem?.details?.inputs).length).toBeLessThan(1100)
    expect(String(problem?.details?.inputs)).toMatch(/, …$/)
  })

  test('are not looked for in a node of a type that is not known here', () => {
    const { problems } = importFlow(flowWith({ a: 'b' }, 'neverHeardOf'), findTestDefinition)
    expect(problems.map(({ code }) => code)).not.toContain('node_inputs_unused')
  })
})
