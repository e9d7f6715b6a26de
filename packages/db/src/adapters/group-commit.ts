import { setTimeout as pause } from 'node:timers/promises'
import { createTurns } from './turns.ts'

/** A work that is committed: what to do once that is durable, and what if it never gets so. */
interface CommittedWork {
  settle(): void
  fail(error: unknown): void
}

/** Tells works of their commit when it is durable, and not before. */
interface DurableSettling {
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
function createDurableSettling(
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

/**
 * The statements that a group is made of; each is synchronous. `sync` makes what was committed durable. `onFault` is
 * told once when the file cannot be trusted any more: nothing is taken from then on.
 */
export interface GroupStatements {
  begin(): void
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  commit(): void
  rollback(): void
  isInTransaction(): boolean
  sync(): Promise<void>
  onFault(error: unknown): void
}

/** Runs works one after the other; those that wait at the same time share one transaction. */
export interface GroupCommit {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>
}

interface Job {
  /** Runs the work inside its savepoint; gives what to do once the group's commit is durable. */
  execute(): Promise<() => void>
  fail(error: unknown): void
}

/** What the groups of one database share. */
interface Writing {
  queue: Job[]
  statements: GroupStatements
  settling: DurableSettling
}

const MAX_GROUP = 200

/**
 * Group commit: a durable commit costs one wait for the disk, so all works that queue in the same turn, and those
 * that arrive while the group runs, share one; in a long turn the first do not wait for its end. Each has a savepoint and is undone alone when it fails. A work may
 * await nothing but the database, or it holds up everybody. Nobody is told before the commit is durable, but the
 * next group need not wait for that.
 */
export function createGroupCommit(statements: GroupStatements): GroupCommit {
  const queue: Job[] = []
  const settling = createDurableSettling(statements.sync, statements.onFault)
  const writing: Writing = { queue, statements, settling }
  const turns = createTurns()
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    await turns.end()
    while (queue.length > 0) {
      await runGroup(writing)
      await turns.end()
    }
    draining = undefined
  }

  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const result = new Promise<T>((resolve, reject) => {
        queue.push({ execute: () => executeInSavepoint(work, statements, { resolve, reject }), fail: reject })
      })
      draining ??= drain()
      turns.look()
      return result
    },
    async idle() {
      while (draining) await draining
      await settling.idle()
    },
  }
}

async function executeInSavepoint<T>(
  work: () => Promise<T>,
  statements: GroupStatements,
  settle: { resolve: (value: T) => void; reject: (error: unknown) => void },
): Promise<() => void> {
  statements.savepoint()
  try {
    const value = await work()
    statements.release()
    return () => settle.resolve(value)
  } catch (error) {
    statements.rollbackToSavepoint()
    statements.release()
    return () => settle.reject(error)
  }
}

async function runGroup({ queue, statements, settling }: Writing): Promise<void> {
  const group: Job[] = []
  const works: CommittedWork[] = []
  try {
    settling.assertSound()
    await beginPatiently(statements)
    for (let job = queue.shift(); job; job = group.length < MAX_GROUP ? queue.shift() : undefined) {
      group.push(job)
      works.push({ settle: await job.execute(), fail: job.fail })
    }
    statements.commit()
  } catch (error) {
    if (group.length === 0) group.push(...queue.splice(0))
    rollBackQuietly(statements)
    if (isUnsound(error, statements)) settling.condemn(error)
    for (const job of group) job.fail(error)
    return
  }
  settling.add(works)
}

/** SQLite's code for a file that another program has locked; how long it may, and how often it is tried again. */
const BUSY = 5
const LONGEST_LOCK_MS = 5_000
const TRY_AGAIN_MS = 10

/** Waits for another program's lock without holding the thread. */
async function beginPatiently({ begin }: GroupStatements): Promise<void> {
  const endsAt = performance.now() + LONGEST_LOCK_MS
  for (;;) {
    try {
      return begin()
    } catch (error) {
      const { errcode } = error as { errcode?: unknown }
      if (typeof errcode !== 'number' || (errcode & 0xff) !== BUSY || performance.now() > endsAt) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}

/** SQLite's codes for a file or folder that the disk did not take; what it had taken before is unknown then. */
const FAILED_SYNCS = new Set<unknown>([1034, 1290])

/** True when the disk failed under a commit, or a transaction can neither be committed nor undone. */
function isUnsound(error: unknown, { isInTransaction }: GroupStatements): boolean {
  return FAILED_SYNCS.has((error as { errcode?: unknown } | null)?.errcode) || isInTransaction()
}

/** The group's own error is the one to tell; a rollback that fails too adds nothing. */
function rollBackQuietly(statements: GroupStatements): void {
  try {
    statements.rollback()
  } catch {
    return
  }
}
