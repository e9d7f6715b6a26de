import { isJsonObject, type JsonObject, type LoggedEvent, type RunEvent, type Usage } from '@runnel/contract'
import type { StepEnd } from './read-ends.ts'
import { parseRunInput, type RunEnding, type RunProgressEntry, type RunRow } from './run-rows.ts'
import { describeEnd, fillNodes, pathsOfNodes, withoutNodeData, withoutResult } from './step-data.ts'

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
