import { isJsonObject, type JsonObject, type LoggedEvent, type RunEvent, type Usage } from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import { foretellNode, foretellStep, withForetold, withoutForetold } from './foretold.ts'
import type { StepEnd } from './read-ends.ts'
import { parseRunInput, type RunEnding, type RunProgressEntry, type RunRow } from './run-rows.ts'
import type { RunEventTable } from './run-tables.ts'
import { describeEnd, fillNodes, pathsOfNodes, withoutNodeData, withoutResult } from './step-data.ts'

/** An event with its place in the log of one fence. */
type PlacedEvent = Pick<LoggedEvent, 'n' | 'at' | 'event'>

/**
 * A batch of events as JSON. Each says what its path and the event before it do not foretell: `n` rises by one from
 * `firstN`, `at` is counted from the event before.
 */
export function writeEvents(events: readonly PlacedEvent[]): string {
  let next = { n: events[0]?.n ?? 0, at: 0 }
  const stored = events.map(({ n, at, event }) => {
    const place = { ...(n !== next.n && { n }), ...(at !== next.at && { at: at - next.at }) }
    next = { n: n + 1, at }
    return { ...withoutForetold(withoutForetoldNode(event), foretellEvent(event)), ...place }
  })
  return JSON.stringify(stored)
}

/** The events of a batch that `writeEvents` wrote, the first of which has the number `firstN`. */
export function readEvents(batch: string, firstN: number): PlacedEvent[] {
  let next = { n: firstN, at: 0 }
  // The layer wrote the batch, so its shape is known.
  return (JSON.parse(batch) as (RunEvent & { n?: number; at?: number })[]).map((stored) => {
    const { n = next.n, at: later = 0, ...own } = stored
    const at = next.at + later
    next = { n: n + 1, at }
    const event = withForetold(own as unknown as JsonObject, foretellEvent(own as RunEvent))
    return { n, at, event: withForetoldNode(event) }
  })
}

/** What the type of an event and its path tell of its other fields. */
function foretellEvent(event: RunEvent): JsonObject {
  if (event.type === 'run-end') return { status: 'finished', result: {} }
  if (!('path' in event)) return {}
  const { path } = event
  const { nodeId, generation } = foretellStep(path)
  // The label of a node is its id until somebody names it.
  const nodeLabel = event.nodeId ?? nodeId
  switch (event.type) {
    case 'step-start':
      return { nodeId, nodeLabel, generation }
    case 'step-restarted':
      return { nodeId, nodeLabel }
    case 'step-end':
      return { nodeId, nodeLabel, status: 'finished' }
    default:
      return { nodeId }
  }
}

function withoutForetoldNode(event: RunEvent): object {
  if (event.type !== 'step-end' || !event.executed) return event
  return { ...event, executed: withoutForetold(event.executed, foretellNode(event.path, event)) }
}

function withForetoldNode(event: JsonObject): RunEvent {
  const { path, nodeId, nodeLabel, executed } = event
  if (typeof path !== 'string' || !isJsonObject(executed)) return event as unknown as RunEvent
  const named = { nodeId: String(nodeId), nodeLabel: String(nodeLabel) }
  return { ...event, executed: withForetold(executed, foretellNode(path, named)) } as unknown as RunEvent
}

/* The log of a run does not repeat what its row and its journal hold. The layer wrote all three, so that whatever an
   event lacks is there. */

/** An event as the log keeps it; `entry` is all that is written with it. */
export function withoutKnown(event: RunEvent, entry: RunProgressEntry | RunEnding): RunEvent {
  const output = 'output' in entry && isJsonObject(entry.output) ? entry.output : {}
  switch (event.type) {
    case 'run-start':
      return event.runId === entry.runId ? lean(event, 'runId', ...ROW_FIELDS) : event
    case 'step-end':
      return withoutStepData(event)
    case 'usage-reported':
      return isRecorded(event, entry) ? lean(event, 'usage') : event
    case 'run-wait':
      return withoutListedNodes(event, output)
    case 'run-end':
      return event.text === output.text ? lean(event, 'text') : event
    default:
      return event
  }
}

const ROW_FIELDS = ['flowId', 'flowType', 'chatId', 'sessionId', 'messageId'] as const

function lean<Event extends RunEvent>(event: Event, ...fields: (keyof Event)[]): RunEvent {
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => !fields.includes(name as keyof Event)),
  ) as Event
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

/** Of a step that finished the journal holds what it gave; of others only the event tells. */
function withoutStepData(event: EventOf<'step-end'>): RunEvent {
  const { executed } = event
  if (event.status !== 'finished' || !executed) return event
  return { ...event, executed: { ...executed, data: withoutResult(executed.data) } }
}

