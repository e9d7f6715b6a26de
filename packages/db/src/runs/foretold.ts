import type { JsonObject, JsonValue } from '@runnel/contract'

/**
 * What is stored of an object whose reader can foretell some fields: those that are as foretold are left out. One that
 * is foretold and not there is null, so none of them may be null itself.
 */
export function withoutForetold(whole: object, foretold: JsonObject): JsonObject {
  const fields = whole as JsonObject
  const own: JsonObject = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const isForetold = Object.hasOwn(foretold, name) && isSame(value, foretold[name])
    if (value !== undefined && !isForetold) setField(own, name, value)
  }
  for (const name of Object.keys(foretold)) if (fields[name] === undefined) own[name] = null
  return own
}

/** As an assignment; one to `__proto__`, which may come from outside, would be lost. */
function setField(fields: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true })
  else fields[name] = value
}

/** The object that was stored by `withoutForetold` with the same foretold fields. */
export function withForetold(own: JsonObject, foretold: JsonObject): JsonObject {
  const whole: JsonObject = { ...foretold, ...own }
  for (const name of Object.keys(foretold)) if (whole[name] === null) delete whole[name]
  return whole
}

function isSame(value: unknown, foretold: unknown): boolean {
  if (value === foretold) return true
  if (typeof value !== 'object' || typeof foretold !== 'object') return false
  return JSON.stringify(value) === JSON.stringify(foretold)
}

/** What a path in the journal foretells of its step, as nearly every flow names its nodes. */
interface ForetoldStep {
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
