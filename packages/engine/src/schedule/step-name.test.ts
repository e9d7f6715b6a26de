import type { JsonValue, RunInput } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import type { RunPlan } from '@runnel/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeVendor, type FakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { type PathPart, readPath } from '../testing/read-path.ts'
import { runToEnd } from '../testing/run-to-end.ts'
import { stepSegment } from './schedule-state.ts'

const MARKS = [
  '/',
  '#',
  '[',
  ']',
  '%',
  '%2f',
  '%~1',
  '#0',
  '/m0',
  '/flow',
  'm0',
  't0.1',
  '\0',
  '\ud800',
  '\udc00',
  '😀',
]

const idArbitrary = fc
  .oneof(
    fc.array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 8,
    }),
    fc.array(fc.constantFrom('llm', '_', '0'), { maxLength: 20 }),
  )
  .map((parts) => parts.join(''))

const stepArbitrary = fc.record({
  nodeId: idArbitrary,
  position: fc.nat(99),
  generation: fc.nat(9),
  item: fc.option(fc.nat(9), { nil: undefined }),
})

describe('a path', () => {
  test('tells each of its steps exactly, whatever their ids hold', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), (steps) => {
        const path = steps.map(
          (step) => stepSegment(step) + (step.item === undefined ? '' : `[${step.item}]`),
        )
        const parts = readPath([...path, 'flow', 't0.1'].join('/'))
        const expected = steps.map(
          ({ nodeId, generation, item }): PathPart => ({
            kind: 'step',
            nodeId,
            generation,
            ...(item !== undefined && { item }),
          }),
        )
        expect(parts.slice(0, -2)).toEqual(expected)
        expect(parts.slice(-2).map((part) => part.kind)).toEqual(['flow', 'call'])
      }),
      campaign(2000, 200_000),
    )
  })

  test('keeps ordinary ids as they are', () => {
    for (const nodeId of ['llmAgentflow_0', 'Größe.2-b', 'node 1 (copy)', '節點_1', 'm0', 'flow', 't0.1'])
      expect(stepSegment({ nodeId, position: 3, generation: 2 })).toBe(`${nodeId}#2`)
  })

  test('of a long id stays short, and differs from that of every other step', () => {
    const long = '/x'.repeat(5_000)
    const first = stepSegment({ nodeId: long, position: 1, generation: 0 })
    const second = stepSegment({ nodeId: `${long}y`, position: 2, generation: 0 })
    expect(first.length).toBeLessThan(200)
    expect(first).not.toBe(second)
    expect(readPath(first)).toEqual([{ kind: 'long', begins: '/x'.repeat(20), position: 1, generation: 0 }])
    expect(stepSegment({ nodeId: first, position: 2, generation: 0 })).not.toBe(first)
  })
})

/** Ids that would be taken for parts of a path, or for one another, if they stood in it as they are. */
const STRANGE = [
  '',
  'm0',
  'flow',
  't0.1',
  'a',
  'a#0/m0',
  'a#0[1]/b',
  'a%',
  'a%25',
  '\0',
  '\ud83d',
  'x'.repeat(10_000),
]

/** A chain of models with those ids, and an iteration over a chain of them. */
function buildStrange(): RunPlan {
  const chain = (type: string) =>
    STRANGE.map((id) => ({ id, type, values: { prompt: [`${type} ${STRANGE.indexOf(id)}`] } }))
  const edges = STRANGE.slice(1).map((id, index) => ({ from: STRANGE[index] ?? '', to: id }))
  const children = buildPlan(chain('ask'), edges)
  const items: JsonValue = [1, 2]
  return buildPlan(
    [...chain('ask'), { id: 'each#0/flow', type: 'iterate', values: { items }, children }],
    [...edges, { from: STRANGE.at(-1) ?? '', to: 'each#0/flow' }],
  )
}

/** Kills the process after every second piece until the run has ended. */
async function runThroughKills(vendor: FakeVendor, input: Partial<RunInput>) {
  let journal: Awaited<ReturnType<typeof runToEnd>>['journal'] = []
  for (let kills = 0; kills < 500; kills += 1) {
    const ports = createFakePorts({ vendor })
    const onPiece = (_piece: unknown, index: number) => (index >= 2 ? 'cut' : undefined)
    const result = await runToEnd({ plan: buildStrange(), ports, journal, input, onPiece })
    journal = result.journal
    if (result.outcome) return { outcome: result.outcome, kills, journal }
  }
  throw new Error('The run did not end.')
}

describe('a run of a flow with strange ids', () => {
  test('that is killed again and again makes no finished call twice and ends like an undisturbed one', async () => {
    for (const concurrency of [1, 4]) {
      const quiet = createFakeVendor()
      const whole = await runToEnd({
        plan: buildStrange(),
        ports: createFakePorts({ vendor: quiet }),
        input: { concurrency },
      })
      const vendor = createFakeVendor()
      const { outcome, kills, journal } = await runThroughKills(vendor, { concurrency })
      expect(kills).toBeGreaterThan(10)
      const { status, text, executed } = outcome
      expect({ status, text, ids: executed.map((entry) => entry.nodeId) }).toEqual({
        status: 'finished',
        text: whole.outcome?.text,
        ids: whole.outcome?.executed.map((entry) => entry.nodeId),
      })
      expect(quiet.answered).toHaveLength(STRANGE.length * 3)
      const finished = journal.filter((record) => record.kind === 'model' && record.status === 'finished')
      expect(new Set(finished.map((record) => record.path)).size).toBe(STRANGE.length * 3)
    }
  })
})
