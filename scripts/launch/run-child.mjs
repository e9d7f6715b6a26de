import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
const SIGNAL_EXIT_BASE = 128
const PARENT_CHECK_MS = 500
/**
 * How glibc is to hold memory, which it reads at the start of a process alone: one place for what threads take and give
 * back, not one for each, of which much is never used; and what is larger than a megabyte always goes back to the
 * system, not only until the first of its size did.
 */
const SMALL_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' }

/**
 * Runs a script under the given Node and ends with its exit code. The child has an IPC channel, whose closing
 * tells it that the launcher died, even by `kill -9`.
 * @param {string} node path of the program
 * @param {string[]} args script and its arguments
 * @param {string} root the repository
 */
export async function runChild(node, args, root) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(node, root),
  })
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY === true
      if (!isFromTerminal) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) whenParentDies(() => child.kill('SIGTERM'))
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`Node from node_modules does not start on this machine: ${error.message}.`)
      resolve(1)
    })
    child.once('exit', (code, signal) =>
      resolve(code ?? SIGNAL_EXIT_BASE + (constants.signals[signal ?? 'SIGKILL'] ?? 0)),
    )
  })
  process.exit(exitCode)
}

/** npm tells nobody when it is killed by `kill -9`, but its children then have another parent. */
function whenParentDies(end) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, PARENT_CHECK_MS)
  timer.unref()
}

function childEnvironment(node, root) {
  const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH ?? ''].join(delimiter)
  const environment = { ...process.env, PATH: path, NODE: node, npm_node_execpath: node }
  // It points at the headers of the machine's own Node, which are those of another version.
  delete environment.npm_config_nodedir
  return { ...SMALL_MEMORY, ...environment }
}
