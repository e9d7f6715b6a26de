import { splitText } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitRecursively } from './text-splitter.ts'

const separators = ['\n\n', '\n', ' ', '']
const cut = (text: string, size: number, overlap = 0) =>
  splitText(text, { size, overlap, separators }).map((piece) => piece.text)

describe('a text', () => {
  test('is cut at paragraphs first, then at lines, then at words', () => {
    expect(cut('one two\n\nthree four', 10)).toEqual(['one two', 'three four'])
    expect(cut('one two\nthree four', 10)).toEqual(['one two', 'three four'])
    expect(cut('one two three', 8)).toEqual(['one two', 'three'])
    expect(cut('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
  })

  test('that fits stays whole, and one of blanks has no pieces', () => {
    expect(cut(' short ', 100)).toEqual(['short'])
    expect(cut('  \n ', 1)).toEqual([])
  })

  test('begins a piece with the end of the one before', () => {
    expect(cut('aa bb cc dd', 5, 3)).toEqual(['aa bb', 'bb cc', 'cc dd'])
  })

  test('is never cut inside a character', () => {
    expect(cut('🚀🚀🚀', 3)).toEqual(['🚀', '🚀', '🚀'])
  })

  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\n\n', '🚀'), maxLength: 300 })

  test('gives pieces that are slices of it, small enough, and hold every word', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), fc.nat(20), (whole, size, wanted) => {
        const overlap = Math.min(wanted, size - 1)
        const pieces = splitText(whole, { size, overlap, separators })
        let covered = 0
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(size)
          expect(whole.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text)
          if (piece.start > covered) expect(whole.slice(covered, piece.start).trim()).toBe('')
          covered = Math.max(covered, piece.start + piece.text.length)
        }
        expect(whole.slice(covered).trim()).toBe('')
      }),
      { numRuns: 300 },
    )
  })

  test('of a million characters is cut in time that grows with its length', () => {
    const pieces = cut('word '.repeat(200_000), 1000, 200)
    expect(pieces.length).toBeGreaterThan(1000)
  })
})

describe('documents', () => {
  const split = (values: Record<string, string | number>, pageContent: string) =>
    splitRecursively(createTestComponent('recursiveCharacterTextSplitter', { values }), [
      { pageContent, metadata: { source: 'a.txt', loc: { pageNumber: 2 } } },
    ])

  test('keep what is known of them, and tell the lines', async () => {
    expect(await split({ chunkSize: 8, chunkOverlap: 0 }, 'one two\nthree\nfour')).toEqual([
      {
        pageContent: 'one two',
        metadata: { source: 'a.txt', loc: { pageNumber: 2, lines: { from: 1, to: 1 } } },
      },
      {
        pageContent: 'three',
        metadata: { source: 'a.txt', loc: { pageNumber: 2, lines: { from: 2, to: 2 } } },
      },
      {
        pageContent: 'four',
        metadata: { source: 'a.txt', loc: { pageNumber: 2, lines: { from: 3, to: 3 } } },
      },
    ])
  })

  test('are cut at separators of the author', async () => {
    const pieces = await split({ chunkSize: 4, chunkOverlap: 0, separators: '["|"]' }, 'ab|cd|ef')
    expect(pieces.map((piece) => piece.pageContent)).toEqual(['ab', '|cd', '|ef'])
  })

  test('are not cut by settings that cannot be', () => {
    expect(() => split({ chunkSize: 10, chunkOverlap: 10 }, 'x')).toThrow('must be smaller')
    expect(() => split({ chunkSize: 0 }, 'x')).toThrow('at least 1')
    expect(() => split({ separators: '##' }, 'x')).toThrow('no JSON list')
  })
})
