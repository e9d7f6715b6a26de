import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FromChild, isFromChild, type ToChild } from './sandbox-messages.ts'

/** A running child that serves one run at a time. */
export interface SandboxChild {
  /** Resolves when the child can take a run; rejects when it cannot start. */
  ready: Promise<void>
  /** How many runs it has had. */
  runs: number
  /** Sends a message; `left` is called when it has left this process, or cannot. */
  send(message: ToChild, left?: () => void): void
  /** Sets who gets the messages and the news of the child's end. One listener at a time. */
  listen(listener: { message(message: FromChild): void; exit(): void } | undefined): void
  kill(): void
  isAlive(): boolean
}

const HEAP_MEGABYTES = 128
/** User code gives way to the server: with every core in endless loops, requests are still answered. */
const NICENESS = 10

/** Sources need the packages of QuickJS; a bundled child has all it needs in its folder. */
function readableFolders(childPath: string): string[] {
  const own = join(dirname(childPath), '*')
  if (extname(childPath) !== '.ts') return [own]
  const library = fileURLToPath(import.meta.resolve('quickjs-emscripten'))
  const packages = library.slice(0, library.lastIndexOf('quickjs-emscripten'))
  return [own, join(packages, 'quickjs-emscripten*'), join(packages, '@jitl', '*')]
}

function startProcess(childPath: string): ChildProcess {
  const flags = [
    '--permission',
    ...readableFolders(childPath).map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=throw',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MEGABYTES}`,
  ]
  return spawn(process.execPath, [...flags, childPath], {
    env: {},
    cwd: dirname(childPath),
    shell: false,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  })
}

function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    return
  }
}

/**
 * Starts a child: empty environment, no files but its own code, no network, no processes, no threads. It ends
 * when this process does.
 */
export function startSandboxChild(childPath: string): SandboxChild {
  const child = startProcess(childPath)
  giveWay(child)
  let listener: Parameters<SandboxChild['listen']>[0]
  let isAlive = true
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (!isFromChild(message)) child.kill('SIGKILL')
      else if (message.type === 'ready') resolve()
      else listener?.message(message)
    })
    const end = () => {
      isAlive = false
      reject(new Error('The sandbox process did not start'))
      listener?.exit()
    }
    child.on('exit', end)
    child.on('error', end)
  })
  ready.catch(() => undefined)
  return {
    ready,
    runs: 0,
    send(message, left = () => undefined) {
      child.send(message, left)
    },
    listen(next) {
      listener = next
      for (const held of [child, child.channel]) {
        if (next === undefined) held?.unref()
        else held?.ref()
      }
    },
    kill() {
      // Its exit is told later: until then nobody may be given it.
      isAlive = false
      child.kill('SIGKILL')
    },
    isAlive: () => isAlive && child.connected,
  }
}
