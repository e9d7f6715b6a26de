import type { JsonObject, JsonValue } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskOf, meetsFilter, readMetadataFilter } from './metadata-filter.ts'
import { listMetadataTerms } from './metadata-values.ts'
import { createTermBlobs, readTermBlob } from './term-blobs.ts'

const meets = (metadata: JsonObject, filter: JsonObject) => meetsFilter(metadata, readMetadataFilter(filter))

/** What a filter finds among entries by their terms. */
function findByTerms(entries: readonly JsonObject[], filter: JsonObject): boolean[] {
  const terms = createTermBlobs()
  for (const [at, metadata] of entries.entries())
    for (const term of listMetadataTerms(metadata)) terms.addValue(term, at)
  const blobs = [...terms.finish().values()].map(readTermBlob)
  const part = {
    find: (term: string) => blobs.map((blob) => blob.find(term)).find((found) => found !== undefined),
    numbers: (prefix: string) => blobs.map((blob) => blob.numbers(prefix)),
    texts: (prefix: string) => blobs.flatMap((blob) => [...blob.texts(prefix)]),
  }
  return Array.from(maskOf(readMetadataFilter(filter), part, entries.length), (bit) => bit === 1)
}

describe('a filter of metadata', () => {
  const page = { source: 'a.pdf', page: 3, tags: ['tea', 'x'], loc: { line: 7, of: { x: 1 } }, none: null }

  test.each<[JsonObject, boolean]>([
    [{}, true],
    [{ source: 'a.pdf' }, true],
    [{ source: 'A.pdf' }, false],
    [{ page: '3' }, false],
    [{ page: 3, source: 'a.pdf' }, true],
    [{ page: 3, source: 'b.pdf' }, false],
    [{ none: null }, true],
    [{ absent: null }, false],
    [{ tags: 'tea' }, true],
    [{ tags: ['tea', 'x'] }, true],
    [{ tags: ['x', 'tea'] }, false],
    [{ 'loc.line': 7 }, true],
    [{ loc: { line: 7, of: { x: 1 } } }, true],
    [{ page: { $gte: 3 } }, true],
    [{ page: { $gt: 3 } }, false],
    [{ page: { $gt: 2, $lt: 4 } }, true],
    [{ page: { $lte: 2 } }, false],
    [{ source: { $gt: 1 } }, false],
    [{ page: { $in: [1, 3] } }, true],
    [{ page: { $nin: [1, 3] } }, false],
    [{ page: { $ne: 4 } }, true],
    [{ absent: { $ne: 4 } }, true],
    [{ absent: { $exists: false } }, true],
    [{ loc: { $exists: true } }, true],
    [{ source: { $contains: 'A.p' } }, true],
    [{ source: { $contains: 'b' } }, false],
    [{ tags: { $contains: 'te' } }, true],
    [{ page: { $contains: '3' } }, false],
    [{ absent: { $contains: 'a' } }, false],
    [{ $or: [{ page: 9 }, { source: 'a.pdf' }] }, true],
    [{ $and: [{ page: 9 }, { source: 'a.pdf' }] }, false],
  ])('%j: %j', (filter, expected) => {
    expect(meets(page, filter)).toBe(expected)
    expect(findByTerms([page], filter)).toEqual([expected])
  })

  test.each<[JsonObject, RegExp]>([
    [{ page: { $like: 'x' } }, /\$like of page is not known/],
    [{ page: { $gt: 'x' } }, /needs a number/],
    [{ page: { $in: 'x' } }, /needs a list/],
    [{ page: { $contains: 3 } }, /needs a text/],
    [{ $nor: [] }, /\$nor is not known/],
    [{ $or: {} }, /needs a list of filters/],
    [{ page: { constructor: 1, $gt: 1 } }, /constructor of page is not known/],
  ])('%j is refused by name', (filter, message) => {
    expect(() => readMetadataFilter(filter)).toThrow(message)
  })

  test('finds by terms just what it finds by reading, whatever the metadata', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'a=1', 'a="t', 'é', 'x'.repeat(250))
    const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
      fc.constantFrom<JsonValue>(0, 1, -2.5, 1e21, true, null, '', 'tea', '1', 'y'.repeat(400)),
      fc.string(),
    )
    const value: fc.Arbitrary<JsonValue> = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(name, scalar, { maxKeys: 3 }),
    )
    const metadata = fc.dictionary(name, value, { maxKeys: 4 })
    const bounds = fc.record({ $gt: fc.integer({ min: -3, max: 2 }), $lte: fc.constant(1e22) })
    const condition: fc.Arbitrary<JsonObject> = fc
      .tuple(
        fc.oneof(name, fc.constant('a.b')),
        fc.oneof(
          value,
          bounds,
          fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
          fc.record({ $ne: scalar }),
          fc.record({ $contains: fc.constantFrom('t', 'EA', 'y', '1', '"') }),
          fc.record({ $exists: fc.boolean() }),
        ),
      )
      .map(([key, wanted]) => ({ [key]: wanted }))
    const filters = fc.oneof(
      condition,
      fc.tuple(condition, condition).map(([one, other]) => ({ $or: [one, other] })),
      fc.tuple(condition, condition).map(([one, other]) => ({ $and: [one, other] })),
    )
    fc.assert(
      fc.property(fc.array(metadata, { minLength: 1, maxLength: 6 }), filters, (entries, filter) => {
        expect(findByTerms(entries, filter)).toEqual(entries.map((each) => meets(each, filter)))
      }),
      campaign(500, 50_000),
    )
  })
})
