/** Sends what was promised, while the process lasts. */
export interface Outbox {
  /** Begins, or looks at once whether there is something to send. Never throws, and nobody waits for it. */
  wake(): void
  /** Begins nothing more, and resolves when what was begun is sent or not. */
  end(): Promise<void>
}
