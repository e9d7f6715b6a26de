import type { RunEvent } from '@runnel/contract'

/** Lets the text of one step reach readers: at once, or whole when it is certain or over. */
export interface Speaker {
  /** False when no reader sees this step's text: then a vendor is not asked to stream. */
  isHeard: boolean
  say(text: string): void
  /** A piece of a thought, or with an empty text its end and how many seconds it took. */
  reason(text: string, seconds?: number): void
  /** Passes on an event of a sub-flow that speaks through this step. */
  pass(event: RunEvent): void
  /** Shows what is held, and from now on everything at once. */
  release(): void
  /** Shows what is held when the step ends. */
  end(): void
  /** Forgets what is held when the step failed. */
  drop(): void
  mark(): SpeakerMark
  /** Takes back what was said since the mark; false when readers have already seen some of it. */
  rewind(mark: SpeakerMark): boolean
}

/** A point in a step's speech. */
interface SpeakerMark {
  held: number
  shown: number
}

/** Who speaks, and to whom. */
interface SpeakerOptions {
  path: string
  nodeId: string
  /** Where events go; undefined when nobody listens. */
  show: ((event: RunEvent) => void) | undefined
  /** Whether the step is certain to be the answer from the start. */
  isCertain: boolean
}

/** Makes the speaker of one step. */
export function createSpeaker({ path, nodeId, show, isCertain }: SpeakerOptions): Speaker {
  let held: RunEvent[] = []
  let shown = 0
  let live = isCertain
  const pass = (event: RunEvent) => {
    if (!show) return
    if (live) {
      shown += 1
      show(event)
    } else held.push(event)
  }
  const flush = () => {
    const events = held
    held = []
    for (const event of joinTexts(events)) {
      shown += 1
      show?.(event)
    }
  }
  return {
    isHeard: show !== undefined,
    say: (text) => {
      if (text !== '') pass({ type: 'text-delta', path, nodeId, text })
    },
    reason: (text, seconds) =>
      pass({ type: 'reasoning-delta', path, nodeId, text, ...(seconds !== undefined && { seconds }) }),
    pass,
    release: () => {
      live = true
      flush()
    },
    end: flush,
    drop: () => {
      held = []
    },
    mark: () => ({ held: held.length, shown }),
    rewind: (mark) => {
      if (shown !== mark.shown) return false
      held.length = mark.held
      return true
    },
  }
}

/** Joins neighbouring texts of one step, so that held text comes whole. */
function joinTexts(events: RunEvent[]): RunEvent[] {
  const joined: RunEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type === 'text-delta' && last?.type === 'text-delta' && last.path === event.path)
      joined[joined.length - 1] = { ...last, text: last.text + event.text }
    else joined.push(event)
  }
  return joined
}
