/** Place of an event in a run's log: events are ordered by fence, then n (from 1). Text form `fence-n`. */
export interface EventPosition {
  fence: number
  n: number
}

/** The text form of a position, used as `id:` of a frame and in `Last-Event-ID`. */
export function formatEventPosition(position: EventPosition): string {
  return `${position.fence}-${position.n}`
}

/** Parses the text form; undefined when it is not one. */
export function parseEventPosition(text: string): EventPosition | undefined {
  const match = /^(\d{1,9})-(\d{1,9})$/.exec(text)
  return match ? { fence: Number(match[1]), n: Number(match[2]) } : undefined
}

/** Negative when `a` comes before `b`. */
export function compareEventPositions(a: EventPosition, b: EventPosition): number {
  return a.fence - b.fence || a.n - b.n
}
