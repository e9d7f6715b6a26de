import type { StepRecord } from '@runnel/contract'

/** What an earlier process left in the journal, by path. */
export interface JournalIndex {
  isEmpty: boolean
  /** Adds a record made in this process, so that a step that runs twice finds its calls. */
  add(record: StepRecord): void
  /** The record of the last attempt. */
  findLatest(path: string): StepRecord | undefined
  /** The record of the first attempt: its start fixes the clock of the step. */
  findFirst(path: string): StepRecord | undefined
  /** The last record that waits, also when a later attempt was begun. */
  findLastWaiting(path: string): StepRecord | undefined
  /** The records of the last attempts. */
  listLatest(): StepRecord[]
}

/** Indexes the records of a run; of two with one key the later counts. */
export function indexJournal(records: StepRecord[]): JournalIndex {
  const byPath = new Map<string, StepRecord[]>()
  const add = (record: StepRecord) => addAttempt(byPath, record)
  for (const record of records) add(record)
  const findLatest = (path: string) => byPath.get(path)?.at(-1)
  const listLatest = () => [...byPath.keys()].flatMap((path) => findLatest(path) ?? [])
  return {
    isEmpty: records.length === 0,
    add,
    findLatest,
    findFirst: (path) => byPath.get(path)?.[0],
    findLastWaiting: (path) => byPath.get(path)?.findLast((record) => record.status === 'waiting'),
    listLatest,
  }
}

/** Keeps the attempts of each path in order. */
function addAttempt(byPath: Map<string, StepRecord[]>, record: StepRecord): void {
  const attempts = byPath.get(record.path)
  if (!attempts) {
    byPath.set(record.path, [record])
    return
  }
  const index = attempts.findIndex((known) => known.attempt >= record.attempt)
  if (index < 0) attempts.push(record)
  else attempts.splice(index, attempts[index]?.attempt === record.attempt ? 1 : 0, record)
}
