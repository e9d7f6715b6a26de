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
import { limitMessages } from './limit-messages.ts'
import { openPreludeModules } from './prelude-modules.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

const PAGE_BYTES = 65_536
const FIRST_PAGES = 256
const STACK_BYTES = 128 * 1024
const JOBS_PER_TURN = 1000
/** The longest text of QuickJS. */
const LONGEST_TEXT = 2 ** 30 - 1
/** Shorter waits are not told. */
const SHORT_WAIT_MS = 20
const LOG_LINES = 1000
const LOG_CHARACTERS = 100_000
const CODE_FILE = 'function.js'

/** One piece of code, its limits, and its way to the outside. */
export interface VmRun {
  code: string
  globals: string
  /** When the run must have ended, by `Date.now()`; `timeoutMs` after its beginning. */
  deadline: number
  timeoutMs: number
  memoryBytes: number
  valueBytes: number
  /** Answers with JSON text `{value}` or `{error: {message, code}}`. */
  call(kind: string, json: string): Promise<string>
  /** Told when the code has nothing to do but wait. */
  rest?(): void
  /** Asked once it has what it waited for: it goes on when this resolves. */
  goOn?(): Promise<void>
}

/** How a run ended. */
export type VmOutcome = { json: string } | { isLimit: boolean; message: string }

/** A limit of the sandbox was reached. */
class LimitError extends Error {}

/** The code waits, and nothing is under way that could wake it. */
class StuckError extends Error {}

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

/** The words for what QuickJS throws when a limit is reached. */
const limitErrors = new Map<string, (run: VmRun) => string>([
  ['interrupted', limitMessages.time],
  ['out of memory', limitMessages.memory],
  ['string too long', () => `The function makes a text of more than ${LONGEST_TEXT} characters.`],
  [
    'stack overflow',
    () => `The function calls itself too deeply: its calls have ${STACK_BYTES / 1024} kB of stack.`,
  ],
])

/**
 * A WebAssembly instance of its own with everything ready for one piece of code. It is used once: no run meets
 * what another one left or broke.
 */
export class SandboxVm {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #tools: QuickJSHandle
  #run: VmRun | undefined
  #log: (line: string) => void = () => undefined
  #outstanding = 0
  #wake: () => void = () => undefined

  /** For `createSandboxVm`. */
  constructor(instance: QuickJSWASMModule) {
    this.#runtime = instance.newRuntime({ maxStackSizeBytes: STACK_BYTES })
    this.#runtime.setInterruptHandler(() => this.#isOverdue())
    this.#context = this.#runtime.newContext()
    this.#tools = this.#prepare()
  }

  #prepare(): QuickJSHandle {
    const context = this.#context
    const load = openPreludeModules(this.#runtime, context)
    const install = context.getProp(context.unwrapResult(load('install.ts')), 'install')
    const hostLog = context.newFunction('log', (line) => {
      this.#log(context.getString(line))
    })
    const hostCall = context.newFunction('call', (kind, json) =>
      this.#callHost(context.getString(kind), context.getString(json)),
    )
    const hostPart = context.newFunction('part', (name) => load(context.getString(name)))
    return context.unwrapResult(
      context.callFunction(install, context.undefined, [hostCall, hostLog, hostPart]),
    )
  }

  #isOverdue(): boolean {
    return this.#run !== undefined && Date.now() > this.#run.deadline
  }

  /** Runs the code; `logs` is filled meanwhile. Never throws: a broken instance is a limit that was reached. */
  async execute(run: VmRun, logs: string[]): Promise<VmOutcome> {
    this.#run = run
    this.#log = collectLogs(logs)
    try {
      return await this.#execute(run)
    } catch (error) {
      if (error instanceof LimitError) return { isLimit: true, message: error.message }
      if (error instanceof StuckError) return { isLimit: false, message: error.message }
      return { isLimit: true, message: `${limitMessages.memory(run)} Or it broke the sandbox.` }
    }
  }

  async #execute(run: VmRun): Promise<VmOutcome> {
    const context = this.#context
    const tool = (name: string) => context.getProp(this.#tools, name)
    const [serialize, describe] = [tool('serialize'), tool('describe')]
    context.unwrapResult(
      context.callFunction(tool('setGlobals'), context.undefined, context.newString(run.globals)),
    )
    const started = context.evalCode(`(async () => {${run.code}\n})()`, CODE_FILE, { type: 'global' })
    if (started.error) return this.#describe(run, describe, started.error)
    const state = await this.#settle(run, started.value)
    if (state.type === 'rejected') return this.#describe(run, describe, state.error)
    const text = context.callFunction(serialize, context.undefined, state.value)
    if (text.error) return this.#describe(run, describe, text.error)
    const json = context.getString(text.value)
    if (json.length <= run.valueBytes) return { json }
    return { isLimit: true, message: limitMessages.result(run) }
  }

  #callHost(kind: string, json: string): QuickJSHandle {
    const deferred = this.#context.newPromise()
    this.#outstanding += 1
    void this.#run?.call(kind, json).then((answer) => {
      this.#outstanding -= 1
      deferred.resolve(this.#context.newString(answer))
      this.#wake()
    })
    return deferred.handle
  }

  async #settle(run: VmRun, promise: QuickJSHandle) {
    for (;;) {
      this.#runtime.executePendingJobs(JOBS_PER_TURN)
      const state = this.#context.getPromiseState(promise)
      if (state.type !== 'pending') return state
      if (this.#isOverdue()) throw new LimitError(limitMessages.time(run))
      if (this.#runtime.hasPendingJob()) await nextTurn()
      else await this.#nextAnswer(run)
    }
  }

  async #nextAnswer(run: VmRun): Promise<void> {
    if (this.#outstanding === 0) throw new StuckError('The function waits for something that never happens.')
    let isTold = false
    const timer = setTimeout(() => {
      isTold = true
      run.rest?.()
    }, SHORT_WAIT_MS)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    clearTimeout(timer)
    if (isTold) await run.goOn?.()
  }

  #describe(run: VmRun, describe: QuickJSHandle, error: QuickJSHandle): VmOutcome {
    // QuickJS throws null when it has no memory left for an error.
    if (this.#context.sameValue(error, this.#context.null))
      return { isLimit: true, message: `${limitMessages.memory(run)} Or it throws null.` }
    const described = this.#context.callFunction(describe, this.#context.undefined, error)
    if (described.error) return { isLimit: true, message: 'The function broke a limit of the sandbox.' }
    const parsed: { name: string; message: string; stack: string } = JSON.parse(
      this.#context.getString(described.value),
    )
    const limit = parsed.name === 'InternalError' ? limitErrors.get(parsed.message)?.(run) : undefined
    return limit === undefined
      ? { isLimit: false, message: messageOf(parsed) }
      : { isLimit: true, message: limit }
  }
}

/** Makes a sandbox for one run; its memory can never grow above the given size. */
export async function createSandboxVm(module: WasmModule, memoryBytes: number): Promise<SandboxVm> {
  const maximum = Math.max(FIRST_PAGES, Math.ceil(memoryBytes / PAGE_BYTES))
  const wasmMemory = new webAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const variant = newVariant(RELEASE_SYNC, { wasmModule: module, wasmMemory })
  return new SandboxVm(await newQuickJSWASMModuleFromVariant(variant))
}
