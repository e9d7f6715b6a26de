import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { type MCPTransport, validateJSONRPCMessage } from '@ai-sdk/mcp'
import type { ToolCommand } from './tool-servers.ts'

/** Longest message of a program, in characters. */
const LONGEST_LINE = 10_000_000
/** How long a program has to end by itself, in milliseconds. */
const GRACE_MS = 2_000

/** A server that is a program: messages by its standard input and output, one a line. */
export interface ProgramTransport extends MCPTransport {
  /** Ends the program at once, and what it started. */
  kill(): void
}

/**
 * Makes the transport for a program of the operator's list. It gets the environment and the folder that stand there and
 * nothing of this process, no shell reads its arguments, and it leads a group of its own, so that what it starts ends with it.
 */
export function createProgramTransport(program: ToolCommand, ended: () => void): ProgramTransport {
  let child: ChildProcessWithoutNullStreams | undefined
  let begun: string[] = []
  let length = 0

  function kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch {
      child.kill(signal)
    }
  }

  function fail(message: string): void {
    transport.onerror?.(new Error(message))
    kill()
  }

  function take(line: string): void {
    if (line.trim() === '') return
    try {
      const message: unknown = JSON.parse(line)
      transport.onmessage?.(validateJSONRPCMessage(message))
    } catch {
      // Programs write all sorts of lines; what is no message is none.
      transport.onerror?.(new Error('The program wrote a line that is no message.'))
    }
  }

  /** A line may come in many pieces; it is put together once, at its end. */
  function read(piece: string): void {
    const [first = '', ...others] = piece.split('\n')
    begun.push(first)
    length += first.length
    if (length > LONGEST_LINE) fail('The program wrote a line without an end.')
    else
      for (const line of others) {
        take(begun.join(''))
        begun = [line]
        length = line.length
      }
  }

  const transport: ProgramTransport = {
    start: async () => {
      child = await startProgram(program)
      child.stdout.setEncoding('utf8').on('data', read)
      child.on('close', () => {
        kill()
        ended()
        transport.onclose?.()
      })
    },
    send: async (message) => {
      if (!child?.stdin.writable) throw new Error('The program has ended.')
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      const open = child
      if (!open || open.exitCode !== null || open.signalCode !== null) return
      const closed = new Promise((resolve) => open.once('close', resolve))
      open.stdin.end()
      kill('SIGTERM')
      const timer = setTimeout(kill, GRACE_MS)
      await closed
      clearTimeout(timer)
    },
    kill: () => kill(),
  }
  return transport
}

/** What a program started in a group of its own may hold its output open for ever: its last words are waited for, and no more. */
function closeAfterEnd({ stdout, stderr }: ChildProcessWithoutNullStreams): void {
  const close = () => {
    stdout.destroy()
    stderr.destroy()
  }
  setTimeout(close, GRACE_MS).unref()
}

function startProgram({ command, args, env, cwd }: ToolCommand): Promise<ChildProcessWithoutNullStreams> {
  return new Promise((resolve, reject) => {
    const started = spawn(command, args, {
      env,
      cwd,
      shell: false,
      detached: true,
      windowsHide: true,
      stdio: 'pipe',
    })
    // What it tells its operator is not kept: it may hold secrets.
    started.stderr.resume()
    started.stdin.on('error', () => undefined)
    started.on('exit', () => closeAfterEnd(started))
    started.on('spawn', () => resolve(started))
    started.on('error', (cause) => reject(new Error('The program could not be started.', { cause })))
  })
}
