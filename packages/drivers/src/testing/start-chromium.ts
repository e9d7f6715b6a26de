import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A Chromium on a free port of loopback, as an operator gives one. */
export interface Chromium {
  /** The address that it says itself, of ws. */
  endpoint: string
  close(): Promise<void>
}

/** Starts the machine's Chromium: that of `CHROMIUM_PATH`, which `npm test` sets, or Debian's. */
export async function startChromium(): Promise<Chromium> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-chromium-'))
  const child = spawn(
    process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const [, found] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error('Chromium ended before it took commands.')))
    child.once('error', reject)
  })
  return {
    endpoint,
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
