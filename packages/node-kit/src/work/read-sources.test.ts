import { expect, test } from 'vitest'
import type { CallContext } from '../call-context.ts'
import type { LoadedPiece, SourceChoice } from '../document.ts'
import { readSources } from './read-sources.ts'

// One source after the other asks nothing else of a call, but what is not wanted is read by nobody.
const call = { signal: new AbortController().signal, each: async () => [] } as unknown as CallContext

async function totals(items: Iterable<string>, choice?: SourceChoice): Promise<unknown[]> {
  const pieces: LoadedPiece[] = []
  const sourceOf = (name: string) => ({ id: name, name })
  for await (const piece of readSources(items, { call, choice, sourceOf, read: async () => [] }))
    pieces.push(piece)
  return pieces.map((piece) => (Array.isArray(piece) ? 'no sources' : piece.of))
}

test('each source is told with how many there are, where they are listed first', async () => {
  expect(await totals(['a', 'b', 'c'])).toEqual([3, 3, 3])
  expect(await totals(['a', 'b', 'c'], { only: new Set(['b']) })).toEqual([1])
})

test('of what comes one by one nobody says how much it is', async () => {
  function* list() {
    yield* ['a', 'b']
  }
  expect(await totals(list())).toEqual([undefined, undefined])
})
