import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from 'quickjs-emscripten'
import { SANDBOX_PRELUDE } from './sandbox-prelude.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

const PAGE_BYTES = 65_536
const FIRST_PAGES = 256
const STACK_BYTES = 128 * 1024
const JOBS_PER_TURN = 1000
const LOG_LINES = 1000
const LOG_CHARACTERS = 100_000
const CODE_FILE = 'function.js'

/** One piece of code, its limits, and its way to the outside. */
export interface VmRun {
  code: string
  globals: string
  /** When the run must have ended, by `Date.now()`. */
  deadline: number
  valueBytes: number
  /** Answers with JSON text `{value}` or `{error: {message, code}}`. */
  call(kind: string, json: string): Promise<string>
}

/** How a run ended. */
export type VmOutcome = { json: string } | { isLimit: boolean; message: string }

/** A limit of the sandbox was reached. */
class LimitError extends Error {}

/** The code waits, and nothing is under way that could wake it. */
class StuckError extends Error {}

/** A fresh WebAssembly instance whose memory can never grow above the given size. One run each. */
export function createInstance(module: WasmModule, memoryBytes: number): Promise<QuickJSWASMModule> {
  const maximum = Math.max(FIRST_PAGES, Math.ceil(memoryBytes / PAGE_BYTES))
  const wasmMemory = new webAssembly.Memory({ initial: FIRST_PAGES, maximum })
  return newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmModule: module, wasmMemory }))
}

function collectLogs(logs: string[]): (line: string) => void {
  let characters = 0
  return (line) => {
    if (logs.length >= LOG_LINES || characters >= LOG_CHARACTERS) return
    const kept = line.slice(0, LOG_CHARACTERS - characters)
    characters += kept.length
    logs.push(kept)
  }
}

function messageOf(description: { name: string; message: string; stack: string }): string {
  const line = new RegExp(`${CODE_FILE}:(\\d+)`).exec(description.stack)?.[1]
  const name = description.name === '' || description.name === 'Error' ? '' : `${description.name}: `
  return `${name}${description.message}${line === undefined ? '' : ` (line ${line})`}`.slice(0, 4000)
}

const LIMIT_MESSAGES: Record<string, string> = {
  interrupted: 'The function took too long.',
  'out of memory': 'The function needs more memory than it may have.',
  'stack overflow': 'The function calls itself too deeply.',
}

/** Runs one piece of code in an instance that no other run has used or will use. */
class VmSession {
  readonly #run: VmRun
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #logs: string[]
  #outstanding = 0
  #wake: () => void = () => undefined

  constructor(instance: QuickJSWASMModule, run: VmRun, logs: string[]) {
    this.#run = run
    this.#logs = logs
    this.#runtime = instance.newRuntime({ maxStackSizeBytes: STACK_BYTES })
    this.#runtime.setInterruptHandler(() => Date.now() > run.deadline)
    this.#context = this.#runtime.newContext()
  }

  async execute(): Promise<VmOutcome> {
    const tools = this.#prepare()
    const serialize = this.#context.getProp(tools, 'serialize')
    const describe = this.#context.getProp(tools, 'describe')
    const started = this.#context.evalCode(`(async () => {${this.#run.code}\n})()`, CODE_FILE)
    if (started.error) return this.#describe(describe, started.error)
    const state = await this.#settle(started.value)
    if (state.type === 'rejected') return this.#describe(describe, state.error)
    const text = this.#context.callFunction(serialize, this.#context.undefined, state.value)
    if (text.error) return this.#describe(describe, text.error)
    const json = this.#context.getString(text.value)
    if (json.length <= this.#run.valueBytes) return { json }
    return { isLimit: true, message: `The function returns more than ${this.#run.valueBytes} bytes.` }
  }

  #prepare(): QuickJSHandle {
    const context = this.#context
    const log = collectLogs(this.#logs)
    const prelude = context.unwrapResult(context.evalCode(SANDBOX_PRELUDE, 'sandbox.js'))
    const hostLog = context.newFunction('log', (line) => {
      log(context.getString(line))
    })
    const hostCall = context.newFunction('call', (kind, json) =>
      this.#callHost(context.getString(kind), context.getString(json)),
    )
    const globals = context.newString(this.#run.globals)
    return context.unwrapResult(
      context.callFunction(prelude, context.undefined, [hostCall, hostLog, globals]),
    )
  }

  #callHost(kind: string, json: string): QuickJSHandle {
    const deferred = this.#context.newPromise()
    this.#outstanding += 1
    void this.#run.call(kind, json).then((answer) => {
      this.#outstanding -= 1
      deferred.resolve(this.#context.newString(answer))
      this.#wake()
    })
    return deferred.handle
  }

  async #settle(promise: QuickJSHandle) {
    for (;;) {
      this.#runtime.executePendingJobs(JOBS_PER_TURN)
      const state = this.#context.getPromiseState(promise)
      if (state.type !== 'pending') return state
      if (Date.now() > this.#run.deadline) throw new LimitError(LIMIT_MESSAGES.interrupted)
      if (this.#runtime.hasPendingJob()) await nextTurn()
      else await this.#nextAnswer()
    }
  }

  async #nextAnswer(): Promise<void> {
    if (this.#outstanding === 0) throw new StuckError('The function waits for something that never happens.')
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  #describe(describe: QuickJSHandle, error: QuickJSHandle): VmOutcome {
    const described = this.#context.callFunction(describe, this.#context.undefined, error)
    if (described.error) return { isLimit: true, message: 'The function broke a limit of the sandbox.' }
    const parsed: { name: string; message: string; stack: string } = JSON.parse(
      this.#context.getString(described.value),
    )
    const limit = parsed.name === 'InternalError' ? LIMIT_MESSAGES[parsed.message] : undefined
    return limit === undefined
      ? { isLimit: false, message: messageOf(parsed) }
      : { isLimit: true, message: limit }
  }
}

/** Runs the code; `logs` is filled while it runs. Never throws: a broken instance is a limit that was reached. */
export async function runInInstance(
  instance: QuickJSWASMModule,
  run: VmRun,
  logs: string[],
): Promise<VmOutcome> {
  try {
    return await new VmSession(instance, run, logs).execute()
  } catch (error) {
    if (error instanceof LimitError) return { isLimit: true, message: error.message }
    if (error instanceof StuckError) return { isLimit: false, message: error.message }
    return {
      isLimit: true,
      message: 'The function needs more memory than it may have, or broke the sandbox.',
    }
  }
}
