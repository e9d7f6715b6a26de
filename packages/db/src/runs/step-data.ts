import {
  describeStepData,
  type ExecutedNode,
  type HistoryMessage,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type RunEvent,
} from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { RunStepTable } from './run-tables.ts'

/** What is read of the record of a finished step. */
type StepEndRow = Pick<Selectable<RunStepTable>, 'path' | 'output' | 'stateBefore' | 'stateAfter'>

/** The shape of a step's `output` in the journal. */
interface StoredOutput {
  input?: JsonValue
  output: JsonObject
  history?: HistoryMessage[]
}

type StepEndEvent = Extract<RunEvent, { type: 'step-end' }>
type ListedEnd = StepEndEvent & { executed: ExecutedNode }

/** Of a step that finished the journal holds what it gave; of others only the event tells. */
function isJournalled(event: RunEvent): event is ListedEnd {
  return event.type === 'step-end' && event.status === 'finished' && event.executed !== undefined
}

/** An event as the log keeps it: what the record of its step holds, often the largest part of a run, is left out. */
export function withoutStepData(event: RunEvent): RunEvent {
  if (!isJournalled(event)) return event
  const {
    input: _input,
    output: _output,
    chatHistory: _history,
    state: _state,
    ...data
  } = event.executed.data
  return { ...event, executed: { ...event.executed, data } }
}

/** Events as they were told, with what the journal holds of their steps. */
export async function fillStepData(
  events: LoggedEvent[],
  readEnds: (paths: string[]) => Promise<StepEndRow[]>,
): Promise<LoggedEvent[]> {
  const paths = events.flatMap(({ event }) => (isJournalled(event) ? [event.path] : []))
  if (paths.length === 0) return events
  const rowByPath = new Map((await readEnds(paths)).map((row) => [row.path, row]))
  return events.map((logged) => {
    const { event } = logged
    const row = isJournalled(event) ? rowByPath.get(event.path) : undefined
    if (!isJournalled(event) || !row?.output) return logged
    const { executed } = event
    const data = { ...executed.data, ...describeRow(row) }
    return { ...logged, event: { ...event, executed: { ...executed, data } } }
  })
}

/** The layer wrote its JSON, so the shapes are known. */
function describeRow({ output, stateBefore, stateAfter }: StepEndRow): JsonObject {
  const state = JSON.parse(stateAfter ?? stateBefore ?? '{}') as JsonObject
  return describeStepData(JSON.parse(output ?? '{}') as StoredOutput, state)
}
