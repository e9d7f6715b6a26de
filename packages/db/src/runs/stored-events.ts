import { isJsonObject, type JsonObject, type LoggedEvent, type RunEvent } from '@runnel/contract'
import { withForetold, withoutForetold } from './foretold.ts'
import { foretellNode, foretellStep } from './foretold-by-path.ts'

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
