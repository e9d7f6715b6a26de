import { RunnelError } from '@runnel/contract'
import { LEASE_MS } from '../run-worker.ts'
import { elapsedSince, type Moment } from './lease-moment.ts'

/** So long before its end a lease counts as over: a call that was let go still has to reach the network. */
const MARGIN_MS = 2_000

/** The lease of one run, as this process knows it without asking the database. */
export interface RunLease {
  /** False when it may be over: another process may have the run. */
  readonly isSure: boolean
  /** It was given or renewed; `askedAt` is when that was asked for. */
  renewed(askedAt: Moment): void
  /**
   * Asked right before anything leaves the run. Undefined while the lease is sure; else it is renewed first, and the
   * promise rejects with `run_aborted` when the run is another process's.
   */
  hold(): Promise<void> | undefined
  /** As `hold`, where nothing can be waited for: throws when the lease is not sure. */
  assertSure(): void
  /** The run is over here: whatever it left behind makes no call any more. */
  end(): void
}

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
