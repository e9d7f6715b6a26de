import { expect, test } from 'vitest'
import { createTurns } from './runs-in-turn.ts'

/** A process over runs that wait, of which some are others' when it comes; counts how often it looked. */
function takingTurns(
  waiting: string[],
  {
    isCrowded = true,
    gone = [] as string[],
    fault,
  }: { isCrowded?: boolean; gone?: string[]; fault?: Error } = {},
) {
  let now = 0
  let looks = 0
  const taken: string[] = []
  const told: unknown[] = []
  const turn = createTurns(
    {
      isCrowded: () => isCrowded,
      find: async (limit) => {
        looks += 1
        if (fault) throw fault
        return waiting.splice(0, limit)
      },
      take: async (runId) => {
        if (gone.includes(runId)) return false
        taken.push(runId)
        return true
      },
      onFault: (error) => told.push(error),
    },
    () => now,
  )
  return {
    turn,
    taken,
    told,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    looks: () => looks,
  }
}

const runs = (count: number) => Array.from({ length: count }, (_, index) => `run-${index}`)

test('thousands are taken in turn, by one look for each hundred', async () => {
  const { turn, taken, looks } = takingTurns(runs(1_000))
  await Promise.all(runs(1_000).map((_, index) => turn(`named-${index}`)))
  expect(taken).toEqual(runs(1_000))
  expect(looks()).toBeLessThanOrEqual(11)
})

test('whose turn it is is asked anew after a moment, and not before where none is left', async () => {
  const waiting = ['a']
  const { turn, taken, pass, looks } = takingTurns(waiting)
  for (const named of ['x', 'y', 'z']) await turn(named)
  expect([taken, looks()]).toEqual([['a', 'y', 'z'], 1])
  waiting.push('b')
  await turn('w')
  pass(250)
  await turn('v')
  expect(taken).toEqual(['a', 'y', 'z', 'w', 'b'])
})

test('a run that another process took meanwhile costs nobody a turn', async () => {
  const { turn, taken } = takingTurns(['a', 'b', 'c'], { gone: ['a', 'b'] })
  await turn('x')
  expect(taken).toEqual(['c'])
})

test('with room enough the named one is taken, and nothing is asked', async () => {
  const { turn, taken, looks } = takingTurns(['a'], { isCrowded: false })
  await turn('x')
  expect([taken, looks()]).toEqual([['x'], 0])
})

test('where the others cannot be found the named one is taken, and that is told once for a moment', async () => {
  const fault = new Error('The statement took too long')
  const { turn, taken, told } = takingTurns(['a'], { fault })
  for (const named of ['x', 'y']) await turn(named)
  expect([taken, told]).toEqual([['x', 'y'], [fault]])
})

test('a process that can take none of those that wait, as one that ends, asks for them no more', async () => {
  const looked: number[] = []
  const tried: string[] = []
  const turn = createTurns({
    isCrowded: () => true,
    find: async (limit) => {
      looked.push(limit)
      if (looked.length > 3) throw new Error('It asks for ever')
      return runs(limit)
    },
    take: async (runId) => {
      tried.push(runId)
      return false
    },
    onFault: () => undefined,
  })
  await turn('named')
  expect([looked.length, tried.length, tried.at(-1)]).toEqual([1, 101, 'named'])
})
