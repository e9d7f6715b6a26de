import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { edgeRunOf } from '../../run-state/edge-run.ts'
import type { RunState } from '../../run-state/run-store.ts'
import { useCanvasSession } from '../session/canvas-session.ts'
import type { CanvasEdge } from './draw-flow.ts'
import './flow-edge.css'

const ENDED: readonly string[] = ['finished', 'error', 'terminated', 'timeout']

/** An edge: it follows the run, and names its branch. */
export const FlowEdgeLine = memo(function FlowEdgeLine(props: EdgeProps<CanvasEdge>) {
  const { source, target, data, selected } = props
  const { run } = useCanvasSession()
  const role = data?.edge.role ?? 'value'
  const branchIndex = data?.branchIndex
  const state = useStore(run, ({ nodeRuns, view }: RunState) =>
    edgeRunOf({
      role,
      source: nodeRuns.get(source),
      target: nodeRuns.get(target),
      branchIndex,
      runEnded: view !== undefined && ENDED.includes(view.status),
    }),
  )
  const [path, x, y] = getBezierPath(props)
  return (
    <>
      <BaseEdge
        id={props.id}
        path={path}
        className="flow-edge"
        data-state={state}
        data-role={role}
        data-selected={selected}
        interactionWidth={16}
      />
      {data?.label ? (
        <EdgeLabelRenderer>
          <span
            className="flow-edge-label"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})
