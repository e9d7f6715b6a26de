import { RunnelError } from '@runnel/contract'
import { linkSignal, untilAborted } from '../run-session.ts'
import type { CallFrame } from '../step/step-run.ts'

/** How long some work may take altogether, further tries of its calls too, and what is said when it takes longer. */
interface TimeLimit {
  longestMs: number
  late: string
}

/** Does work that ends at its limit, or with the calls of the frame. @throws RunnelError `timeout` */
export function withinTime<Result>(
  { stepRun }: CallFrame,
  { longestMs, late }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { scope, signal } = stepRun
  const limit = linkSignal(signal)
  const clock = linkSignal(signal)
  const isLate = () => limit.abort(new RunnelError('timeout', late))
  void scope.session.ports.sleep(longestMs, clock.signal).then(isLate, () => undefined)
  return untilAborted(work(limit.signal), limit.signal).finally(() => {
    clock.abort(undefined)
    clock.unlink()
    limit.unlink()
  })
}
