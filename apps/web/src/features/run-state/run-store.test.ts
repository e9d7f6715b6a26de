import type { LoggedEvent, RunEvent } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { edgeRunOf } from './edge-run.ts'
import { createRunStore } from './run-store.ts'

const step = { path: 'a#0', nodeId: 'a', nodeLabel: 'A' }
const events: RunEvent[] = [
  { type: 'step-start', ...step, generation: 0 },
  { type: 'text-delta', path: 'a#0', nodeId: 'a', text: 'x' },
  { type: 'text-delta', path: 'a#0', nodeId: 'a', text: 'y' },
  { type: 'step-end', ...step, status: 'error', error: 'no key', durationMs: 5 },
]
const log: LoggedEvent[] = events.map((event, index) => ({ fence: 1, n: index + 1, at: 7, event }))

function makeStore() {
  const frames: (() => void)[] = []
  const store = createRunStore((show) => void frames.push(show))
  const drawFrame = () => {
    for (const show of frames.splice(0)) show()
  }
  return { store, frames, drawFrame }
}

describe('the run of a canvas', () => {
  test('shows all events of one frame together', () => {
    const { store, frames, drawFrame } = makeStore()
    let changes = 0
    store.subscribe(() => {
      changes += 1
    })
    for (const event of log.slice(0, 3)) store.push(event)
    expect(frames).toHaveLength(1)
    expect(changes).toBe(0)
    drawFrame()
    expect(changes).toBe(1)
    expect(store.getState().view?.text).toBe('xy')
  })

  test('tokens leave the states of nodes untouched', () => {
    const { store, drawFrame } = makeStore()
    store.begin()
    store.push(log[0] as LoggedEvent)
    drawFrame()
    const before = store.getState().nodeRuns
    store.push(log[1] as LoggedEvent)
    drawFrame()
    expect(store.getState().nodeRuns).toBe(before)
    store.push(log[3] as LoggedEvent)
    drawFrame()
    expect(store.getState().nodeRuns.get('a')).toEqual({
      state: 'error',
      startedAt: 2,
      durationMs: 5,
      error: 'no key',
      times: 1,
    })
  })

  test('a run that was forgotten is not shown again by a frame that was still to come', () => {
    const { store, drawFrame } = makeStore()
    store.begin()
    store.push(log[0] as LoggedEvent)
    store.clear()
    drawFrame()
    expect(store.getState().view).toBeUndefined()
  })

  test('a new run forgets the one before', () => {
    const { store } = makeStore()
    for (const event of log) store.push(event)
    expect(store.flush().steps).toHaveLength(1)
    store.begin()
    expect(store.getState().nodeRuns.size).toBe(0)
    expect(store.getState().view?.text).toBe('')
  })
})

describe('edgeRunOf', () => {
  const done = { state: 'finished', startedAt: 0, times: 1 } as const
  const running = { state: 'running', startedAt: 0, times: 1 } as const

  test('follows the work from source to target', () => {
    const of = (source?: typeof done, target?: typeof done | typeof running, runEnded = false) =>
      edgeRunOf({ role: 'sequence', source, target, branchIndex: undefined, runEnded })
    expect(of()).toBe('idle')
    expect(of(done)).toBe('idle')
    expect(of(done, running)).toBe('live')
    expect(of(done, done)).toBe('done')
    expect(of(done, undefined, true)).toBe('dead')
    expect(of(undefined, done, true)).toBe('dead')
  })

  test('a branch that was not taken stays dead, also when its target ran by another way', () => {
    const source = { ...done, branches: [true, false] }
    const edge = { role: 'sequence', source, target: done, runEnded: true } as const
    expect([0, 1].map((branchIndex) => edgeRunOf({ ...edge, branchIndex }))).toEqual(['done', 'dead'])
  })

  test('the edge of a component follows the node that uses it', () => {
    const edge = { role: 'component', source: undefined, branchIndex: undefined, runEnded: false } as const
    expect(edgeRunOf({ ...edge, target: running })).toBe('live')
  })
})
