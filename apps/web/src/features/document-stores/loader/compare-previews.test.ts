import { expect, test } from 'vitest'
import { comparePreviews } from './compare-previews.ts'
import type { ShownPreview } from './read-preview.ts'

function previewOf(texts: string[], { total = texts.length, isWhole = true } = {}): ShownPreview {
  const chunks = texts.map((pageContent) => ({ pageContent, metadata: {} }))
  return { chunks, total, end: { totalChunks: total, previewChunkCount: 20, isWhole, unread: [] } }
}

test('tells how many chunks there are, how long they are, and which are new', () => {
  const before = previewOf(['green tea', 'black tea', 'tea'])
  const now = previewOf(['green', 'tea', 'black', 'tea'], { total: 40, isWhole: false })
  expect(comparePreviews(before, now)).toEqual({
    before: { chunks: 3, isAtLeast: false, medianLength: 9 },
    now: { chunks: 40, isAtLeast: true, medianLength: 4 },
    fresh: new Set([0, 2]),
  })
})

test('knows of no length where there is no chunk', () => {
  expect(comparePreviews(previewOf([]), previewOf([]))?.now.medianLength).toBe(0)
})

test('compares nothing with what did not come to its end', () => {
  const { end: _end, ...stopped } = previewOf(['tea'])
  expect(comparePreviews(stopped, previewOf(['tea']))).toBeUndefined()
  expect(comparePreviews(undefined, previewOf(['tea']))).toBeUndefined()
  expect(comparePreviews(previewOf(['tea']), stopped)).toBeUndefined()
})
