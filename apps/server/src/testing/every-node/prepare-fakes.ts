import type { DatabaseKind } from '@runnel/db/testing'
import { afterAll, beforeAll } from 'vitest'
import { type NodeWorld, startNodeWorld } from './node-world.ts'

interface Fake {
  origin: string
  close(): Promise<void>
}

/** A world of nodes beside the fake vendor of each case, for the tests of the block that calls this. */
export function prepareFakes<Case, Vendor extends Fake>(
  kind: DatabaseKind,
  cases: readonly Case[],
  startFake: (each: Case) => Promise<Vendor>,
) {
  const fakes = new Map<Case, Vendor>()
  let world: NodeWorld
  beforeAll(async () => {
    for (const each of cases) fakes.set(each, await startFake(each))
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })
  return {
    get world() {
      return world
    },
    fakeOf(each: Case): Vendor {
      const fake = fakes.get(each)
      if (!fake) throw new Error('This case has no vendor here.')
      return fake
    },
  }
}
