import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createByteBudget } from './byte-budget.ts'
import { limitMessages } from './limit-messages.ts'
import type { FromChild, ToChild } from './sandbox-messages.ts'
import { createSandboxVm } from './sandbox-vm.ts'
import { webAssembly } from './web-assembly.ts'

const LONGEST_SLEEP_MS = 2 ** 31 - 1
/** How many of the largest requests may be under way at once, and how many of any size. */
const REQUESTS_UNDER_WAY = 2
const CALLS_UNDER_WAY = 64
const DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024

function findWasm(): string {
  const beside = fileURLToPath(new URL('./emscripten-module.wasm', import.meta.url))
  if (existsSync(beside)) return beside
  const library = createRequire(import.meta.resolve('quickjs-emscripten'))
  return library.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
}

const wasm = await webAssembly.compile(readFileSync(findWasm()))
const waiting = new Map<number, (json: string) => void>()
let lastCallId = 0
/** Lets the code go on that waited. */
let letGoOn = () => {}
let prepared = prepare(DEFAULT_MEMORY_BYTES)

/** The next sandbox is made ahead, so that a run does not wait for it. */
function prepare(memoryBytes: number) {
  return { memoryBytes, vm: createSandboxVm(wasm, memoryBytes) }
}

function tell(message: FromChild): void {
  process.send?.(message)
}

/** The calls of one run: few enough at once that the parent never has to hold much of them. */
function createCallHost(valueBytes: number, signal: AbortSignal) {
  const total = REQUESTS_UNDER_WAY * valueBytes
  const budget = createByteBudget(total)
  const least = Math.ceil(total / CALLS_UNDER_WAY)

  async function askParent(kind: 'fetch' | 'call', json: string): Promise<string> {
    if (json.length > valueBytes) return refuse(limitMessages.request({ valueBytes }), 'limit_exceeded')
    const free = await budget.take(Math.max(json.length, least), signal)
    lastCallId += 1
    const callId = lastCallId
    return new Promise((resolve) => {
      waiting.set(callId, (answer) => {
        free()
        resolve(answer)
      })
      tell({ type: 'call', callId, kind, json })
    })
  }

  return async (kind: string, json: string): Promise<string> => {
    if (kind === 'sleep') {
      await sleep(Math.min(Number(json) || 0, LONGEST_SLEEP_MS))
      return 'null'
    }
    return kind === 'fetch' || kind === 'call' ? askParent(kind, json) : refuse('There is no such call')
  }
}

function refuse(message: string, code?: string): string {
  return JSON.stringify({ error: { message, code } })
}

async function run(message: Extract<ToChild, { type: 'run' }>): Promise<void> {
  const { code, globals, timeoutMs, memoryBytes, valueBytes } = message
  const ready = prepared.memoryBytes === memoryBytes ? prepared : prepare(memoryBytes)
  const logs: string[] = []
  const deadline = Date.now() + timeoutMs
  const vm = await ready.vm
  const over = new AbortController()
  const call = createCallHost(valueBytes, over.signal)
  const rest = () => tell({ type: 'waiting' })
  const goOn = () =>
    new Promise<void>((resolve) => {
      letGoOn = resolve
      tell({ type: 'ready to go on' })
    })
  const outcome = await vm.execute(
    { code, globals, deadline, timeoutMs, memoryBytes, valueBytes, call, rest, goOn },
    logs,
  )
  tell('json' in outcome ? { type: 'finished', ...outcome, logs } : { type: 'failed', ...outcome, logs })
  waiting.clear()
  over.abort()
  prepared = prepare(memoryBytes)
}

process.on('message', (message: ToChild) => {
  if (message.type === 'run') {
    void run(message)
    return
  }
  if (message.type === 'go on') {
    letGoOn()
    return
  }
  waiting.get(message.callId)?.(message.json)
  waiting.delete(message.callId)
})
process.on('disconnect', () => process.exit())
await prepared.vm
tell({ type: 'ready' })
