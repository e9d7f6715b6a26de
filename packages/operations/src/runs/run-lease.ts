import { RunnelError } from '@runnel/contract'
import type { Egress } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { elapsedSince, type Moment } from '../moments.ts'
import type { RunLease } from '../owned-run.ts'
import { LEASE_MS } from '../run-worker.ts'

/** How long a process may hear nothing of the database's clock before it no longer knows who is alive, in milliseconds. */
const SILENCE_MS = 8_000

/**
 * The clock by which a process keeps leases and judges those of others: the database's, read at each heartbeat and
 * carried on by a steady clock in between, so that no process's own idea of the time takes a live run from another.
 */
export interface LeaseClock {
  /** Reads the database's clock. */
  adjust(): Promise<void>
  /** Milliseconds since 1970 by the database's clock; late by at most what the last reading took. */
  now(): number
  /**
   * Leases that ended by then are of dead owners. Nobody's (0) after a stall, of this process or of the database, for
   * the time of one lease: the owners could not renew either, and must have their turn first.
   */
  deadBefore(): number
}

/** Makes a clock that was not read yet; `steadyNow` counts milliseconds and is never set. */
export function createLeaseClock(
  readClock: () => Promise<number>,
  steadyNow: () => number = () => performance.now(),
): LeaseClock {
  let offset = 0
  let heardAt: number | undefined
  let calmFrom = 0
  const now = () => Math.floor(offset + steadyNow())

  return {
    now,
    async adjust() {
      const time = await readClock()
      offset = time - steadyNow()
      if (heardAt !== undefined && Math.abs(time - heardAt) > SILENCE_MS) calmFrom = time + LEASE_MS
      heardAt = time
    },
    deadBefore() {
      const time = now()
      const isCalm = heardAt !== undefined && time - heardAt <= SILENCE_MS && time >= calmFrom
      return isCalm ? time : 0
    },
  }
}

/** So long before its end a lease counts as over: a call that was let go still has to reach the network. */
const MARGIN_MS = 2_000

/**
 * What a lease is made of. `renew` asks for every lease of this process, and resolves when it was answered or some time
 * after it was not; `signal` is aborted when this one is lost.
 */
export interface LeaseOptions {
  askedAt: Moment
  signal: AbortSignal
  giveUp(why: string): void
  renew(): Promise<void>
  elapsed?: typeof elapsedSince
}

const lost = () => new RunnelError('run_aborted', 'Another process may have this run: it goes on there.')

/** The lease of a run that this process was given. */
export function createRunLease({
  askedAt,
  signal,
  giveUp,
  renew,
  elapsed = elapsedSince,
}: LeaseOptions): RunLease {
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
    giveUp,
    end() {
      isOver = true
    },
  }
}

/**
 * The world as one run may touch it: nothing is called, run or written unless this process is sure to have the run. A
 * request is looked at once more when its connection stands, which may take seconds.
 */
export function underLease(context: OperationContext, lease: RunLease): OperationContext {
  const holding = <T>(act: () => Promise<T>): Promise<T> => lease.hold()?.then(act) ?? act()
  const { db, blobs, sandbox, egress, toolServers, dataServers, browser } = context
  const fetch: Egress['fetch'] = (input, init, options) =>
    holding(() => egress.fetch(input, init, { ...options, beforeSend: lease.assertSure }))
  return {
    ...context,
    db: { ...db, write: (workspaceId, work) => holding(() => db.write(workspaceId, work)) },
    blobs: { ...blobs, put: (content) => holding(() => blobs.put(content)) },
    sandbox: { ...sandbox, run: (code) => holding(() => sandbox.run(code)) },
    toolServers: {
      ...toolServers,
      open: (server, how) =>
        holding(async () => {
          const session = await toolServers.open(server, how)
          const { list, call, close } = session
          return {
            get isOpen() {
              return session.isOpen
            },
            list: (limits) => holding(() => list(limits)),
            call: (asked, limits) => holding(() => call(asked, limits)),
            close,
          }
        }),
    },
    dataServers: {
      ...dataServers,
      ask: (protocol, asked, how) =>
        holding(() => dataServers.ask(protocol, asked, { ...how, beforeSend: lease.assertSure })),
    },
    browser: { ...browser, readPage: (request, how) => holding(() => browser.readPage(request, how)) },
    egress: {
      ...egress,
      fetch,
      fetchWith: (fixed) => (input, init) => fetch(input, init, fixed),
      checkHost: (host, port) => holding(() => egress.checkHost(host, port)),
      connect: (target, stop) => holding(() => egress.connect(target, stop)),
    },
  }
}
