import type { LoggedEvent, RunEvent } from '@runnel/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents, writeEvents } from './stored-events.ts'

/** Paths and ids as flows have them, and as nobody would name anything. */
const idArbitrary = fc.oneof(
  fc.constantFrom('llmAgentflow_0', 'llmAgentflow_12', 'llm', ''),
  fc.string({ maxLength: 8 }),
)
const pathArbitrary = fc.oneof(
  fc.constantFrom(
    'llmAgentflow_0#0',
    'llmAgentflow_0#2',
    'llmAgentflow_0#0/m0',
    'each_0#0[2]/llmAgentflow_0#1/t0.1/f0/llm#0',
    'llmAgentflow_0#0/p0[3]/m0',
    'é%2f#7',
    'no step',
  ),
  fc.string({ maxLength: 20 }),
)
const step = { path: pathArbitrary, nodeId: idArbitrary, nodeLabel: idArbitrary }
const dataArbitrary = fc.dictionary(
  fc.constantFrom('id', 'name', 'iterationIndex'),
  fc.oneof(idArbitrary, fc.integer()),
)
const executedArbitrary = fc.record(
  {
    path: pathArbitrary,
    nodeId: idArbitrary,
    nodeLabel: idArbitrary,
    data: dataArbitrary,
    previousNodeIds: fc.array(idArbitrary, { maxLength: 2 }),
    status: fc.constantFrom('FINISHED', 'ERROR', 'STOPPED'),
  },
  { requiredKeys: ['nodeId', 'nodeLabel', 'data', 'previousNodeIds', 'status'] },
)
const typed = <T extends string>(type: T) => ({ type: fc.constant(type) })
const eventArbitrary: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ ...typed('step-start'), ...step, generation: fc.nat(3) }),
  fc.record({ ...typed('step-restarted'), ...step, attempt: fc.nat(3) }),
  fc.record({ ...typed('text-delta'), path: pathArbitrary, nodeId: idArbitrary, text: fc.string() }),
  fc.record(
    {
      ...typed('step-end'),
      ...step,
      status: fc.constantFrom('finished', 'error', 'waiting'),
      error: fc.string(),
      durationMs: fc.nat(),
      executed: executedArbitrary,
    },
    { requiredKeys: ['type', 'path', 'nodeId', 'nodeLabel', 'status', 'durationMs'] },
  ),
  fc.record({
    ...typed('run-end'),
    status: fc.constantFrom('finished', 'error'),
    text: fc.string(),
    result: fc.constantFrom({}, { text: 'Hi' }),
  }),
) as fc.Arbitrary<RunEvent>
const placedArbitrary = fc.array(fc.record({ n: fc.nat(9), at: fc.nat(9), event: eventArbitrary }), {
  maxLength: 6,
})

test('a batch of events is read as it was written, whatever its nodes are called', () => {
  fc.assert(
    fc.property(placedArbitrary, (events) => {
      expect(readEvents(writeEvents(events), events[0]?.n ?? 0)).toEqual(events)
    }),
    { numRuns: 3000 },
  )
})

test('an event holds what its path and the one before do not tell', () => {
  const node = { path: 'llmAgentflow_0#0', nodeId: 'llmAgentflow_0', nodeLabel: 'Writer' }
  const executed = {
    nodeId: 'llmAgentflow_0',
    nodeLabel: 'Writer',
    data: { id: 'llmAgentflow_0', name: 'llmAgentflow' },
    previousNodeIds: ['startAgentflow_0'],
    status: 'FINISHED' as const,
  }
  const events: Pick<LoggedEvent, 'n' | 'at' | 'event'>[] = [
    { n: 4, at: 1_000, event: { type: 'step-start', ...node, generation: 0 } },
    { n: 5, at: 1_007, event: { type: 'step-end', ...node, status: 'finished', durationMs: 7, executed } },
  ]
  expect(JSON.parse(writeEvents(events))).toEqual([
    { type: 'step-start', path: 'llmAgentflow_0#0', nodeLabel: 'Writer', at: 1_000 },
    {
      type: 'step-end',
      path: 'llmAgentflow_0#0',
      nodeLabel: 'Writer',
      durationMs: 7,
      executed: { previousNodeIds: ['startAgentflow_0'] },
      at: 7,
    },
  ])
})