function isRecorded({ path, usage }: EventOf<'usage-reported'>, { records }: RunProgressEntry): boolean {
  const record = records.findLast((written) => written.path === path && written.status === 'finished')
  return record !== undefined && JSON.stringify(record.usage) === JSON.stringify(usage)
}

/** What a waiting run shows is told as its row keeps it: the same nodes, with their places in the journal. */
function withoutListedNodes(event: EventOf<'run-wait'>, output: JsonObject): RunEvent {
  const { agentFlowExecutedData: shown } = event.result ?? {}
  const { agentFlowExecutedData: executed } = output
  if (!Array.isArray(shown) || !Array.isArray(executed) || shown.length !== executed.length) return event
  return { ...event, result: withoutNodeData({ ...event.result, agentFlowExecutedData: executed }) }
}

type EventRow = Omit<Insertable<RunEventTable>, 'workspaceId' | 'runId' | 'fence'>

/** One row for the events that are written together; undefined when there is none. */
export function toEventRow(entry: RunProgressEntry | RunEnding): EventRow | undefined {
  const { events } = entry
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last) return undefined
  return {
    firstN: first.n,
    lastN: last.n,
    events: writeEvents(events.map((logged) => ({ ...logged, event: withoutKnown(logged.event, entry) }))),
  }
}

/** The events of a stored batch; what the run's row and journal hold is to be filled in (`fillEvents`). */
export function toLoggedEvents({
  fence,
  firstN,
  events,
}: Pick<Selectable<RunEventTable>, 'fence' | 'firstN' | 'events'>): LoggedEvent[] {
  return readEvents(events, firstN).map((placed) => ({ fence, ...placed }))
}

/** The row of a run as far as its events lack it. */
export type EventRun = Pick<
  RunRow,
  | 'id'
  | 'flowId'
  | 'versionId'
  | 'chatId'
  | 'sessionId'
  | 'messageId'
  | 'chatType'
  | 'streaming'
  | 'createdAt'
  | 'input'
  | 'output'
>

/** How what events lack is read, each in one statement. */
export interface KnownReader {
  readEnds(paths: string[]): Promise<StepEnd[]>
  readRun(): Promise<EventRun | undefined>
}

/** Events of one run as they were told. */
export async function fillEvents(events: LoggedEvent[], reader: KnownReader): Promise<LoggedEvent[]> {
  const paths = events.flatMap(({ event }) => pathsOf(event))
  const needsRun = events.some(({ event }) => event.type === 'run-start' || event.type === 'run-end')
  const [ends, run] = await Promise.all([
    paths.length === 0 ? [] : reader.readEnds([...new Set(paths)]),
    needsRun ? reader.readRun() : undefined,
  ])
  const endByPath = new Map(ends.map((end) => [end.path, end]))
  return events.map((logged) => ({ ...logged, event: fillEvent(logged.event, endByPath, run) }))
}

/** The records that an event needs. */
function pathsOf(event: RunEvent): string[] {
  if (event.type === 'usage-reported') return event.usage === undefined ? [event.path] : []
  if (event.type === 'step-end') return event.status === 'finished' && event.executed ? [event.path] : []
  return event.type === 'run-wait' && event.result ? pathsOfNodes(event.result) : []
}

function fillEvent(event: RunEvent, ends: Map<string, StepEnd>, run: EventRun | undefined): RunEvent {
  switch (event.type) {
    case 'run-start':
      return run && event.runId === undefined ? describeStart(run) : event
    case 'step-end':
      return fillStepEnd(event, ends.get(event.path))
    case 'usage-reported':
      return event.usage === undefined ? { ...event, usage: usageOf(ends.get(event.path)) } : event
    case 'run-wait':
      return event.result ? { ...event, result: fillNodes(event.result, (path) => ends.get(path)) } : event
    case 'run-end':
      return event.text === undefined ? { ...event, text: textOf(run) } : event
    default:
      return event
  }
}

function describeStart(run: EventRun): RunEvent {
  const { flowId, flowType, chatId, sessionId, messageId } = parseRunInput(run)
  return { type: 'run-start', runId: run.id, flowId, flowType, chatId, sessionId, messageId }
}

function fillStepEnd(event: EventOf<'step-end'>, end: StepEnd | undefined): RunEvent {
  const { executed } = event
  if (event.status !== 'finished' || !executed || end?.output === undefined) return event
  return { ...event, executed: { ...executed, data: { ...executed.data, ...describeEnd(end) } } }
}

function usageOf(end: StepEnd | undefined): Usage {
  return end?.usage ?? { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
}

function textOf(run: EventRun | undefined): string {
  const output: unknown = JSON.parse(run?.output ?? '{}')
  return isJsonObject(output) && typeof output.text === 'string' ? output.text : ' '
}
