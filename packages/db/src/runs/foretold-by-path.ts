import type { JsonObject } from '@runnel/contract'

/** What a path in the journal foretells of its step, as nearly every flow names its nodes. */
export interface ForetoldStep {
  nodeId: string
  nodeType: string
  generation: number
}

const STEP_SEGMENT = /([^/#]*)#(\d+)(?:\[\d+\])?(?:\/[^#]*)?$/

/** Reads the last step in a path: `llmAgentflow_0#1/m0` is of node `llmAgentflow_0`, in its second generation. */
export function foretellStep(path: string): ForetoldStep {
  const [, nodeId = path, generation = '0'] = STEP_SEGMENT.exec(path) ?? []
  return { nodeId, nodeType: nodeId.replace(/_\d+$/, ''), generation: Number(generation) }
}

/** An executed node whose step finished, as far as its path foretells it; `data` is that of a node without a result. */
export function foretellNode(
  path: string,
  named: { nodeId?: string | undefined; nodeLabel?: string | undefined } = {},
): JsonObject & { data: JsonObject } {
  const step = foretellStep(path)
  const { nodeId = step.nodeId, nodeLabel = nodeId } = named
  return {
    nodeId,
    nodeLabel,
    data: { id: nodeId, name: step.nodeType },
    previousNodeIds: [],
    status: 'FINISHED',
  }
}
