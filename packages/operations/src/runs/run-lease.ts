import { RunnelError } from '@runnel/contract'
import { elapsedSince, type Moment } from '../lease-moment.ts'
import type { RunLease } from '../owned-run.ts'
import { LEASE_MS } from '../run-worker.ts'

/** So long before its end a lease counts as over: a call that was let go still has to reach the network. */
const MARGIN_MS = 2_000

/**
 * What a lease is made of. `renew` asks for every lease of this process, and resolves when it was answered or some time
 * after it was not; `signal` is aborted when this one is lost.
 */
export interface LeaseOptions {
  askedAt: Moment
  signal: AbortSignal
  renew(): Promise<void>
  elapsed?: typeof elapsedSince
}

const lost = () => new RunnelError('run_aborted', 'Another process may have this run: it goes on there.')

/** The lease of a run that this process was given. */
export function createRunLease({ askedAt, signal, renew, elapsed = elapsedSince }: LeaseOptions): RunLease {
  let since = askedAt
  let isOver = false
  const isSure = () => !isOver && !signal.aborted && elapsed(since) < LEASE_MS - MARGIN_MS

  async function makeSure(): Promise<void> {
    while (!isSure()) {
      if (isOver || signal.aborted) throw lost()
      await renew()
    }
  }

  return {
    get isSure() {
      return isSure()
    },
    renewed(moment) {
      since = moment
    },
    hold: () => (isSure() ? undefined : makeSure()),
    assertSure() {
      if (!isSure()) throw lost()
    },
    end() {
      isOver = true
    },
  }
}
