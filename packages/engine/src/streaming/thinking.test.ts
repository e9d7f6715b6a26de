import { isJsonObject, type RunEvent, type StepRecord } from '@runnel/contract'
import { expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { joinText } from '../testing/read-events.ts'
import { runToEnd } from '../testing/run-to-end.ts'

const twice = buildPlan([{ id: 'a', type: 'ask', values: { prompt: ['one', 'two'] } }])

/** A vendor that thinks for two seconds, and then hesitates for one more between its first word and its last. */
function openWorld() {
  let time = 0
  const vendor = createFakeVendor({
    thoughts: ['Hm', 'm.'],
    delay: async () => {
      time += 2000
    },
  })
  return { vendor, ports: createFakePorts({ vendor, ports: { now: () => time } }) }
}

const thoughtsOf = (events: RunEvent[]) =>
  events.flatMap((event) => (event.type === 'reasoning-delta' ? [[event.text, event.seconds] as const] : []))
const lengthsOf = (journal: StepRecord[]) =>
  journal.flatMap(({ kind, output }) => (kind === 'model' && isJsonObject(output) ? [output.thinkingMs] : []))

test('a thought ends with the seconds that it took, before the first word is said', async () => {
  const { ports } = openWorld()
  const { events, journal } = await runToEnd({ plan: twice, ports, input: { streaming: true } })
  const each = [
    ['Hm', undefined],
    ['m.', undefined],
    ['', 2],
  ]
  expect(thoughtsOf(events)).toEqual([...each, ...each])
  const end = events.findIndex((event) => event.type === 'reasoning-delta' && event.text === '')
  expect(end).toBeLessThan(events.findIndex((event) => event.type === 'text-delta'))
  expect(lengthsOf(journal)).toEqual([2000, 2000])
})

test('a reply that nobody reads as a stream took its time as a whole', async () => {
  const { ports } = openWorld()
  const { events, journal } = await runToEnd({ plan: twice, ports })
  expect(thoughtsOf(events)).toEqual([])
  expect(lengthsOf(journal)).toEqual([2000, 2000])
})

test('a model that tells no thoughts has no time for them', async () => {
  const ports = createFakePorts({ vendor: createFakeVendor() })
  const { events, journal } = await runToEnd({ plan: twice, ports, input: { streaming: true } })
  expect(thoughtsOf(events)).toEqual([])
  expect(lengthsOf(journal)).toEqual([undefined, undefined])
})

test('a run that goes on after a death tells its thoughts again, with the time that they took then', async () => {
  const { ports } = openWorld()
  const run = { plan: twice, ports, input: { streaming: true } }
  const { journal } = await runToEnd({
    ...run,
    onPiece: ({ records }) =>
      records.some(({ path, status }) => path === 'a#0/m0' && status === 'finished') && 'cut',
  })
  const { events } = await runToEnd({ ...run, journal, fence: 2 })
  expect(events[0]).toMatchObject({ type: 'step-restarted' })
  expect(thoughtsOf(events)).toEqual([
    ['Hmm.', undefined],
    ['', 2],
    ['Hm', undefined],
    ['m.', undefined],
    ['', 2],
  ])
  expect(joinText(events)).toBe('re:onere:two')
})
