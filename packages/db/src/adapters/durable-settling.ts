/** A work that is committed: what to do once that is durable, and what if it never gets so. */
export interface CommittedWork {
  settle(): void
  fail(error: unknown): void
}

/** Tells works of their commit when it is durable, and not before. */
export interface DurableSettling {
  /** Takes the works of a group that was committed just now. */
  add(works: readonly CommittedWork[]): void
  /** Declares that nobody knows any more what is on the disk; told on once. */
  condemn(error: unknown): void
  /** Throws once a sync has failed: what was committed since may be lost, so nothing more is taken. */
  assertSound(): void
  /** Resolves when every work is told. */
  idle(): Promise<void>
}

interface SyncFault {
  error: unknown
}

function tellOne(work: CommittedWork, fault: SyncFault | undefined): void {
  if (fault) work.fail(fault.error)
  else work.settle()
}

/**
 * One sync at a time: groups that are committed meanwhile wait for the next one and share it, so that neither the
 * writer nor the process waits for the disk. After a failed sync the state of the file is unknown: the works fail, and
 * so does everything later, until the process starts anew; `onFault` is told first.
 */
export function createDurableSettling(
  sync: () => Promise<void>,
  onFault: (error: unknown) => void,
): DurableSettling {
  let waiting: CommittedWork[] = []
  let telling: Promise<void> | undefined
  let fault: SyncFault | undefined

  function condemn(error: unknown): void {
    if (fault) return
    fault = { error }
    onFault(error)
  }

  async function syncOnce(): Promise<void> {
    try {
      if (!fault) await sync()
    } catch (error) {
      condemn(error)
    }
  }

  async function tell(): Promise<void> {
    while (waiting.length > 0) {
      const works = waiting
      waiting = []
      await syncOnce()
      for (const work of works) tellOne(work, fault)
    }
    telling = undefined
  }

  return {
    add(works) {
      waiting.push(...works)
      telling ??= tell()
    },
    condemn,
    assertSound() {
      if (fault) throw fault.error
    },
    async idle() {
      while (telling) await telling
    },
  }
}
