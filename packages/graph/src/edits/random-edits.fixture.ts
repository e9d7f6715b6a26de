import { type FlowDiff, type FlowDocument, isRunnelError, type JsonValue } from '@runnel/contract'
import fc from 'fast-check'
import { settleRanks } from '../document/settle-ranks.ts'
import { findTestDefinition, makeDocument, TEST_DEFINITIONS } from '../testing.ts'
import { importFlow } from '../wire/import-flow.ts'
import { WIRE_FIXTURES } from '../wire/wire-fixtures.fixture.ts'
import { addEdge } from './add-edge.ts'
import { addNode } from './add-node.ts'
import { applyDiff } from './apply-diff.ts'
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
import { pasteFragment } from './paste-fragment.ts'
import { removeEdges } from './remove-edges.ts'
import { setOutput } from './set-output.ts'
import { setParent } from './set-parent.ts'
import { updateValues } from './update-values.ts'

const find = findTestDefinition
const FIXTURES = Object.values(WIRE_FIXTURES).map((wire) => settleRanks(importFlow(wire, find).document))

/** An edit with random numbers for whatever it chooses. */
export interface Move {
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
  onNode((document, nodeId, { b }) =>
    deleteNodes(document, find, [nodeId, pick(document.nodes, b)?.id ?? 'none']),
  ),
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

/** The change that the numbers choose; undefined where there is nothing to change or the rules refuse it. */
export function makeEdit(document: FlowDocument, move: Move): FlowDiff | undefined {
  try {
    return pick(EDITS, move.kind)?.(document, move)
  } catch (error) {
    if (isRunnelError(error)) return undefined
    throw error
  }
}

const natural = fc.nat({ max: 1000 })
/** Numbers for one edit. */
export const move = fc.record({
  kind: natural,
  a: natural,
  b: natural,
  c: natural,
  text: fc.string({ maxLength: 12 }),
})
/** Documents to begin with: an empty one, and each of the fixtures. */
export const begin = fc.constantFrom(makeDocument([]), ...FIXTURES)

/** The document after several edits, and the changes that led there. */
export function editDocument(
  start: FlowDocument,
  moves: readonly Move[],
): { document: FlowDocument; diffs: FlowDiff[] } {
  let document = start
  const diffs: FlowDiff[] = []
  for (const one of moves) {
    const diff = makeEdit(document, one)
    if (!diff) continue
    document = applyDiff(document, diff)
    diffs.push(diff)
  }
  return { document, diffs }
}
