import type { JsonObject } from '@runnel/contract'

/** What a path in the journal foretells of its step, as nearly every flow names its nodes. */
export interface ForetoldStep {
  nodeId: string
  nodeType: string
  generation: number
}

/** The runs of a flow have the same paths again and again. */
const known = new Map<string, ForetoldStep>()
const MAX_KNOWN = 2_000

/** Reads the last step in a path: `llmAgentflow_0#1/m0` is of node `llmAgentflow_0`, in its second generation. */
export function foretellStep(path: string): ForetoldStep {
  const found = known.get(path)
  if (found) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const step = readStep(path)
  known.set(path, step)
  return step
}

function readStep(path: string): ForetoldStep {
  const end = path.lastIndexOf('#')
  const nodeId = end < 0 ? path : path.slice(path.lastIndexOf('/', end) + 1, end)
  const generation = Number.parseInt(path.slice(end + 1), 10)
  return { nodeId, nodeType: nodeId.replace(/_\d+$/, ''), generation: generation || 0 }
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
