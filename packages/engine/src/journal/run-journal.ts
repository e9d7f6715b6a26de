import type { RunEvent, StepRecord } from '@runnel/contract'
import type { RunProgress } from '../engine-ports.ts'

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

/** Collects what running steps write, and hands it to the main loop in pieces, in order. */
export interface ProgressSink {
  record(record: StepRecord): void
  emit(event: RunEvent): void
  /** Marks what was written so far as something that must not be lost: the next `settle` waits for it. */
  requireCommit(): void
  /** Waits until everything that must not be lost is committed; at once when nothing is pending. */
  settle(): Promise<void>
  /** Runs a call; meanwhile what is written is handed out at once, as readers may wait long for the next. */
  duringCall<Reply>(call: () => Promise<Reply>): Promise<Reply>
  /** The next piece; undefined once closed, when the rest is left to `rest`. */
  next(): Promise<RunProgress | undefined>
  /** Told when the consumer asked for more: the piece handed out last is committed if it was durable. */
  confirm(piece: RunProgress): void
  close(): void
  /** What was not handed out yet. */
  rest(): Pick<RunProgress, 'records' | 'events'>
}

interface SinkState {
  records: Map<string, StepRecord>
  events: RunEvent[]
  /** Counts what was written, so that a commit can tell what it covers. */
  written: number
  mustCommit: number
  wantedCommit: number
  committed: number
  handedOut: number
  callsInFlight: number
  closed: boolean
  wake: (() => void) | undefined
  waiting: { upTo: number; resolve: () => void }[]
}

/** Makes an empty sink. */
export function createProgressSink(): ProgressSink {
  const state: SinkState = {
    records: new Map(),
    events: [],
    written: 0,
    mustCommit: 0,
    wantedCommit: 0,
    committed: 0,
    handedOut: 0,
    callsInFlight: 0,
    closed: false,
    wake: undefined,
    waiting: [],
  }
  return {
    record: (record) => {
      state.records.set(`${record.path} ${record.attempt}`, record)
      noteWritten(state)
    },
    emit: (event) => {
      appendEvent(state.events, event)
      noteWritten(state)
    },
    requireCommit: () => {
      state.mustCommit = state.written
    },
    settle: () => settle(state),
    duringCall: (call) => duringCall(state, call),
    next: () => nextPiece(state),
    confirm: (piece) => confirm(state, piece),
    close: () => {
      state.closed = true
      state.wake?.()
    },
    rest: () => takeAll(state),
  }
}

function noteWritten(state: SinkState): void {
  state.written += 1
  wakeWhenDue(state)
}

/** Text that nobody has taken yet grows in place: a slow consumer gets few large pieces. */
function appendEvent(events: RunEvent[], event: RunEvent): void {
  const last = events.at(-1)
  if (event.type === 'text-delta' && last?.type === 'text-delta' && last.path === event.path)
    events[events.length - 1] = { ...last, text: last.text + event.text }
  else events.push(event)
}

function isDue(state: SinkState): boolean {
  if (state.closed || state.wantedCommit > state.committed) return true
  return state.callsInFlight > 0 && (state.events.length > 0 || state.records.size > 0)
}

function wakeWhenDue(state: SinkState): void {
  if (state.wake && isDue(state)) state.wake()
}

async function duringCall<Reply>(state: SinkState, call: () => Promise<Reply>): Promise<Reply> {
  state.callsInFlight += 1
  wakeWhenDue(state)
  try {
    return await call()
  } finally {
    state.callsInFlight -= 1
  }
}

function settle(state: SinkState): Promise<void> {
  if (state.mustCommit <= state.committed) return Promise.resolve()
  const upTo = state.mustCommit
  state.wantedCommit = Math.max(state.wantedCommit, upTo)
  const settled = new Promise<void>((resolve) => state.waiting.push({ upTo, resolve }))
  wakeWhenDue(state)
  return settled
}

async function nextPiece(state: SinkState): Promise<RunProgress | undefined> {
  if (!isDue(state)) {
    await new Promise<void>((resolve) => {
      state.wake = resolve
    })
    state.wake = undefined
  }
  if (state.closed) return undefined
  const durable = state.wantedCommit > state.committed
  return { ...takeAll(state), durable }
}

function takeAll(state: SinkState): Pick<RunProgress, 'records' | 'events'> {
  const piece = { records: [...state.records.values()], events: state.events }
  state.records = new Map()
  state.events = []
  state.handedOut = state.written
  return piece
}

function confirm(state: SinkState, piece: RunProgress): void {
  if (!piece.durable) return
  state.committed = state.handedOut
  const done = state.waiting.filter((waiter) => waiter.upTo <= state.committed)
  state.waiting = state.waiting.filter((waiter) => waiter.upTo > state.committed)
  for (const waiter of done) waiter.resolve()
}
