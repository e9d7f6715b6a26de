import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { withPieces } from './search-pieces.ts'

const store = (searchPieceSize: unknown) =>
  createTestComponent('memoryVectorStore', { values: { searchPieceSize } as never })
const TEXT = `${'Green tea is steeped at seventy degrees. '.repeat(3).trim()}\n\nBlack tea wants boiling water.`

test('a long text is found by its pieces, which are slices of it', () => {
  const [document] = withPieces(store('60'), [{ pageContent: TEXT, metadata: { page: 1 } }])
  const pieces = document?.pieces?.map(({ from, to }) => TEXT.slice(from, to)) ?? []
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.at(-1)).toBe('Black tea wants boiling water.')
  expect(pieces.every((piece) => piece.length <= 60)).toBe(true)
  expect(document).toMatchObject({ pageContent: TEXT, metadata: { page: 1 } })
})

test('a short one is found as a whole, and all are where nothing is said', () => {
  const documents = [{ pageContent: 'Black tea.', metadata: {} }]
  expect(withPieces(store(60), documents)).toEqual(documents)
  for (const none of ['', undefined, 0])
    expect(withPieces(store(none), [{ pageContent: TEXT, metadata: {} }])).toEqual([
      { pageContent: TEXT, metadata: {} },
    ])
})
