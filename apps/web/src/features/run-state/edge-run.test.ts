import { describe, expect, test } from 'vitest'
import { edgeRunOf } from './edge-run.ts'
import type { NodeRun } from './node-run.ts'

const ran: NodeRun = { state: 'finished', startedAt: 1, times: 1 }
const edge = { role: 'sequence' as const, branchIndex: undefined, runEnded: true }

describe('an edge after a run', () => {
  test('was walked when both its ends ran', () => {
    expect(edgeRunOf({ ...edge, source: ran, target: ran })).toBe('done')
  })

  test('is dead when its target never ran', () => {
    expect(edgeRunOf({ ...edge, source: ran, target: undefined })).toBe('dead')
  })

  test('is dead when its branch was not taken, even where its target ran by another way', () => {
    const source = { ...ran, branches: [true, false] }
    expect(edgeRunOf({ ...edge, source, target: ran, branchIndex: 0 })).toBe('done')
    expect(edgeRunOf({ ...edge, source, target: ran, branchIndex: 1 })).toBe('dead')
  })

  test('of a component follows the node that uses it', () => {
    expect(edgeRunOf({ ...edge, role: 'component', source: undefined, target: ran })).toBe('done')
  })
})
