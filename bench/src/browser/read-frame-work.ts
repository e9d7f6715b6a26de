/** One event of Chromium's trace; times are microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
}

const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const FRAME = 'BeginMainThreadFrame'
const MICROSECONDS = 1_000

/**
 * Work of the page's main thread per frame in milliseconds: the tasks from the beginning of one frame to that of the
 * next. The main thread is the one that begins frames.
 * @throws Error when the trace holds no two frames.
 */
export function readFrameWork(events: readonly TraceEvent[]): number[] {
  const begins = events.filter(({ name }) => name === FRAME)
  const threads = Map.groupBy(begins, ({ pid, tid }) => `${pid}:${tid}`)
  const [thread, frames] = [...threads].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  if (frames === undefined || frames.length < 2) throw new Error('The trace holds no frames.')
  const starts = frames.map(({ ts }) => ts).toSorted((a, b) => a - b)
  const tasks = events
    .filter(({ name, ph, pid, tid }) => TASKS.has(name) && ph === 'X' && `${pid}:${tid}` === thread)
    .toSorted((a, b) => a.ts - b.ts)
  return sumByFrame(starts, outermost(tasks))
}

/** A task inside of another is part of its time already. */
function outermost(tasks: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY
  return tasks.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false
    end = ts + dur
    return true
  })
}

/** The frame begins inside of a task: it belongs to the frame that it begins. */
function sumByFrame(starts: readonly number[], tasks: readonly TraceEvent[]): number[] {
  const work = starts.slice(1).map(() => 0)
  let frame = -1
  for (const { ts, dur = 0 } of tasks) {
    while (frame + 1 < starts.length && (starts[frame + 1] ?? 0) <= ts + dur) frame++
    const before = work[frame]
    if (before !== undefined) work[frame] = before + dur / MICROSECONDS
  }
  return work
}
