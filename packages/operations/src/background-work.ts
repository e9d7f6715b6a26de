/** What a process does beside its answers: nobody waits for it, but the orderly end of the process. */
export interface BackgroundWork {
  /** Begins work that never rejects. */
  run(work: () => Promise<void>): void
  /** Pieces of it that go on. */
  readonly count: number
  /** Aborted when the process ends: what waits for a better moment has this one left. */
  readonly ending: AbortSignal
  /** Aborts `ending`, and resolves when nothing goes on any more. */
  end(): Promise<void>
}

/** Makes it, once for a process. */
export function createBackgroundWork(): BackgroundWork {
  const under = new Set<Promise<void>>()
  const ending = new AbortController()
  return {
    run(work) {
      const going = work()
      under.add(going)
      void going.finally(() => under.delete(going))
    },
    get count() {
      return under.size
    },
    ending: ending.signal,
    async end() {
      ending.abort(new Error('The process ends.'))
      while (under.size > 0) await Promise.all(under)
    },
  }
}
