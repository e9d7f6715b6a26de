import type { NodeDefinition } from '@runnel/contract'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatDuration } from '../../../ui/format-time.ts'
import { NodeIcon } from '../../../ui/node-icon.tsx'
import type { NodeRun } from '../../run-state/node-run.ts'
import { useRunClock } from '../../run-state/use-run-clock.ts'
import { mayTake } from '../editing/connect-nodes.ts'
import type { PlacedPort } from '../layout/node-layout.ts'
import { handleId } from '../layout/port-handle.ts'
import { useCanvasSession } from '../session/canvas-session.ts'
import { CardFactText } from './card-fact-text.tsx'
import type { CanvasNode } from './draw-flow.ts'
import { FaultBadge } from './fault-badge.tsx'
import './node-card.css'

/** The card of a node: its mark, name, kind and state; below, what identifies it and its ports. */
export const NodeCard = memo(function NodeCard({ id, data }: NodeProps<CanvasNode>) {
  const { t } = useTranslation('canvas')
  const { run } = useCanvasSession()
  const state = useStore(run, ({ nodeRuns }) => nodeRuns.get(id))
  const { node, definition, layout } = data
  return (
    <div
      className="node-card"
      data-state={state?.state}
      data-disabled={node.disabled}
      style={{ width: layout.width, height: layout.height }}
    >
      <header className="node-card-head">
        <NodeIcon definition={definition} />
        <span className="node-card-names">
          <span className="node-card-name">{node.label || definition?.label}</span>
          <span className="node-card-kind">{kindOf(definition, node.disabled, t)}</span>
        </span>
        <FaultBadge nodeId={id} />
        {state ? <RunBadge run={state} /> : null}
      </header>
      {layout.facts.length === 0 ? null : (
        <ul className="node-card-facts">
          {layout.facts.map((fact, index) => (
            <li key={`${fact.row?.id ?? fact.text}-${String(index)}`}>
              <CardFactText fact={fact} />
            </li>
          ))}
        </ul>
      )}
      {layout.rows.length === 0 ? null : (
        <ul className="node-card-rows">
          {layout.rows.map(({ input, output, hint }) => (
            <li key={input?.anchor ?? output?.anchor ?? ''} data-optional={input?.isOptional}>
              {hint ? <span className="node-card-hint">{hint}</span> : <span>{input?.label}</span>}
              <span className="node-card-output">{output?.label}</span>
            </li>
          ))}
        </ul>
      )}
      {state?.state !== 'error' ? null : (
        <p className="node-card-error">
          <span>{state.error}</span>
        </p>
      )}
      {layout.ports.map((port) => (
        <Port key={handleId(port)} port={port} nodeId={id} />
      ))}
    </div>
  )
})

type Translate = ReturnType<typeof useTranslation<'canvas'>>['t']

function kindOf(
  definition: NodeDefinition | undefined,
  isDisabled: boolean | undefined,
  t: Translate,
): string {
  const name = definition?.label ?? t('node.unknown')
  const kind = definition?.badge ? `${name} · ${definition.badge}` : name
  return isDisabled ? t('node.disabled', { kind }) : kind
}

function RunBadge({ run }: { run: NodeRun }) {
  const { t, i18n } = useTranslation('canvas')
  const isRunning = run.state === 'running'
  const now = useRunClock(useCanvasSession().run, isRunning)
  const time = run.durationMs ?? (isRunning ? Math.max(now - run.startedAt, 0) : undefined)
  const times = run.times > 1 ? ` ×${run.times}` : ''
  return (
    <span className="node-card-run" data-state={run.state}>
      <span className="visually-hidden">{t(`run.step.${run.state}`)}</span>
      {time === undefined ? '' : formatDuration(time, i18n.language)}
      {times}
    </span>
  )
}

/** One port. Its place is that of the computed layout. While a line is drawn it tells whether it may take it. */
export function Port({ port, nodeId }: { port: PlacedPort; nodeId: string }) {
  const { editor, find, drawing } = useCanvasSession()
  const { side, anchor } = port
  const takes = useStore(drawing, ({ from }) => {
    if (from === undefined || (from.nodeId === nodeId && from.side === side && from.anchor === anchor))
      return undefined
    return mayTake({ editor, find }, from, { nodeId, side, anchor })
  })
  const isInput = side === 'input'
  return (
    <Handle
      id={handleId(port)}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Left : Position.Right}
      className="port"
      data-takes={takes}
      style={{ top: port.y }}
      title={port.label}
    />
  )
}
