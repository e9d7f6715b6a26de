import type { StepRecord } from '@runnel/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepRecord } from './runs.fixture.ts'
import { toStepRecord, toStepRows } from './stored-record.ts'

const stateArbitrary = fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(2), { maxKeys: 2 })
const usageArbitrary = fc.record({
  inputTokens: fc.nat(2),
  outputTokens: fc.nat(2),
  totalTokens: fc.nat(2),
})
const outputArbitrary = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      output: fc.constant({}),
      ['__proto__']: fc.constantFrom({}, 1),
      state: stateArbitrary,
      usage: usageArbitrary,
      parts: fc.constant([]),
      repeats: fc.constantFrom<unknown>([], [1], [[['a'], ['b']]], { own: 1 }),
    },
    { requiredKeys: [] },
  ),
)
const recordArbitrary = fc.record(
  {
    path: fc.oneof(fc.constantFrom('llm_0#0', 'llm_0#1/m0', 'each#0[3]/llm_0#0/t0.1'), fc.string()),
    attempt: fc.nat(3),
    kind: fc.constantFrom('step', 'model', 'tool'),
    status: fc.constantFrom('finished', 'waiting'),
    nodeId: fc.constantFrom('llm_0', 'each', 'LLM'),
    nodeType: fc.constantFrom('llm', 'each', 'other'),
    repeatable: fc.boolean(),
    startedAt: fc.nat(),
    output: outputArbitrary,
    stateBefore: stateArbitrary,
    stateAfter: stateArbitrary,
    usage: usageArbitrary,
    requestHash: fc.oneof(fc.stringMatching(/^[0-9a-f]{64}$/), fc.string()),
  },
  {
    requiredKeys: ['path', 'attempt', 'kind', 'status', 'nodeId', 'nodeType', 'repeatable', 'startedAt'],
  },
) as fc.Arbitrary<StepRecord>

/** The row of a record as a database gives it back. */
function store(record: StepRecord): Parameters<typeof toStepRecord>[0] {
  const [row] = toStepRows([record])
  return { ...row, runId: 'run', workspaceId: 'workspace' } as Parameters<typeof toStepRecord>[0]
}

test('a record is read as it was written, whatever is in it', () => {
  fc.assert(
    fc.property(recordArbitrary, (record) => {
      const plain = JSON.parse(JSON.stringify(record))
      expect(toStepRecord(store(plain))).toEqual(plain)
    }),
    { numRuns: 3000 },
  )
})

test('a state that a step leaves as it was, and the usage of a call, are stored once', () => {
  const state = { draft: 'a long draft' }
  const step = stepRecord('llm_0#0', {
    output: { output: {}, state },
    stateBefore: state,
    stateAfter: { ...state },
  })
  expect(JSON.stringify(store(step)).split('a long draft')).toHaveLength(2)
  const usage = { inputTokens: 8, outputTokens: 4, totalTokens: 12 }
  const call = stepRecord('llm_0#0/m0', { kind: 'model', output: { parts: [], usage: { ...usage } }, usage })
  expect(JSON.stringify(store(call)).split('inputTokens')).toHaveLength(2)
})
