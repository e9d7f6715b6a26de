import type { FlowDocument, FlowNode, Problem } from '@runnel/contract'
import {
  type DocumentIndex,
  indexDocument,
  listVariables,
  setCredential,
  updateValues,
  type VariableGroup as VariableKind,
  withoutRowIds,
} from '@runnel/graph'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../i18n/use-problem-text.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import type { FormModel, PreviousNodeData, VariableGroup } from '../../node-form/form-model.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { changeFlow } from '../session/editor-store.ts'
import { variablesQuery } from './variables-query.ts'

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
  const mayViewVariables = useIsShown({ permission: 'variables:view' })
  const { data: variableNames } = useQuery({ ...variablesQuery, enabled: mayViewVariables })
  const { id, credentials } = node
  return useMemo(
    () => ({
      nodeId: id,
      find,
      isReadOnly,
      change: (changes) => {
        const mark = changes.map(({ kind, path }) => `${kind} ${path}`).join()
        const isTyping = changes.length === 1 && changes[0]?.kind === 'set'
        const makeDiff = (current: FlowDocument) => updateValues(current, find, { nodeId: id, changes })
        changeFlow(editor, makeDiff, isTyping ? `${id} ${mark}` : undefined)
      },
      errorAt: (path) => {
        const problem = problems.find(({ nodeId, param }) => nodeId === id && param === path)
        return problem && textOf(problem)
      },
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
    [id, credentials, problems, textOf, editor, find, isReadOnly, wires, variableNames, t],
  )
}

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
