import { ActionIcon } from '@mantine/core'
import type { FlowEdge, FlowNode, NodeDefinition } from '@runnel/contract'
import { anchorsOf, removeEdges } from '@runnel/graph'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormModel } from '../../node-form/form-model.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { changeFlow } from '../session/editor-store.ts'

/** The connections of a node in words: each port with what hangs on it, and a way to take it off. */
export function AnchorList({ node, definition }: { node: FlowNode; definition: NodeDefinition }) {
  const { t } = useTranslation('node-form')
  const { editor } = useCanvasSession()
  const { isReadOnly, errorAt, severityAt } = useFormModel()
  const document = useEditor((state) => state.document)
  const ports = useMemo(() => anchorsOf(node, definition), [node, definition])
  const labelOf = (id: string) => document.nodes.find((other) => other.id === id)?.label ?? id
  const rows = [
    ...ports.inputs.map((port) => ({
      key: `in ${port.anchor}`,
      label: port.label || t('anchors.before'),
      types: port.types,
      error: errorAt(port.anchor),
      severity: severityAt(port.anchor),
      edges: document.edges.filter((edge) => edge.target === node.id && edge.targetAnchor === port.anchor),
      other: (edge: FlowEdge) => labelOf(edge.source),
    })),
    ...ports.outputs.map((port) => ({
      key: `out ${port.anchor}`,
      label: ports.outputs.length > 1 ? t('anchors.branch', { label: port.label }) : t('anchors.after'),
      types: [] as string[],
      error: undefined,
      severity: undefined,
      edges: document.edges.filter((edge) => edge.source === node.id && edge.sourceAnchor === port.anchor),
      other: (edge: FlowEdge) => labelOf(edge.target),
    })),
  ]
  if (rows.length === 0) return null
  return (
    <section className="anchor-list" aria-label={t('anchors.title')}>
      <h3>{t('anchors.title')}</h3>
      {rows.map(({ key, label, types, error, severity, edges, other }) => (
        <div className="anchor-row" key={key}>
          <span className="anchor-label">{label}</span>
          {edges.length === 0 ? (
            <span className={error === undefined ? 'anchor-none' : 'field-error'} data-severity={severity}>
              {error ??
                (types.length > 0 ? t('anchors.accepts', { types: types.join(', ') }) : t('anchors.none'))}
            </span>
          ) : null}
          {edges.map((edge) => (
            <span className="anchor-edge" key={edge.id}>
              {other(edge)}
              {isReadOnly ? null : (
                <ActionIcon
                  size="xs"
                  variant="subtle"
                  color="gray"
                  aria-label={t('anchors.remove', { label: other(edge) })}
                  onClick={() => changeFlow(editor, (current) => removeEdges(current, [edge.id]))}
                >
                  <IconX size={12} stroke={1.8} />
                </ActionIcon>
              )}
            </span>
          ))}
        </div>
      ))}
    </section>
  )
}
