import { applyRunEvent, type Client, emptyRunView, type RunView } from '@runnel/client'
import type { Fill, RunStatus } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { followLog } from '../../chat/follow-log.ts'

/** So many runs are followed at once: a browser opens few connections to one server. */
const FOLLOWED_AT_ONCE = 3

/** How the last filling of one store stands. */
export interface StoreFill {
  /** Undefined until the server has begun it. */
  run?: Pick<Fill, 'runId' | 'chatId'>
  status: RunStatus
  /** What its run told so far. */
  view: RunView
  isStopping: boolean
  /** Why it could not be begun, stopped or followed. */
  failure?: unknown
}

/** The fillings of the stores of one flow, by the ids of their nodes. They go on in the server, whoever looks. */
export interface FillKeeper {
  store: StoreApi<{ fills: Readonly<Record<string, StoreFill>>; failure?: unknown }>
  /** Begins to follow; call the result to follow nothing any more, which stops nothing. */
  open(): () => void
  /** Finds what is under way, and follows it. */
  look(): Promise<void>
  /** Begins to fill these stores, all of them at once. */
  begin(storeIds: readonly string[]): Promise<void>
  stop(storeId: string): Promise<void>
}

interface KeeperParts {
  api: Pick<Client, 'openStream' | 'abortChat' | 'listInternalMessages' | 'upsertInternally' | 'listFills'>
  flowId: string
  /** Called when a filling ended. */
  onEnd: () => void
}

/** A keeper at work. */
interface Keeping extends KeeperParts {
  store: FillKeeper['store']
  /** Aborted when the page leaves. */
  gone: AbortController
  inTurn: (work: () => Promise<void>) => Promise<void>
}

/** Whether a filling goes on. */
export function isFilling({ status }: Pick<StoreFill, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting'
}

const BEGUN: StoreFill = { status: 'queued', view: emptyRunView, isStopping: false }

/** Makes the keeper of one flow. */
export function createFillKeeper(parts: KeeperParts): FillKeeper {
  const store: FillKeeper['store'] = createStore(() => ({ fills: {} }))
  const keeping: Keeping = {
    ...parts,
    store,
    gone: new AbortController(),
    inTurn: createTurns(FOLLOWED_AT_ONCE),
  }
  return {
    store,
    open() {
      const opened = new AbortController()
      keeping.gone = opened
      store.setState({ fills: {}, failure: undefined })
      return () => opened.abort()
    },
    look: () => look(keeping),
    async begin(storeIds) {
      await Promise.all(storeIds.map((storeId) => beginOne(keeping, storeId)))
    },
    stop: (storeId) => stopOne(keeping, storeId),
  }
}

function put({ store }: Keeping, storeId: string, fill: StoreFill): void {
  store.setState(({ fills }) => ({ fills: { ...fills, [storeId]: fill } }))
}

/** Another filling of the same store may have begun meanwhile: that one is left alone. */
function change(
  keeping: Keeping,
  { storeId, runId }: { storeId: string; runId: string },
  next: (fill: StoreFill) => Partial<StoreFill>,
): void {
  const fill = keeping.store.getState().fills[storeId]
  if (fill?.run?.runId === runId) put(keeping, storeId, { ...fill, ...next(fill) })
}

/** Follows a run from its first event to its end. */
async function follow(keeping: Keeping, storeId: string, runId: string): Promise<void> {
  const { signal } = keeping.gone
  const place = { storeId, runId }
  try {
    await followLog(keeping.api, {
      runId,
      signal,
      onEvent: (event) =>
        change(keeping, place, ({ view: before }) => {
          const view = applyRunEvent(before, event)
          return { view, status: view.status }
        }),
    })
  } catch (failure) {
    if (!signal.aborted) change(keeping, place, () => ({ failure }))
  }
  if (!signal.aborted) keeping.onEnd()
}

async function look(keeping: Keeping): Promise<void> {
  const { api, flowId, store, gone } = keeping
  const { signal } = gone
  try {
    const found = await api.listFills({ params: { id: flowId } }, { signal })
    if (signal.aborted) return
    for (const fill of found.filter((one) => isNews(keeping, one))) {
      const { stopNodeId, status, runId, chatId } = fill
      put(keeping, stopNodeId, { ...BEGUN, status, run: { runId, chatId } })
      void keeping.inTurn(() => follow(keeping, stopNodeId, runId))
    }
    store.setState({ failure: undefined })
  } catch (failure) {
    if (!signal.aborted) store.setState({ failure })
  }
}

/** Whether a run is not the one that is followed, and none is just begun here. */
function isNews({ store }: Keeping, { stopNodeId, runId }: Fill): boolean {
  const known = store.getState().fills[stopNodeId]
  if (known === undefined || known.failure !== undefined) return true
  return known.run !== undefined && known.run.runId !== runId && !isFilling(known)
}

async function beginOne(keeping: Keeping, storeId: string): Promise<void> {
  put(keeping, storeId, BEGUN)
  try {
    const answer = await keeping.api.upsertInternally({
      params: { id: keeping.flowId },
      query: { wait: 'false' },
      body: { stopNodeId: storeId },
    })
    if (!('jobId' in answer)) throw new Error('The server did not name the run that it started.')
    const { jobId: runId, chatId } = answer
    put(keeping, storeId, { ...BEGUN, run: { runId, chatId } })
    void keeping.inTurn(() => follow(keeping, storeId, runId))
  } catch (failure) {
    put(keeping, storeId, { ...BEGUN, status: 'error', failure })
  }
}

async function stopOne(keeping: Keeping, storeId: string): Promise<void> {
  const run = keeping.store.getState().fills[storeId]?.run
  if (!run) return
  const place = { storeId, runId: run.runId }
  change(keeping, place, () => ({ isStopping: true }))
  try {
    await keeping.api.abortChat({ params: { chatflowid: keeping.flowId, chatid: run.chatId } })
  } catch (failure) {
    change(keeping, place, () => ({ isStopping: false, failure }))
  }
}

/** Lets so many pieces of work go on at once; the others wait for their turn. */
function createTurns(most: number): Keeping['inTurn'] {
  let under = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (under >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    under += 1
    try {
      await work()
    } finally {
      under -= 1
      waiting.shift()?.()
    }
  }
}
