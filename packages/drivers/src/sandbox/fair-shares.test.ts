import { expect, test } from 'vitest'
import { createFairShares, type Share, type Sharer } from './fair-shares.ts'

const wait = { signal: undefined, waitMs: 5_000 }

function open(most = 8) {
  const shares = createFairShares({
    running: { inAll: 4, perOwner: 3, perGroup: 2 },
    held: { inAll: most, perOwner: most - 2, perGroup: most - 4 },
  })
  const served: string[] = []
  const take = (name: string, who: Sharer): Promise<Share> => {
    const taking = shares.take(who, wait).then((share) => {
      served.push(name)
      return share
    })
    // Who is still in line when a test ends gives up some time after it.
    taking.catch(() => undefined)
    return taking
  }
  return { shares, served, take }
}

/** Lets what was served be told. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('one flow takes half of the places, and another gets in at once', async () => {
  const { served, take } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take(name, { owner: 'w', group: 'a' })
  void take('b1', { owner: 'w', group: 'b' })
  await settle()
  expect(served).toEqual(['a1', 'a2', 'b1'])
})

test('one workspace leaves a place for others, by however many flows it asks', async () => {
  const { served, take } = open()
  for (const group of ['a', 'b', 'c', 'd', 'e']) void take(group, { owner: 'w', group })
  void take('other', { owner: 'x', group: 'f' })
  await settle()
  expect(served).toEqual(['a', 'b', 'c', 'other'])
})

test('a place that gets free goes to who has the fewest, and among those to the first', async () => {
  const { served, take } = open()
  const [first] = await Promise.all([
    take('a1', { owner: 'w', group: 'a' }),
    take('a2', { owner: 'w', group: 'a' }),
    take('b1', { owner: 'w', group: 'b' }),
    take('x1', { owner: 'x', group: 'c' }),
  ])
  void take('a3', { owner: 'w', group: 'a' })
  void take('b2', { owner: 'w', group: 'b' })
  void take('y1', { owner: 'y', group: 'd' })
  first?.release()
  await settle()
  expect(served.slice(4)).toEqual(['y1'])
})

test('who only waits gives the place to others, and goes on when one is free for them', async () => {
  const { served, take } = open()
  const sleepers = await Promise.all(
    ['a', 'a', 'b', 'c'].map((group, index) => take(`s${index}`, { owner: index < 3 ? 'w' : 'x', group })),
  )
  void take('late', { owner: 'w', group: 'a' })
  await settle()
  expect(served).not.toContain('late')
  sleepers[0]?.pause()
  await settle()
  expect(served).toContain('late')
  let isOn = false
  void sleepers[0]?.resume().then(() => {
    isOn = true
  })
  await settle()
  expect(isOn).toBe(false)
  sleepers[1]?.release()
  await settle()
  expect(isOn).toBe(true)
  void take('next', { owner: 'y', group: 'd' })
  await settle()
  expect(served).not.toContain('next')
})

test('those that wait are no more than memory has room for, of each flow and workspace and in all', async () => {
  const { served, take } = open(8)
  const pauseAll = async (group: string, owner: string, count: number) => {
    for (let index = 0; index < count; index++)
      take(`${owner}${group}`, { owner, group }).then(
        (share) => share.pause(),
        () => undefined,
      )
    await settle()
    await settle()
  }
  await pauseAll('a', 'w', 6)
  expect(served.filter((name) => name === 'wa')).toHaveLength(4)
  await pauseAll('b', 'w', 6)
  expect(served).toHaveLength(6)
  await pauseAll('c', 'x', 6)
  expect(served).toHaveLength(8)
})

test('who gives up waiting takes no place', async () => {
  const { shares, take } = open()
  const group = { owner: 'w', group: 'a' }
  const [one] = await Promise.all([take('a1', group), take('a2', group)])
  await expect(shares.take(group, { ...wait, waitMs: 5 })).rejects.toMatchObject({ code: 'unavailable' })
  one?.release()
  await take('a3', group)
  await expect(shares.take(group, { ...wait, waitMs: 5 })).rejects.toMatchObject({ code: 'unavailable' })
})

test('a share that is given back twice is given back once', async () => {
  const { shares, take } = open()
  const group = { owner: 'w', group: 'a' }
  const one = await take('a1', group)
  await take('a2', group)
  one.release()
  one.release()
  await one.resume()
  await take('a3', group)
  await expect(shares.take(group, { ...wait, waitMs: 5 })).rejects.toMatchObject({ code: 'unavailable' })
})
