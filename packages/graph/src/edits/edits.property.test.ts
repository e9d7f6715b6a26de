import { type FlowDocument, flowDocumentSchema, isRunnelError, type JsonValue } from '@runnel/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTestDefinition, makeDocument, TEST_DEFINITIONS } from '../testing.ts'
import { checkDocument } from '../validation/check-document.ts'
import { validateFlow } from '../validation/validate-flow.ts'
import { exportFlow } from '../wire/export-flow.ts'
import { importFlow } from '../wire/import-flow.ts'
import { WIRE_FIXTURES } from '../wire/wire-fixtures.fixture.ts'
import { addEdge } from './add-edge.ts'
import { addNode } from './add-node.ts'
import { applyDiff, reverseDiff, squashDiffs } from './apply-diff.ts'
import {
  moveNodes,
  renameNode,
  replaceDocument,
  resizeNode,
  setCredential,
  setDisabled,
  setNote,
} from './change-node.ts'
import { deleteNodes } from './delete-nodes.ts'
import { duplicateNodes } from './duplicate-nodes.ts'
import { diffDocuments, type FlowDiff } from './flow-diff.ts'
import { createHistory, findRedo, findUndo, type History, recordChange } from './history.ts'
import { pasteFragment } from './paste-fragment.ts'
import { removeEdges } from './remove-edges.ts'
import { setOutput } from './set-output.ts'
import { setParent } from './set-parent.ts'
import { updateValues } from './update-values.ts'

const find = findTestDefinition
const FIXTURES = Object.values(WIRE_FIXTURES).map((wire) => importFlow(wire, find).document)

/** An edit with random numbers for whatever it chooses. */
interface Move {
  kind: number
  a: number
  b: number
  c: number
  text: string
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list.length === 0 ? undefined : list[n % list.length]
}

type Edit = (document: FlowDocument, move: Move) => FlowDiff | undefined

function onNode(make: (document: FlowDocument, nodeId: string, move: Move) => FlowDiff): Edit {
  return (document, move) => {
    const node = pick(document.nodes, move.a)
    return node && make(document, node.id, move)
  }
}

const PATHS = [
  'conditions[r0].value1',
  'conditions[r1]',
  'llmModel',
  'llmModelConfig.temperature',
  'agentTools[r1].agentSelectedTool',
  'llmMessages[r0].content',
  'promptValues',
  'conditions',
  'note',
]

const EDITS: readonly Edit[] = [
  (document, { a, b, c }) => {
    const definition = pick(TEST_DEFINITIONS, a)
    const parent = pick(
      document.nodes.filter((node) => node.type === 'iterationAgentflow'),
      c,
    )
    if (!definition) return undefined
    const place = parent && b % 2 === 0 ? { parent: parent.id } : {}
    return addNode(document, { definition, position: { x: a, y: b }, ...place })
  },
  (document, { a, b, c }) => {
    const source = pick(document.nodes, a)
    const target = pick(document.nodes, b)
    if (!source || !target) return undefined
    const anchors = ['out', 'r0', 'else', source.type, 'outputPrediction', 'proceed']
    const inputs = ['in', 'model', 'prompt', 'promptValues', 'tools', 'memory']
    return addEdge(document, find, {
      source: source.id,
      sourceAnchor: pick(anchors, c) ?? '',
      target: target.id,
      targetAnchor: pick(inputs, c >> 3) ?? '',
    })
  },
  (document, { a }) => {
    const edge = pick(document.edges, a)
    return edge && removeEdges(document, [edge.id])
  },
  onNode((document, nodeId, { b }) => deleteNodes(document, [nodeId, pick(document.nodes, b)?.id ?? 'none'])),
  onNode((document, nodeId, { b }) =>
    duplicateNodes(document, find, [nodeId, pick(document.nodes, b)?.id ?? 'none']),
  ),
  onNode((document, nodeId, { text }) => renameNode(document, { nodeId, label: text })),
  onNode((document, nodeId, { a, b }) => moveNodes(document, { [nodeId]: { x: a, y: b } })),
  onNode((document, nodeId, { a, b }) => resizeNode(document, { nodeId, size: { width: a, height: b } })),
  onNode((document, nodeId, { b }) => {
    const parent = pick(
      document.nodes.filter((node) => node.type === 'iterationAgentflow'),
      b >> 1,
    )
    return setParent(document, { nodeId, parent: b % 2 === 0 ? parent?.id : undefined })
  }),
  onNode((document, nodeId, { a, text }) =>
    setCredential(document, {
      nodeId,
      place: 'credential',
      credentialId: a % 2 === 0 ? text || 'x' : undefined,
    }),
  ),
  onNode((document, nodeId, { a }) => setDisabled(document, { nodeId, disabled: a % 2 === 0 })),
  onNode((document, nodeId, { text }) => setNote(document, { nodeId, note: text })),
  onNode((document, nodeId, { b, text }) => {
    const value: JsonValue | undefined = [
      text,
      `{{${pick(document.nodes, b)?.id ?? 'x'}}}`,
      [{ a: text }],
      undefined,
    ][b % 4]
    const path = pick(PATHS, b) ?? 'note'
    return updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'set', path, ...(value === undefined ? {} : { value }) }],
    })
  }),
  onNode((document, nodeId, { b }) =>
    updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'add-row', path: 'conditions', index: b % 3 }],
    }),
  ),
  onNode((document, nodeId, { b }) =>
    updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'remove-row', path: `conditions[r${b % 3}]` }],
    }),
  ),
  onNode((document, nodeId, { b, c }) =>
    updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'move-row', path: `conditions[r${b % 3}]`, index: c % 3 }],
    }),
  ),
  onNode((document, nodeId, { b }) =>
    setOutput(document, { nodeId, output: pick(['llmChain', 'outputPrediction'], b) ?? '' }),
  ),
  (document, { a, b }) => {
    const fragment = pick(FIXTURES, a) ?? makeDocument([])
    return pasteFragment(document, find, { fragment, offset: { x: b, y: b } })
  },
  (document, { a }) => replaceDocument(document, pick(FIXTURES, a) ?? document),
]

function makeEdit(document: FlowDocument, move: Move): FlowDiff | undefined {
  try {
    return pick(EDITS, move.kind)?.(document, move)
  } catch (error) {
    if (isRunnelError(error)) return undefined
    throw error
  }
}

const natural = fc.nat({ max: 1000 })
const move = fc.record({
  kind: natural,
  a: natural,
  b: natural,
  c: natural,
  text: fc.string({ maxLength: 12 }),
})
const begin = fc.constantFrom(makeDocument([]), ...FIXTURES)

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
    { numRuns: 150 },
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
    { numRuns: 150 },
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
    { numRuns: 150 },
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
