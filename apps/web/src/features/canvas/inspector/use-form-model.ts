import type { FlowNode, Problem } from '@runnel/contract'
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

/** What the form of one node reads and changes, made from the flow on the screen. */
export function useNodeFormModel(node: FlowNode, problems: readonly Problem[]): FormModel {
  const { t } = useTranslation('node-form')
  const textOf = useProblemText()
  const { editor, find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const mayViewVariables = useIsShown({ permission: 'variables:view' })
  const { data: variableNames } = useQuery({ ...variablesQuery, enabled: mayViewVariables })
  const index = useMemo(() => indexDocument(document), [document])
  return useMemo(
    () => ({
      nodeId: node.id,
      find,
      isReadOnly,
      change: (changes) => {
        const mark = changes.map(({ kind, path }) => `${kind} ${path}`).join()
        const isTyping = changes.length === 1 && changes[0]?.kind === 'set'
        const makeDiff = (current: typeof document) =>
          updateValues(current, find, { nodeId: node.id, changes })
        changeFlow(editor, makeDiff, isTyping ? `${node.id} ${mark}` : undefined)
      },
      errorAt: (path) => {
        const problem = problems.find(({ nodeId, param }) => nodeId === node.id && param === path)
        return problem && textOf(problem)
      },
      credentialAt: (place) => node.credentials?.[place],
      setCredential: (place, credentialId) =>
        changeFlow(editor, (current) => setCredential(current, { nodeId: node.id, place, credentialId })),
      listVariables: () =>
        groupVariables(
          listVariables(editor.getState().document, find, {
            nodeId: node.id,
            ownOutput: true,
            variableNames: variableNames ?? [],
          }),
          { group: (kind) => t(`variables.${kind}`), type: (type) => t(`variables.types.${type}`) },
        ),
      listPreviousNodes: () => previousNodes(node, index),
      sourcesOf: (path) => sourcesOf(path, node, index),
    }),
    [node, problems, textOf, editor, find, isReadOnly, index, variableNames, t],
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
function previousNodes(node: FlowNode, index: DocumentIndex): PreviousNodeData[] {
  const seen = new Set<string>()
  const queue = [node.id, ...(node.parent === undefined ? [] : [node.parent])]
  for (const id of queue) {
    for (const { source } of index.edgesTo.get(id) ?? []) {
      if (seen.has(source) || source === node.id) continue
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

function sourcesOf(path: string, node: FlowNode, index: DocumentIndex): string[] {
  return (index.edgesTo.get(node.id) ?? [])
    .filter(({ targetAnchor, role }) => targetAnchor === path && role !== 'sequence')
    .map(({ source }) => index.nodes.get(source)?.label ?? source)
}
