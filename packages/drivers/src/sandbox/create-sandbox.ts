import { totalmem } from 'node:os'
import { RunnelError } from '@runnel/contract'
import { type ChildPool, createChildPool } from './child-pool.ts'
import type { SandboxChild } from './child-process.ts'
import { limitMessages } from './limit-messages.ts'
import { RunCalls } from './run-calls.ts'
import type { Sandbox, SandboxLimits, SandboxResult, SandboxRun } from './sandbox.ts'
import type { FromChild } from './sandbox-messages.ts'

/** The limits where none are given: 5 minutes, 64 MB, 5 MB per value, 1000 calls. */
export const defaultSandboxLimits: SandboxLimits = {
  timeoutMs: 300_000,
  memoryBytes: 64 * 1024 * 1024,
  valueBytes: 5 * 1024 * 1024,
  calls: 1000,
}

const GRACE_MS = 100
const WARM_CHILDREN = 2
const WARM_CHILDREN_IN_ALL = 6
const NOBODY = ''
const MAX_CHILDREN = 4
/** What a busy child may take of memory, and which part of the machine's all of them may. */
const CHILD_BYTES = 160 * 1024 * 1024
const PART_OF_MEMORY = 0.2
const MOST_HELD = 16

/** Children that may be busy at once, those that only wait among them: as many as a part of the memory holds. */
function mostHeld(maxChildren: number): number {
  const room = Math.floor((totalmem() * PART_OF_MEMORY) / CHILD_BYTES)
  return Math.max(maxChildren, Math.min(room, MOST_HELD))
}

/** One run in one child: sends the code, serves its calls, and kills the child at the deadline. */
class RunInChild {
  readonly #child: SandboxChild
  readonly #run: SandboxRun
  readonly #limits: SandboxLimits
  readonly #calls: RunCalls
  readonly #pool: ChildPool

  constructor(place: { child: SandboxChild; pool: ChildPool }, run: SandboxRun, limits: SandboxLimits) {
    const { child, pool } = place
    this.#child = child
    this.#pool = pool
    this.#run = run
    this.#limits = limits
    this.#calls = new RunCalls(child, run.broker ?? {}, limits)
  }

  start(globals: string): Promise<SandboxResult> {
    const { signal, code } = this.#run
    const { timeoutMs, memoryBytes, valueBytes } = this.#limits
    return new Promise<SandboxResult>((resolve, reject) => {
      const fail = (error: unknown) => {
        reject(error)
        this.#calls.end()
        this.#child.kill()
      }
      const stop = () => fail(signal?.reason)
      const tooLong = () => fail(new RunnelError('limit_exceeded', limitMessages.time(this.#limits)))
      const timer = setTimeout(tooLong, timeoutMs + GRACE_MS)
      signal?.addEventListener('abort', stop, { once: true })
      const release = () => {
        this.#calls.end()
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      this.#child.listen({
        message: (message) => {
          if (this.#serve(message)) return
          if (message.type === 'finished') this.#finish(message, { resolve, reject })
          else if (message.type === 'failed') reject(failureOf(message))
          release()
        },
        exit: () => {
          release()
          reject(new RunnelError('limit_exceeded', limitMessages.ended(this.#limits)))
        },
      })
      this.#child.send({ type: 'run', code, globals, timeoutMs, memoryBytes, valueBytes })
    })
  }

  /** Serves what the code asks for while it runs; false for what tells its end. */
  #serve(message: FromChild): boolean {
    if (message.type === 'call') void this.#calls.serve(message)
    else if (message.type === 'waiting') this.#pool.rest(this.#child)
    else if (message.type === 'ready to go on') void this.#letGoOn()
    else return false
    return true
  }

  /** What was given to another meanwhile is waited for: code that waited takes no more places than code that did not. */
  async #letGoOn(): Promise<void> {
    await this.#pool.goOn(this.#child)
    if (this.#child.isAlive()) this.#child.send({ type: 'go on' })
  }

  #finish(
    message: Extract<FromChild, { type: 'finished' }>,
    settle: { resolve(result: SandboxResult): void; reject(error: unknown): void },
  ): void {
    try {
      settle.resolve({ value: JSON.parse(message.json), logs: message.logs })
    } catch (cause) {
      settle.reject(new RunnelError('sandbox_error', 'The function returned no valid value.', { cause }))
    }
  }
}

function failureOf(message: Extract<FromChild, { type: 'failed' }>): RunnelError {
  return new RunnelError(message.isLimit ? 'limit_exceeded' : 'sandbox_error', message.message)
}

async function runInPool(pool: ChildPool, run: SandboxRun, limits: SandboxLimits): Promise<SandboxResult> {
  const globals = JSON.stringify(run.globals)
  if (run.code.length > limits.valueBytes || globals.length > limits.valueBytes) {
    throw new RunnelError('limit_exceeded', limitMessages.input(limits))
  }
  run.signal?.throwIfAborted()
  const { owner = NOBODY, group, signal } = run
  const child = await pool.take({ owner, group }, { signal, waitMs: limits.timeoutMs })
  try {
    await child.ready
    run.signal?.throwIfAborted()
    return await new RunInChild({ child, pool }, run, limits).start(globals)
  } finally {
    pool.giveBack(child)
  }
}

/**
 * Makes a sandbox. `childPath` is the child's entry (`@runnel/drivers/sandbox-child`, or its bundle with
 * `emscripten-module.wasm` beside it). At most `maxChildren` (4) run at once, in fair shares; those that only wait for
 * something make room, up to `maxHeld` (16, fewer where memory is small).
 */
export function createSandbox(options: {
  childPath: string
  maxChildren?: number
  maxHeld?: number
  limits?: Partial<SandboxLimits>
}): Sandbox {
  const limits = { ...defaultSandboxLimits, ...options.limits }
  const maxChildren = options.maxChildren ?? MAX_CHILDREN
  const pool = createChildPool({
    childPath: options.childPath,
    maxChildren,
    maxHeld: options.maxHeld ?? mostHeld(maxChildren),
    warm: WARM_CHILDREN,
    warmInAll: WARM_CHILDREN_IN_ALL,
  })
  return {
    run: (run) =>
      runInPool(pool, run, {
        ...limits,
        timeoutMs: run.timeoutMs ?? limits.timeoutMs,
        memoryBytes: run.memoryBytes ?? limits.memoryBytes,
      }),
    async close() {
      pool.close()
    },
  }
}
