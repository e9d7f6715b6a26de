import { expect, test } from 'vitest'
import { LEASE_MS } from '../run-worker.ts'
import { createLeaseClock } from './run-lease.ts'

/** A database and a process whose clocks go on together, but do not agree. */
function createScene() {
  let elapsed = 0
  let databaseTime = 1_800_000_000_000
  const clock = createLeaseClock(
    async () => databaseTime,
    () => elapsed,
  )
  return {
    clock,
    databaseNow: () => databaseTime,
    pass(milliseconds: number, ofTheProcess = milliseconds) {
      databaseTime += milliseconds
      elapsed += ofTheProcess
    },
    /** Beats as a worker does, for so long. */
    async beat(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 4_000) {
        this.pass(4_000)
        await clock.adjust()
      }
    },
  }
}

test('tells the time of the database, between two readings too', async () => {
  const scene = createScene()
  await scene.clock.adjust()
  scene.pass(3_000)
  expect(scene.clock.now()).toBe(scene.databaseNow())
})

test('declares nobody dead before it was read', () => {
  expect(createScene().clock.deadBefore()).toBe(0)
})

test('declares dead what ended by now, while it hears the database', async () => {
  const scene = createScene()
  await scene.clock.adjust()
  await scene.beat(60_000)
  expect(scene.clock.deadBefore()).toBe(scene.databaseNow())
})

test.each([
  { what: 'of the database or the network, in which the process goes on', ofTheProcess: 20_000 },
  { what: 'of the machine, whose steady clock stands still meanwhile', ofTheProcess: 0 },
])('after a stall $what, declares nobody dead for one lease', async ({ ofTheProcess }) => {
  const scene = createScene()
  await scene.clock.adjust()
  await scene.beat(8_000)
  scene.pass(20_000, ofTheProcess)
  if (ofTheProcess > 0) expect(scene.clock.deadBefore(), 'in the stall').toBe(0)
  await scene.clock.adjust()
  expect(scene.clock.deadBefore(), 'just after it').toBe(0)
  await scene.beat(LEASE_MS - 4_000)
  expect(scene.clock.deadBefore(), 'before one lease is over').toBe(0)
  await scene.beat(8_000)
  expect(scene.clock.deadBefore()).toBe(scene.databaseNow())
})
