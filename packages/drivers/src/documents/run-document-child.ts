import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentFormat } from '@runnel/contract'

const HEAP_MEGABYTES = 512
/** Of what is new: reading leaves much behind, and V8 would rather have three times as much than collect it. */
const SEMI_SPACE_MEGABYTES = 2
/** Nothing of the server's. What one thread gave back is not kept for the others of a process that lives for seconds. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
/** Reading gives way to the server. */
const NICENESS = 10

/** What the child's sources stand on. */
const LIBRARIES = [
  'unpdf',
  'fflate',
  '@runnel/markup',
  'htmlparser2',
  'entities',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
]

/** Sources need the packages that read formats; a bundled child has all it needs in its folder. */
function readableFolders(childPath: string): string[] {
  const own = join(dirname(childPath), '*')
  if (extname(childPath) !== '.ts') return [own]
  const library = fileURLToPath(import.meta.resolve('unpdf'))
  const root = join(dirname(childPath), '../../../..')
  const packages = library.slice(0, library.lastIndexOf('unpdf'))
  const manifest = join(root, 'package.json')
  const markup = join(root, 'packages/markup', '*')
  return [own, manifest, markup, ...LIBRARIES.map((name) => join(packages, name, '*'))]
}

/** `--optimize-for-size` would save memory, and has one process in fifty stand still at its start (Node 26.10). */
function startChild(childPath: string, asked: readonly string[]): ChildProcessWithoutNullStreams {
  const flags = [
    '--permission',
    '--allow-worker',
    ...readableFolders(childPath).map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
  ]
  const child = spawn(process.execPath, [...flags, childPath, ...asked], {
    env: ENVIRONMENT,
    cwd: dirname(childPath),
    shell: false,
    windowsHide: true,
    stdio: 'pipe',
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch {
    // It ended already, or may not be slowed down.
  }
  return child
}

/** What a child may use up. */
export interface ChildLimits {
  /** Time of a processor that it works, in ms: it ends itself then. */
  cpuMs: number
  /** Time until its end, in ms, however busy the machine is. */
  wallMs: number
  maxReplyBytes: number
  signal: AbortSignal
}

/** What a child is given. */
interface ChildTask {
  bytes: Uint8Array
  format: DocumentFormat
  /** Their pictures are wanted in place of the text. */
  pages?: readonly number[] | undefined
}

/** What became of a child: what it said, that it died or was ended for what it took, or that its time ran out. */
export type ChildEnd = { said: string } | 'used-up' | 'late'

/** Gives these bytes to a child. It has nothing of the server's environment, no files but its own code, no network and no processes. */
export function runDocumentChild(
  childPath: string,
  { bytes, format, pages }: ChildTask,
  { cpuMs, wallMs, maxReplyBytes, signal }: ChildLimits,
): Promise<ChildEnd> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = startChild(childPath, [String(cpuMs), format, ...(pages ? [pages.join()] : [])])
    const pieces: Buffer[] = []
    let size = 0
    let isLate = false
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      isLate = true
      kill()
    }, wallMs)
    signal.addEventListener('abort', kill, { once: true })
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length
      pieces.push(piece)
      if (size > maxReplyBytes) kill()
    })
    child.stderr.resume()
    // A child that ends early does not take all of its input; that is told by its end.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      if (signal.aborted) reject(signal.reason)
      else if (code === 0) resolve({ said: Buffer.concat(pieces).toString() })
      else resolve(isLate ? 'late' : 'used-up')
    })
    child.stdin.end(bytes)
  })
}
