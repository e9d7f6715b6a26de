import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunBus } from './run-bus.ts'

/** What every driver of the bus does. `open` gives two ends: the same bus twice, or two processes' buses. */
export function describeRunBus(name: string, open: () => Promise<{ here: RunBus; there: RunBus }>): void {
  describe(`run bus ${name}`, () => {
    const opened: RunBus[] = []

    async function openBoth() {
      const both = await open()
      opened.push(both.here, both.there)
      return both
    }

    afterEach(async () => {
      for (const bus of opened.splice(0)) await bus.close()
    })

    test('a message reaches the run’s subscribers here and there, and no others', async () => {
      const { here, there } = await openBoth()
      const [run, other] = [randomUUID(), randomUUID()]
      const got: JsonValue[] = []
      here.subscribe(run, (message) => got.push(['here', message]))
      there.subscribe(run, (message) => got.push(['there', message]))
      there.subscribe(other, (message) => got.push(['other', message]))
      here.publish(run, { n: 1 })
      await expect.poll(() => got.length).toBe(2)
      expect(got.map((entry) => JSON.stringify(entry)).sort()).toEqual([
        '["here",{"n":1}]',
        '["there",{"n":1}]',
      ])
    })

    test('messages keep their order, equal ones too, through a storm', async () => {
      const { here, there } = await openBoth()
      const run = randomUUID()
      const got: JsonValue[] = []
      there.subscribe(run, (message) => got.push(message))
      const sent = Array.from({ length: 2000 }, (_, n) => (n % 3 === 0 ? 'same' : `token ${n}`))
      for (const [at, text] of sent.entries()) {
        here.publish(run, text)
        if (at % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await expect.poll(() => got.length).toBe(sent.length)
      expect(got).toEqual(sent)
    })

    test('a large message arrives whole or as a wake', async () => {
      const { here, there } = await openBoth()
      const run = randomUUID()
      const got: JsonValue[] = []
      there.subscribe(run, (message) => got.push(message))
      const large = { text: 'ü'.repeat(100_000) }
      here.publish(run, 'before')
      here.publish(run, large)
      here.publish(run, 'after')
      await expect.poll(() => got.length).toBe(3)
      expect([got[0], got[2]]).toEqual(['before', 'after'])
      expect([JSON.stringify(large), '{"wake":true}']).toContain(JSON.stringify(got[1]))
    })

    test('who has unsubscribed hears nothing more', async () => {
      const { here, there } = await openBoth()
      const run = randomUUID()
      const got: JsonValue[] = []
      const stop = there.subscribe(run, (message) => got.push(['first', message]))
      there.subscribe(run, (message) => got.push(['second', message]))
      stop()
      stop()
      here.publish(run, 1)
      await expect.poll(() => got).toEqual([['second', 1]])
    })

    test('a listener that throws does not keep the others from hearing', async () => {
      const { here, there } = await openBoth()
      const run = randomUUID()
      const got: JsonValue[] = []
      there.subscribe(run, () => {
        throw new Error('a faulty listener')
      })
      there.subscribe(run, (message) => got.push(message))
      here.publish(run, 1)
      await expect.poll(() => got).toEqual([1])
    })

    test('each end knows how many others there are', async () => {
      const { here, there } = await openBoth()
      const others = here === there ? 0 : 1
      expect([await here.countOthers(), await there.countOthers()]).toEqual([others, others])
      if (here === there) return
      await there.close()
      await expect.poll(() => here.countOthers()).toBe(0)
    })

    test('control messages reach every process', async () => {
      const { here, there } = await openBoth()
      const got: JsonValue[] = []
      here.subscribeControl((message) => got.push(message))
      if (there !== here) there.subscribeControl((message) => got.push(message))
      there.publishControl({ stop: 'run-1' })
      await expect.poll(() => got.length).toBe(there === here ? 1 : 2)
      expect(new Set(got.map((message) => JSON.stringify(message)))).toEqual(new Set(['{"stop":"run-1"}']))
    })

    test('after closing, calls do nothing', async () => {
      const { here } = await openBoth()
      await here.close()
      expect(() => here.publish(randomUUID(), 1)).not.toThrow()
      expect(() => here.publishControl(1)).not.toThrow()
      await here.close()
    })
  })
}
