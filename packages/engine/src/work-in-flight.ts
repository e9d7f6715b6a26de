/** A signal that can be aborted by itself and is aborted with its parent, for the same reason. */
export interface LinkedSignal {
  signal: AbortSignal
  abort(reason: unknown): void
  /** Frees the listener at the parent. */
  unlink(): void
}

/** Links a new signal to a parent. */
export function linkSignal(parent: AbortSignal): LinkedSignal {
  const controller = new AbortController()
  const follow = () => controller.abort(parent.reason)
  if (parent.aborted) follow()
  else parent.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => {
      if (!controller.signal.aborted) controller.abort(reason)
    },
    unlink: () => parent.removeEventListener('abort', follow),
  }
}

/** Waits for work, but not beyond the signal: rejects with its reason as soon as it is aborted. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A queue between those that finish work and the one that waits for it. */
export interface Mailbox<Message> {
  put(message: Message): void
  /** The oldest message; waits until there is one. One reader at a time. */
  take(): Promise<Message>
}

/** Makes an empty mailbox. */
export function createMailbox<Message>(): Mailbox<Message> {
  const messages: Message[] = []
  let reader: ((message: Message) => void) | undefined
  return {
    put: (message) => {
      if (!reader) {
        messages.push(message)
        return
      }
      reader(message)
      reader = undefined
    },
    take: () => {
      if (messages.length === 0)
        return new Promise((resolve) => {
          reader = resolve
        })
      const [message] = messages.splice(0, 1) as [Message]
      return Promise.resolve(message)
    },
  }
}
