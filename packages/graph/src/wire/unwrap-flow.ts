import {
  type FlowType,
  flowTypeSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
  type Viewport,
  viewportSchema,
} from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import { checkFlowLimits, FLOW_LIMITS, isDeeperThan } from './check-flow-limits.ts'
import { parseJsonText } from './parse-json-text.ts'
import { nameSome, type Report } from './report.ts'

/** A flow as it came, out of its wrapping. `extra` holds unknown keys beside `nodes`, `record` those of an API record. */
export interface UnwrappedFlow {
  nodes: JsonValue[]
  edges: JsonValue[]
  extra: JsonObject
  viewport?: Viewport
  record?: JsonObject
  name?: string
  type?: FlowType
}

function refuse(path: string, message: string): never {
  throw new RunnelError('invalid_flow', message, { issues: [{ path, message }] })
}

function parse(input: unknown, report: Report): unknown {
  if (typeof input !== 'string') return input
  const { value, hadByteOrderMark } = parseJsonText(input)
  if (hadByteOrderMark) report(makeProblem('repair', 'text_form', {}))
  return value
}

function parseWhole(input: unknown, report: Report): JsonObject {
  const value = parse(input, report)
  if (!isJsonObject(value)) refuse('', 'This holds no flow: expected an object with nodes and edges.')
  return value
}

function parseInner(flowData: JsonValue, report: Report): JsonObject {
  const value = parse(flowData, report)
  if (!isJsonObject(value))
    refuse('flowData', 'This record holds no flow: its flowData has no nodes and edges.')
  return value
}

const LISTS_OF_WHOLE_EXPORT = ['ChatFlow', 'AgentFlow', 'AgentFlowV2', 'AssistantFlow']

/** Says what a file without nodes is instead of a flow, where that can be told. */
function whatElse(flow: JsonObject): string {
  if (LISTS_OF_WHOLE_EXPORT.some((key) => Array.isArray(flow[key]))) {
    return 'it is a whole export of an installation. Take one flow out of its lists and import that.'
  }
  if (typeof flow.func === 'string') return 'it is a tool.'
  return 'its nodes are missing or no list.'
}

function readLists(flow: JsonObject): { nodes: JsonValue[]; edges: JsonValue[] } {
  const { nodes, edges = [] } = flow
  if (!Array.isArray(nodes)) refuse('nodes', `This holds no flow: ${whatElse(flow)}`)
  if (!Array.isArray(edges)) refuse('edges', 'The edges of this flow are no list.')
  return { nodes, edges }
}

/** Place and zoom, where they can be read; anything else about the viewport is lost and named. */
function readViewport(value: JsonValue | undefined, report: Report): Pick<UnwrappedFlow, 'viewport'> {
  if (value === undefined || value === null) return {}
  const { x, y, zoom, ...others } = isJsonObject(value) ? value : {}
  const parsed = viewportSchema.safeParse({ x, y, zoom })
  if (!parsed.success || Object.keys(others).length > 0) {
    report(makeProblem('repair', 'viewport_unreadable', {}))
  }
  return parsed.success ? { viewport: parsed.data } : {}
}

function readFlow(flow: JsonObject, report: Report): UnwrappedFlow {
  const lists = readLists(flow)
  checkFlowLimits(lists.nodes, lists.edges)
  const { nodes: _nodes, edges: _edges, viewport, ...extra } = flow
  if (isDeeperThan(extra, FLOW_LIMITS.depth)) refuse('', 'The flow nests too deep. Flatten its extra fields.')
  return {
    ...lists,
    ...readViewport(viewport, report),
    extra,
  }
}

function isEmptyFlowData(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function readRecord(record: JsonObject, report: Report): UnwrappedFlow {
  const { flowData = null, nodes, edges, name, type, ...others } = record
  const flow = readFlow(parseInner(flowData, report), report)
  if (nodes !== undefined || edges !== undefined) {
    report(makeProblem('repair', 'both_forms', {}))
  }
  const flowType = flowTypeSchema.safeParse(type)
  const lost = Object.keys(others)
  if (type !== undefined && !flowType.success) lost.push('type')
  if (name !== undefined && typeof name !== 'string') lost.push('name')
  if (lost.length > 0) report(makeProblem('repair', 'record_keys', { details: { keys: nameSome(lost) } }))
  return {
    ...flow,
    record: others,
    ...(typeof name === 'string' ? { name } : {}),
    ...(flowType.success ? { type: flowType.data } : {}),
  }
}

/** Finds the flow in every form in which flows are published (docs/compatibility.md). */
export function unwrapFlow(input: unknown, report: Report): UnwrappedFlow {
  const whole = parseWhole(input, report)
  if (!isEmptyFlowData(whole.flowData)) return readRecord(whole, report)
  const flow = readFlow(whole, report)
  const flowType = flowTypeSchema.safeParse(whole.type)
  return {
    ...flow,
    ...(typeof whole.name === 'string' ? { name: whole.name } : {}),
    ...(flowType.success ? { type: flowType.data } : {}),
  }
}
