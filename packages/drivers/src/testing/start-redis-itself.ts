import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { findFreePort } from './find-free-port.ts'

/** The server itself, on a free loopback port; it keeps nothing when it ends. */
export interface RealRedis {
  port: number
  close(): Promise<void>
}

const ADVICE = 'A Redis for the tests is missing. Get it with: apt-get install -y redis-server'

/** Starts the program of `REDIS_PATH`, else that of the machine. @throws Error that says how to get one */
export async function startRealRedis({ password }: { password: string }): Promise<RealRedis> {
  const port = await findFreePort()
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    requirepass: password,
  }
  const server = spawn(
    process.env.REDIS_PATH ?? 'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(ADVICE, { cause })))
    server.once('close', () => reject(new Error(`Redis ended at its start: ${said.join('').slice(-500)}`)))
    server.stdout.on('data', (piece: Buffer) => {
      said.push(piece.toString())
      if (said.join('').includes('Ready to accept connections')) resolve()
    })
  })
  return {
    port,
    async close() {
      server.kill()
      await ended
    },
  }
}
