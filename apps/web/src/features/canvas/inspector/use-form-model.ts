import type { FlowDocument, FlowNode, Problem } from '@runnel/contract'
import {
  type DocumentIndex,
  findAtPath,
  indexDocument,
  listVariables,
  setCredential,
  updateValues,
  type VariableGroup as VariableKind,
  withoutRowIds,
} from '@runnel/graph'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../i18n/use-problem-text.ts'
import type { FormModel, PreviousNodeData, VariableGroup } from '../../node-form/form-model.ts'
import { useVariableNames } from '../../variables/use-variable-names.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { changeFlow } from '../session/editor-store.ts'

/**
 * What the form of one node reads and changes, made from the flow on the screen. It stays the same while values are
 * typed, so that only the field that is written in is drawn anew.
 */
export function useNodeFormModel(node: FlowNode, problems: readonly Problem[]): FormModel {
  const { t } = useTranslation('node-form')
  const textOf = useProblemText()
  const { editor, find } = useCanvasSession()
  // A text, because a selector must return the same value for the same state.
  const wires = useEditor(({ document }) => JSON.stringify(listWires(document, node.id)))
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const flowId = useEditor(({ head }) => head.id)
  const variableNames = useVariableNames()
  const { id, credentials } = node
  const { problemAt, leave } = useShownProblems(node, problems)
  return useMemo(
    () => ({
      nodeId: id,
      flowId,
      find,
      isReadOnly,
      change: (changes) => {
        const mark = changes.map(({ kind, path }) => `${kind} ${path}`).join()
        const isTyping = changes.length === 1 && changes[0]?.kind === 'set'
        const makeDiff = (current: FlowDocument) => updateValues(current, find, { nodeId: id, changes })
        changeFlow(editor, makeDiff, isTyping ? `${id} ${mark}` : undefined)
      },
      errorAt: (path) => {
        const problem = problemAt(path)
        return problem && textOf(problem)
      },
      severityAt: (path) => (problemAt(path)?.severity === 'error' ? 'error' : 'warning'),
      leave,
      credentialAt: (place) => credentials?.[place],
      setCredential: (place, credentialId) =>
        changeFlow(editor, (current) => setCredential(current, { nodeId: id, place, credentialId })),
      listVariables: () =>
        groupVariables(
          listVariables(editor.getState().document, find, {
            nodeId: id,
            ownOutput: true,
            variableNames: variableNames ?? [],
          }),
          { group: (kind) => t(`variables.${kind}`), type: (type) => t(`variables.types.${type}`) },
        ),
      listPreviousNodes: () => previousNodes(id, indexDocument(editor.getState().document)),
      sourcesOf: (path) => readWires(wires).flatMap(([anchor, label]) => (anchor === path ? [label] : [])),
    }),
    [id, credentials, problemAt, leave, textOf, editor, find, isReadOnly, flowId, wires, variableNames, t],
  )
}

/**
 * The problem of a field. What a new node still lacks is told once its field, or its form, was left; not of a field that
 * was filled in since the flow was looked through.
 */
function useShownProblems(node: FlowNode, problems: readonly Problem[]) {
  const { id: nodeId } = node
  const latest = useRef(node)
  latest.current = node
  const looked = useRef({ problems, node })
  if (looked.current.problems !== problems) looked.current = { problems, node }
  const isUntouched = useEditor(({ untouched }) => untouched.has(nodeId))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const problemAt = useCallback(
    (path: string) => {
      const found = problems.find((problem) => problem.nodeId === nodeId && problem.param === path)
      if (!isUntouched || found?.severity !== 'warning') return found
      return left.has(path) && valueAt(latest.current, path) === valueAt(looked.current.node, path)
        ? found
        : undefined
    },
    [nodeId, problems, isUntouched, left],
  )
  const leave = useCallback(
    (path: string) => {
      if (isUntouched) setLeft((before) => (before.has(path) ? before : new Set(before).add(path)))
    },
    [isUntouched],
  )
  return { problemAt, leave }
}

/** The value of a field, or the credential chosen there. */
const valueAt = ({ values, credentials }: FlowNode, path: string) =>
  credentials?.[path] ?? findAtPath(values, path)

type Offered = ReturnType<typeof listVariables>[number]

function groupVariables(
  offered: Offered[],
  words: { group: (kind: VariableKind) => string; type: (type: NonNullable<Offered['type']>) => string },
): VariableGroup[] {
  return [...Map.groupBy(offered, ({ group }) => group)].map(([kind, variables]) => ({
    label: words.group(kind),
    choices: variables.map(({ label, reference, type }) => ({
      label,
      insert: `{{${reference}}}`,
      ...(type && { description: words.type(type) }),
    })),
  }))
}

/** The nodes that a run passes before this one. */
function previousNodes(nodeId: string, index: DocumentIndex): PreviousNodeData[] {
  const seen = new Set<string>()
  const parent = index.nodes.get(nodeId)?.parent
  const queue = [nodeId, ...(parent === undefined ? [] : [parent])]
  for (const id of queue) {
    for (const { source } of index.edgesTo.get(id) ?? []) {
      if (seen.has(source) || source === nodeId) continue
      seen.add(source)
      queue.push(source)
    }
  }
  return [...seen].flatMap((id) => {
    const before = index.nodes.get(id)
    if (!before) return []
    return [{ id, name: before.type, label: before.label, inputs: withoutRowIds(before.values) }]
  })
}

type Wire = [anchor: string, label: string]

/** What edges bring to a node in place of values: the param, and the label of the node that fills it. */
function listWires({ nodes, edges }: FlowDocument, nodeId: string): Wire[] {
  return edges
    .filter(({ target, role }) => target === nodeId && role !== 'sequence')
    .map(({ targetAnchor, source }) => [
      targetAnchor,
      nodes.find((node) => node.id === source)?.label ?? source,
    ])
}

function readWires(text: string): Wire[] {
  return JSON.parse(text) as Wire[]
}
