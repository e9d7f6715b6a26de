import type { Clock, PgBoss } from 'pg-boss'
import { createJobsUnderWay, type JobsUnderWay } from './jobs-under-way.ts'
import {
  FIRST_RETRY_MS,
  QUEUE_RETRIES,
  type QueueHandler,
  type QueueJob,
  type RunQueue,
  STOP_GRACE_MS,
} from './run-queue.ts'

const QUEUE = 'runs'
const SAFETY_POLL_MS = 2000
/** Longest silence of the database: a connection that exceeds it is thrown away. */
const SILENCE_MS = 10_000
const DAY_SECONDS = 24 * 3600

/**
 * The time by which pg-boss waits for its next look: nobody sets it. Of a clock that is set back it waits for the time that
 * was, or, where that is far ahead, without a pause.
 */
const STEADY_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (act, milliseconds) => setTimeout(act, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (act, milliseconds) => setInterval(act, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

/** Where the queue lies. */
export interface PostgresQueueOptions {
  connectionString: string
  /** The schema of the queue's own tables; default `pgboss`. */
  schema?: string
  /** Most connections to the database; default 4, and one more for listening. */
  connections?: number
  /** A job whose worker gives no sign for so long comes back; at least 10, default 30. */
  heartbeatSeconds?: number
  /** How often dead workers' jobs are looked for, in seconds; default 15. */
  superviseSeconds?: number
  onError?: (error: unknown) => void
}

/** The name of pg-boss' channel, as the database computes it for its own notifications. */
export async function findNotifyChannel(boss: PgBoss, schema: string): Promise<string> {
  const text = `SELECT 'pgboss_' || left(encode(sha224($1::bytea), 'hex'), 24) AS channel`
  const { rows } = await boss.getDb().executeSql(text, [schema])
  return String(rows[0]?.channel)
}

async function startBoss(options: PostgresQueueOptions, schema: string): Promise<PgBoss> {
  const { superviseSeconds = 15 } = options
  const { PgBoss } = await import('pg-boss')
  const settings = {
    connectionString: options.connectionString,
    schema,
    max: options.connections ?? 4,
    application_name: 'runnel-queue',
    schedule: false,
    clock: STEADY_CLOCK,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // Its pool of connections takes these: none may be silent for ever.
    query_timeout: SILENCE_MS,
    keepAlive: true,
  }
  const boss = new PgBoss(settings)
  boss.on('error', options.onError ?? (() => undefined))
  await boss.start()
  await boss.createQueue(QUEUE, {
    notify: true,
    retryLimit: QUEUE_RETRIES,
    retryDelay: FIRST_RETRY_MS / 1000,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: DAY_SECONDS,
    heartbeatSeconds: options.heartbeatSeconds ?? 30,
    deleteAfterSeconds: 3600,
  })
  return boss
}

/** Takes jobs from pg-boss as slots become free: woken by its notifications, with a slow poll behind them. */
class QueuePump {
  readonly #boss: PgBoss
  readonly #handler: QueueHandler
  readonly #onError: (error: unknown) => void
  readonly #underWay: JobsUnderWay
  #isStopped = false
  #isFetching = false
  #isWoken = false

  constructor(
    boss: PgBoss,
    handler: QueueHandler,
    options: { slots: number; onError: (error: unknown) => void },
  ) {
    this.#boss = boss
    this.#handler = handler
    this.#onError = options.onError
    this.#underWay = createJobsUnderWay(options.slots, this.wake)
  }

  readonly wake = (): void => {
    this.#isWoken = true
    if (!this.#isFetching) void this.#fetchAll()
  }

  async #fetchAll(): Promise<void> {
    this.#isFetching = true
    try {
      while (this.#isWoken && !this.#isStopped && this.#underWay.free() > 0) {
        this.#isWoken = false
        const batchSize = this.#underWay.free()
        const jobs = await this.#boss.fetch<QueueJob>(QUEUE, { batchSize })
        // What was fetched too late comes back by its missing heartbeat; the sweep over the runs is quicker.
        if (this.#isStopped) return
        for (const { id, data } of jobs) this.#underWay.run(id, () => this.#work(id, data))
        if (jobs.length === batchSize) this.#isWoken = true
      }
    } catch (error) {
      this.#onError(error)
    } finally {
      this.#isFetching = false
    }
  }

  async #work(jobId: string, job: QueueJob): Promise<void> {
    try {
      await this.#handler({ kind: job.kind, id: job.id })
      await this.#boss.complete(QUEUE, jobId)
    } catch (error) {
      this.#onError(error)
      await this.#boss.fail(QUEUE, jobId).catch(this.#onError)
    }
  }

  async beat(): Promise<void> {
    const running = this.#underWay.keys()
    if (running.length > 0) await this.#boss.touch(QUEUE, running).catch(this.#onError)
  }

  /** From now on nothing is started. */
  halt(): void {
    this.#isStopped = true
  }

  async drain(graceMs: number): Promise<void> {
    await this.#underWay.drain(graceMs)
  }
}

async function listen(
  boss: PgBoss,
  schema: string,
  wake: () => void,
): Promise<{ close(): Promise<void> } | undefined> {
  const onPayload = (queue: string) => {
    if (queue === QUEUE) wake()
  }
  return boss.getDb().listen?.(await findNotifyChannel(boss, schema), onPayload, wake)
}

/**
 * The queue on PostgreSQL, by pg-boss in a schema of its own. Rejects when the database cannot be reached; later
 * losses of the connection are repaired. A delay is kept to the millisecond by the process that asked for it,
 * and to two seconds by any other.
 */
export async function openPostgresQueue(options: PostgresQueueOptions): Promise<RunQueue> {
  const schema = options.schema ?? 'pgboss'
  const onError = options.onError ?? (() => undefined)
  const boss = await startBoss(options, schema)
  const timers = new Set<NodeJS.Timeout>()
  let pump: QueuePump | undefined
  let listener: { close(): Promise<void> } | undefined

  function wakeAfter(delayMs: number): void {
    if (pump === undefined || delayMs > SAFETY_POLL_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      pump?.wake()
    }, delayMs + 1)
    timers.add(timer)
  }

  return {
    async start(handler, { slots }) {
      const started = new QueuePump(boss, handler, { slots, onError })
      pump = started
      listener = await listen(boss, schema, started.wake)
      timers.add(setInterval(started.wake, SAFETY_POLL_MS))
      timers.add(setInterval(() => void started.beat(), ((options.heartbeatSeconds ?? 30) * 1000) / 3))
      started.wake()
    },
    async send(kind, id, { delayMs = 0 } = {}) {
      const startAfter = delayMs > 0 ? { startAfter: new Date(Date.now() + delayMs) } : {}
      await boss.send(QUEUE, { kind, id }, startAfter)
      if (delayMs > 0) wakeAfter(delayMs)
    },
    async stop({ graceMs = STOP_GRACE_MS } = {}) {
      pump?.halt()
      for (const timer of timers) clearTimeout(timer)
      await listener?.close()
      await pump?.drain(graceMs)
      await boss.stop({ graceful: false, close: true })
    },
  }
}
