import { type FlowDiff, type FlowDocument, flowDocumentSchema } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTestDefinition, makeDocument } from '../testing.ts'
import { checkDocument } from '../validation/check-document.ts'
import { validateFlow } from '../validation/validate-flow.ts'
import { exportFlow } from '../wire/export-flow.ts'
import { importFlow } from '../wire/import-flow.ts'
import { applyDiff, reverseDiff, squashDiffs } from './apply-diff.ts'
import { diffDocuments } from './flow-diff.ts'
import { createHistory, findRedo, findUndo, type History, recordChange } from './history.ts'
import { begin, makeEdit, move } from './random-edits.fixture.ts'

const find = findTestDefinition

function expectSound(document: FlowDocument, start: FlowDocument): void {
  expect(flowDocumentSchema.safeParse(document).error).toBeUndefined()
  expect(() => checkDocument(document)).not.toThrow()
  const dangles = (flow: FlowDocument) =>
    validateFlow(flow, find).filter((problem) =>
      ['edge_dangling', 'node_bad_parent', 'edge_self'].includes(problem.code),
    ).length
  expect(dangles(document)).toBeLessThanOrEqual(Math.max(dangles(start), 1))
}

test('no edit yields an invalid document, and any sequence of edits undone gives the document back', () => {
  fc.assert(
    fc.property(begin, fc.array(move, { maxLength: 20 }), (start, moves) => {
      let document = start
      const diffs: FlowDiff[] = []
      for (const one of moves) {
        const diff = makeEdit(document, one)
        if (!diff) continue
        document = applyDiff(document, diff)
        diffs.push(diff)
        expectSound(document, start)
      }
      expect(applyDiff(start, squashDiffs(start, diffs))).toEqual(document)
      const back = diffs
        .toReversed()
        .reduce((current, diff) => applyDiff(current, reverseDiff(diff)), document)
      expect(back).toEqual(start)
    }),
    campaign(150, 15_000),
  )
})

test('a history undone to the end gives the first document, done again the last', () => {
  fc.assert(
    fc.property(
      begin,
      fc.array(fc.tuple(move, fc.constantFrom('type', 'drag', undefined)), { maxLength: 20 }),
      (start, moves) => {
        let document = start
        let history: History = createHistory()
        for (const [one, mark] of moves) {
          const diff = makeEdit(document, one)
          if (!diff) continue
          history = recordChange(history, { document, diff, ...(mark === undefined ? {} : { mark }) })
          document = applyDiff(document, diff)
        }
        const last = document
        for (let step = findUndo(history); step; step = findUndo(history)) {
          document = applyDiff(document, step.diff)
          history = step.history
        }
        expect(document).toEqual(start)
        for (let step = findRedo(history); step; step = findRedo(history)) {
          document = applyDiff(document, step.diff)
          history = step.history
        }
        expect(document).toEqual(last)
      },
    ),
    campaign(150, 15_000),
  )
})

test('whatever edits made of a document, import of its export is a fixed point', () => {
  fc.assert(
    fc.property(begin, fc.array(move, { maxLength: 12 }), (start, moves) => {
      let document = start
      for (const one of moves) {
        const diff = makeEdit(document, one)
        if (diff) document = applyDiff(document, diff)
      }
      const once = importFlow(JSON.parse(JSON.stringify(exportFlow(document, find))), find).document
      const twice = importFlow(JSON.parse(JSON.stringify(exportFlow(once, find))), find).document
      expect(twice).toEqual(once)
      expect(once.nodes.map((node) => node.id)).toEqual(document.nodes.map((node) => node.id))
      expect(once.edges.map((edge) => [edge.source, edge.target, edge.role])).toEqual(
        document.edges.map((edge) => [edge.source, edge.target, edge.role]),
      )
    }),
    campaign(150, 15_000),
  )
})

test('the change between any two documents leads from one to the other and back', () => {
  const item = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    label: fc.constantFrom('x', 'y'),
  })
  const list = fc.uniqueArray(item, { selector: ({ id }) => id })
  fc.assert(
    fc.property(list, list, (one, other) => {
      const [from, to] = [one, other].map((nodes) =>
        makeDocument(
          nodes.map(({ id, label }) => ({ id, type: 't', label, position: { x: 0, y: 0 }, values: {} })),
        ),
      )
      if (!from || !to) return
      const diff = diffDocuments(from, to)
      expect(applyDiff(from, diff)).toEqual(to)
      expect(applyDiff(to, reverseDiff(diff))).toEqual(from)
    }),
  )
})
