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
