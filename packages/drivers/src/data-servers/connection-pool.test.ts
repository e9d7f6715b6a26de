import { expect, test } from 'vitest'
import { ConnectionPool } from './connection-pool.ts'

const limits = { mostOfOne: 2, mostOfOwner: 4, most: 8, idleMs: 30_000 }

/** A pool, and calls that hold their connections until the test ends them. */
function openScene(poolLimits = limits) {
  const pool = new ConnectionPool<{ isOpen: boolean; close(): void }>(poolLimits)
  const served: string[] = []
  const held: { owner: string; giveBack(): void }[] = []
  const call = (owner: string, server: string) => {
    const key = `${owner} ${server}`
    const open = async () => ({ isOpen: true, close: () => undefined })
    void pool.take({ key, owner }, open, new AbortController().signal).then((connection) => {
      served.push(key)
      held.push({ owner, giveBack: () => pool.giveBack(key, connection) })
    })
  }
  /** Ends the oldest call of an owner. */
  const endOne = (owner: string) => {
    const index = held.findIndex((each) => each.owner === owner)
    for (const { giveBack } of held.splice(index, 1)) giveBack()
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { call, endOne, served, settle }
}

const servers = (count: number) => Array.from({ length: count }, (_each, index) => `s${index}`)

test('an owner uses no more than a share, and others find their own free', async () => {
  const { call, endOne, served, settle } = openScene()
  for (const server of servers(8)) call('a', server)
  await settle()
  expect(served).toEqual(['a s0', 'a s1', 'a s2', 'a s3'])
  for (const server of servers(2)) call('b', server)
  await settle()
  expect(served.slice(4)).toEqual(['b s0', 'b s1'])
  endOne('a')
  await settle()
  expect(served.slice(6)).toEqual(['a s4'])
})

test('connections that are kept count as soon as they are used again', async () => {
  const { call, endOne, served, settle } = openScene()
  for (const server of servers(4)) call('a', server)
  await settle()
  for (const _server of servers(4)) endOne('a')
  for (const server of servers(8).reverse()) call('a', server)
  await settle()
  expect(served.slice(4)).toEqual(['a s7', 'a s6', 'a s5', 'a s4'])
  call('b', 's0')
  await settle()
  expect(served.slice(8)).toEqual(['b s0'])
})

test('where all are used, the next is for whose owner uses least, however many of others wait for longer', async () => {
  const { call, endOne, served, settle } = openScene()
  for (const owner of ['a', 'b']) for (const server of servers(20)) call(owner, server)
  await settle()
  expect(served).toHaveLength(8)
  for (const server of ['s0', 's1']) call('c', server)
  await settle()
  expect(served).toHaveLength(8)
  endOne('a')
  await settle()
  endOne('b')
  await settle()
  expect(served.slice(8)).toEqual(['c s0', 'c s1'])
  endOne('c')
  await settle()
  expect(served.slice(10)).toEqual(['a s4'])
})
