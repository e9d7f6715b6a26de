import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findGuardFaults } from './find-guard-faults.ts'
import type { Guard } from './guard.ts'
import { GUARDS } from './guards.ts'

const guard: Guard = {
  against: 'strangers',
  attacks: [1],
  changes: [{ file: 'a.ts', text: 'check()', instead: '' }],
  test: { file: 'a.test.ts', title: 'strangers stay out' },
}
const TEST = `test('strangers stay out', () => {})`

test('every guard of the list stands where it says, once, and its test is there', async () => {
  expect(GUARDS.length).toBeGreaterThanOrEqual(15)
  expect(await findGuardFaults(process.cwd(), GUARDS)).toEqual([])
})

test('a guard that was moved, doubled or renamed is told', async () => {
  for (const [source, count] of [
    ['', 0],
    ['check()\ncheck()', 2],
  ] as const)
    expect(await findGuardFaults(await makeTree({ 'a.ts': source, 'a.test.ts': TEST }), [guard])).toEqual([
      `strangers: "check()" stands ${count} times in a.ts, not once.`,
    ])
  const root = await makeTree({ 'a.ts': 'check()', 'a.test.ts': TEST })
  expect(await findGuardFaults(root, [guard])).toEqual([])
  const renamed = { ...guard, test: { file: 'a.test.ts', title: 'strangers come in' } }
  expect(await findGuardFaults(root, [renamed])).toEqual([
    'strangers: a.test.ts has no test "strangers come in".',
  ])
})

test('a change that changes nothing is told', async () => {
  const root = await makeTree({ 'a.ts': 'check()', 'a.test.ts': TEST })
  const idle = { ...guard, changes: [{ file: 'a.ts', text: 'check()', instead: 'check()' }] }
  expect(await findGuardFaults(root, [idle])).toEqual(['strangers: nothing is changed in a.ts.'])
})
