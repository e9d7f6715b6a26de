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
import { checkFlowLimits, FLOW_LIMITS, isDeeperThan } from './check-flow-limits.ts'
import { parseJsonText } from './parse-json-text.ts'
import { makeProblem, type Report } from './report.ts'

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

function parseWhole(input: unknown, report: Report): JsonObject {
  let value = input
  if (typeof input === 'string') {
    const parsed = parseJsonText(input)
    value = parsed.value
    if (parsed.hadByteOrderMark) {
      report(
        makeProblem('repair', 'text_form', {
          message: 'The file began with a byte order mark; it was left out.',
        }),
      )
    }
  }
  if (!isJsonObject(value)) refuse('', 'This holds no flow: expected an object with nodes and edges.')
  return value
}

function parseInner(flowData: JsonValue): JsonObject {
  const value = typeof flowData === 'string' ? parseJsonText(flowData).value : flowData
  if (!isJsonObject(value))
    refuse('flowData', 'This record holds no flow: its flowData has no nodes and edges.')
  return value
}

function readLists(flow: JsonObject): { nodes: JsonValue[]; edges: JsonValue[] } {
  const { nodes, edges = [] } = flow
  if (!Array.isArray(nodes)) refuse('nodes', 'This holds no flow: its nodes are missing or no list.')
  if (!Array.isArray(edges)) refuse('edges', 'The edges of this flow are no list.')
  return { nodes, edges }
}

function readFlow(flow: JsonObject): UnwrappedFlow {
  const lists = readLists(flow)
  checkFlowLimits(lists.nodes, lists.edges)
  const { nodes: _nodes, edges: _edges, viewport, ...extra } = flow
  const parsedViewport = viewportSchema.safeParse(viewport)
  if (isDeeperThan(extra, FLOW_LIMITS.depth)) refuse('', 'The flow nests too deep. Flatten its extra fields.')
  return {
    ...lists,
    ...(parsedViewport.success ? { viewport: parsedViewport.data } : {}),
    extra: parsedViewport.success || viewport === undefined ? extra : { ...extra, viewport },
  }
}

function isEmptyFlowData(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function readRecord(record: JsonObject, report: Report): UnwrappedFlow {
  const { flowData = null, nodes, edges, name, type, ...others } = record
  const flow = readFlow(parseInner(flowData))
  if (nodes !== undefined || edges !== undefined) {
    const message = 'The file holds its flow twice, as flowData and as nodes beside it; flowData was taken.'
    report(makeProblem('repair', 'both_forms', { message }))
  }
  const flowType = flowTypeSchema.safeParse(type)
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
  const flow = readFlow(whole)
  const flowType = flowTypeSchema.safeParse(whole.type)
  return {
    ...flow,
    ...(typeof whole.name === 'string' ? { name: whole.name } : {}),
    ...(flowType.success ? { type: flowType.data } : {}),
  }
}
