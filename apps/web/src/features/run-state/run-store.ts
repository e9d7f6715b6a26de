import { applyRunEvent, emptyRunView, type RunView } from '@runnel/client'
import type { LoggedEvent } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type NodeRun, summariseNodeRuns } from './node-run.ts'

/** The run that the canvas shows. `nodeRuns` changes only when a step begins or ends, never by a token. */
export interface RunState {
  /** Undefined before the first run. */
  view: RunView | undefined
  nodeRuns: ReadonlyMap<string, NodeRun>
  /** How far this machine's clock is ahead of that of the server, with the way between them, in milliseconds. */
  clockLead: number
}

/** The run of a canvas, and the way to feed it. */
export interface RunStore extends StoreApi<RunState> {
  /** Begins a new run: nodes are as if none had run. */
  begin(): void
  /** Takes one event. Events of one frame are shown together. */
  push(event: LoggedEvent): void
  /** Shows at once what was pushed so far, and returns it. */
  flush(): RunView
  /** Forgets the run. */
  clear(): void
}

const noRuns: ReadonlyMap<string, NodeRun> = new Map()

/** Makes the store of a canvas. `schedule` calls back before the next frame is drawn. */
export function createRunStore(schedule: (show: () => void) => void = nextFrame): RunStore {
  const store = createStore<RunState>(() => ({ view: undefined, nodeRuns: noRuns, clockLead: 0 }))
  let pending: RunView = emptyRunView
  let clockLead = Number.POSITIVE_INFINITY
  let scheduled = false
  let isForgotten = false

  const show = () => {
    scheduled = false
    if (isForgotten) return
    store.setState((state) => ({
      view: pending,
      clockLead: Number.isFinite(clockLead) ? clockLead : 0,
      nodeRuns: state.view?.steps === pending.steps ? state.nodeRuns : summariseNodeRuns(pending.steps),
    }))
  }

  return {
    ...store,
    begin() {
      isForgotten = false
      pending = { ...emptyRunView, steps: [] }
      show()
    },
    push(event) {
      isForgotten = false
      pending = applyRunEvent(pending, event)
      // Events of before come late: the one that took the shortest way tells the clock.
      clockLead = Math.min(clockLead, Date.now() - event.at)
      if (scheduled) return
      scheduled = true
      schedule(show)
    },
    flush() {
      show()
      return pending
    },
    clear() {
      pending = emptyRunView
      isForgotten = true
      store.setState({ view: undefined, nodeRuns: noRuns })
    },
  }
}

/** A hidden page draws no frames: there a timer takes their place. */
function nextFrame(show: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(show, 100)
  else requestAnimationFrame(show)
}
