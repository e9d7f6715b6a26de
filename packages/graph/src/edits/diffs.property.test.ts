import { type FlowDiff, flowDiffSchema, type JsonValue, ROW_ID } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { applyDiff, reverseDiff, squashDiffs } from './apply-diff.ts'
import { findConflicts } from './find-conflicts.ts'
import { fitsDocument } from './fits-document.ts'
import { diffDocuments, isEmptyDiff } from './flow-diff.ts'
import { begin, editDocument, move } from './random-edits.fixture.ts'
import { rebaseDiff } from './rebase-diff.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const text = fc.constantFrom('x', 'y', 'z')
const row = fc.record({
  [ROW_ID]: fc.constantFrom('r0', 'r1', 'r2', 'r3'),
  value1: text,
  inner: fc.constantFrom<JsonValue>({ deep: 1 }, { deep: 2, more: 1 }, [], 'text'),
})
const values = fc.record(
  {
    model: text,
    modelConfig: fc.record({ temperature: fc.nat(2), 'a.b': text, name: text }, { requiredKeys: [] }),
    conditions: fc.uniqueArray(row, { selector: (one) => one[ROW_ID], maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const node = fc.record({ id: fc.constantFrom(...ids), label: text, x: fc.nat(3), values })
const pair = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
const anyDocument = fc
  .record({
    nodes: fc.uniqueArray(node, { selector: ({ id }) => id }),
    edges: fc.uniqueArray(pair, { selector: (ends) => ends.join() }),
    extra: fc.option(fc.record({ k: text, l: text }, { requiredKeys: [] })),
  })
  .map(({ nodes, edges, extra }) => ({
    ...makeDocument(
      nodes.map(({ id, label, x, values: own }) =>
        makeNode(id, { label, position: { x, y: 0 }, values: own }),
      ),
      edges.map(([from, to]) => makeControlEdge(from, to)),
    ),
    ...(extra && Object.keys(extra).length > 0 ? { extra } : {}),
  }))

const empty = makeDocument([])
const sent = (diff: FlowDiff): FlowDiff => flowDiffSchema.parse(JSON.parse(JSON.stringify(diff)))

test('the change between any two documents leads from one to the other and back, also when it was sent', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (from, to) => {
      const diff = sent(diffDocuments(from, to))
      expect(fitsDocument(from, diff)).toBe(true)
      expect(applyDiff(from, diff)).toEqual(to)
      expect(fitsDocument(to, reverseDiff(diff))).toBe(true)
      expect(applyDiff(to, reverseDiff(diff))).toEqual(from)
      expect(reverseDiff(reverseDiff(diff))).toEqual(diff)
      expect(isEmptyDiff(diff)).toBe(isEmptyDiff(diffDocuments(to, from)))
    }),
    campaign(500, 50_000),
  )
})

test('two changes, one after the other, are one change', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, anyDocument, (first, second, third) => {
      const diffs = [diffDocuments(first, second), diffDocuments(second, third)]
      const squashed = squashDiffs(first, diffs)
      expect(applyDiff(first, squashed)).toEqual(third)
      expect(fitsDocument(first, squashed)).toBe(true)
      expect(applyDiff(third, reverseDiff(squashed))).toEqual(first)
    }),
    campaign(300, 30_000),
  )
})

test('disjoint changes of one document may be made in either order', () => {
  let disjoint = 0
  fc.assert(
    fc.property(
      begin,
      fc.array(move, { minLength: 1, maxLength: 3 }),
      fc.array(move, { minLength: 1, maxLength: 3 }),
      (start, myMoves, theirMoves) => {
        const mine = squashDiffs(start, editDocument(start, myMoves).diffs)
        const theirs = squashDiffs(start, editDocument(start, theirMoves).diffs)
        const conflicts = findConflicts(mine, theirs)
        expect(findConflicts(theirs, mine).length > 0).toBe(conflicts.length > 0)
        if (conflicts.length > 0) return
        if (!isEmptyDiff(mine) && !isEmptyDiff(theirs)) disjoint += 1
        const mineFirst = applyDiff(applyDiff(start, mine), theirs)
        const theirsFirst = applyDiff(applyDiff(start, theirs), mine)
        const rebased = rebaseDiff(mine, theirs)
        const after = applyDiff(start, theirs)
        expect(fitsDocument(after, rebased.diff)).toBe(true)
        expect(applyDiff(after, rebased.diff)).toEqual(theirsFirst)
        expect(mineFirst).toEqual(theirsFirst)
        expect(applyDiff(theirsFirst, reverseDiff(rebased.diff))).toEqual(after)
      },
    ),
    campaign(600, 60_000),
  )
  expect(disjoint).toBeGreaterThan(100)
})

test('disjoint changes of random documents commute, and any change rebased over itself is done', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, anyDocument, (start, one, other) => {
      const mine = diffDocuments(start, one)
      const theirs = diffDocuments(start, other)
      const itself = rebaseDiff(mine, mine)
      expect([isEmptyDiff(itself.diff), itself.conflicts]).toEqual([true, []])
      if (findConflicts(mine, theirs).length > 0) return
      expect(applyDiff(applyDiff(start, mine), theirs)).toEqual(applyDiff(applyDiff(start, theirs), mine))
    }),
    campaign(500, 50_000),
  )
})

test('a change that was made from another document does not fit', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (from, to) => {
      const diff = diffDocuments(from, to)
      fc.pre(!isEmptyDiff(diff))
      expect(fitsDocument(to, diff)).toBe(false)
    }),
  )
  expect(fitsDocument(empty, diffDocuments(makeDocument([makeNode('a')]), empty))).toBe(false)
})
