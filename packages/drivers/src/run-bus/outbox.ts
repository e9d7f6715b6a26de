import { type Envelope, type Letter, packLetters } from './notify-payloads.ts'

const LARGEST_BACKLOG = 10_000

/** What a process has to tell the others. */
export interface Outbox {
  /** Sends a letter at the end of the turn, together with others. */
  post(letter: Letter): void
  /** Tells the others of this process, with word of a gap when they may have missed what was said before. */
  present(presence: NonNullable<Envelope['presence']>, gap?: boolean): void
  /** Resolves when nothing is left to send, or cannot be sent now. */
  flush(): Promise<void>
}

/** Where an outbox sends to. */
export interface OutboxOptions {
  /** Names the process to the others. */
  from: string
  isOpen(): boolean
  send(payloads: string[]): Promise<void>
  onError(error: unknown): void
}

/** Makes an empty outbox. One statement is under way at a time; what comes meanwhile goes together in the next. */
export function createOutbox({ from, isOpen, send, onError }: OutboxOptions): Outbox {
  let backlog: Letter[] = []
  let gap = false
  let presence: Envelope['presence']
  let sending: Promise<void> | undefined
  let lastNumber = 0

  function next(): number {
    lastNumber += 1
    return lastNumber
  }

  const isEmpty = () => backlog.length === 0 && !gap && !presence

  async function sendAll(): Promise<void> {
    try {
      while (!isEmpty()) {
        const payloads = packLetters(backlog, { from, next, gap, presence })
        backlog = []
        gap = false
        presence = undefined
        await send(payloads)
      }
    } catch (error) {
      gap = true
      onError(error)
    } finally {
      sending = undefined
    }
  }

  async function flush(): Promise<void> {
    if (!isEmpty() && isOpen()) sending ??= sendAll()
    await sending
  }

  return {
    flush,
    post(letter) {
      if (backlog.length >= LARGEST_BACKLOG) {
        backlog = []
        gap = true
      }
      backlog.push(letter)
      if (backlog.length === 1) setImmediate(() => void flush())
    },
    present(mine, isGap = false) {
      if (presence !== 'ask') presence = mine
      if (isGap) gap = true
      void flush()
    },
  }
}
