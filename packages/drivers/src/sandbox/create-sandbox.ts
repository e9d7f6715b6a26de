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

/** One run in one child: sends the code, serves its calls, and kills the child at the deadline. */
class RunInChild {
  readonly #child: SandboxChild
  readonly #run: SandboxRun
  readonly #limits: SandboxLimits
  readonly #calls: RunCalls

  constructor(child: SandboxChild, run: SandboxRun, limits: SandboxLimits) {
    this.#child = child
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
          if (message.type === 'call') void this.#calls.serve(message)
          else if (message.type === 'finished') this.#finish(message, { resolve, reject })
          else if (message.type === 'failed') reject(failureOf(message))
          if (message.type !== 'call') release()
        },
        exit: () => {
          release()
          reject(new RunnelError('limit_exceeded', limitMessages.ended(this.#limits)))
        },
      })
      this.#child.send({ type: 'run', code, globals, timeoutMs, memoryBytes, valueBytes })
    })
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
  const child = await pool.take(run.owner ?? NOBODY, { signal: run.signal, waitMs: limits.timeoutMs })
  try {
    await child.ready
    run.signal?.throwIfAborted()
    return await new RunInChild(child, run, limits).start(globals)
  } finally {
    pool.giveBack(child)
  }
}

/**
 * Makes a sandbox. `childPath` is the child's entry (`@runnel/drivers/sandbox-child`, or its bundle with
 * `emscripten-module.wasm` beside it). At most `maxChildren` (4) runs at once, the others wait their turn.
 */
export function createSandbox(options: {
  childPath: string
  maxChildren?: number
  limits?: Partial<SandboxLimits>
}): Sandbox {
  const limits = { ...defaultSandboxLimits, ...options.limits }
  const pool = createChildPool({
    childPath: options.childPath,
    maxChildren: options.maxChildren ?? MAX_CHILDREN,
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
