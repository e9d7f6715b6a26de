import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { NodeIcon } from '../../../ui/node-icon.tsx'
import { handleId } from '../layout/port-handle.ts'
import { useCanvasSession } from '../session/canvas-session.ts'
import type { CanvasNode } from './draw-flow.ts'
import { FaultBadge } from './fault-badge.tsx'
import { Port } from './node-card.tsx'

/** A node that holds others: a frame with a head. */
export const ContainerCard = memo(function ContainerCard({ id, data }: NodeProps<CanvasNode>) {
  const { run } = useCanvasSession()
  const state = useStore(run, ({ nodeRuns }) => nodeRuns.get(id))
  const { node, definition, layout } = data
  return (
    <div
      className="container-card"
      data-state={state?.state}
      style={{ width: layout.width, height: layout.height }}
    >
      <header className="node-card-head">
        <NodeIcon definition={definition} />
        <span className="node-card-names">
          <span className="node-card-name">{node.label}</span>
          <span className="node-card-kind">{definition?.label}</span>
        </span>
        <FaultBadge nodeId={id} />
      </header>
      {layout.ports.map((port) => (
        <Port key={handleId(port)} port={port} nodeId={id} />
      ))}
    </div>
  )
})
