import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeRelease } from './release/write-release.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const MAX_BYTES = 60_000_000
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/

let release = ''

beforeAll(async () => {
  release = await writeRelease(REPOSITORY_ROOT)
})

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function makeEmptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the copied release with nothing of the repository in reach, and reads its address. */
async function startCopy(): Promise<{ server: ChildProcess; address: string; folder: string }> {
  const folder = await makeEmptyFolder()
  await cp(release, join(folder, 'runnel'), { recursive: true })
  const server = spawn(process.execPath, ['runnel/server/main.js'], {
    cwd: folder,
    env: { PATH: '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    server.kill('SIGKILL')
  })
  if (!server.stdout) throw new Error('The server has no output.')
  for await (const line of createInterface(server.stdout)) {
    const address = ADDRESS.exec(line)?.[0]
    if (address) return { server, address, folder }
  }
  throw new Error('The server ended without naming its address.')
}

test('the release takes at most 60 MB', async () => {
  expect(await sizeOf(release)).toBeLessThanOrEqual(MAX_BYTES)
})

test('the release names its command and asks for nothing to be installed', async () => {
  const manifest = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@runnel/runnel', bin: { runnel: 'server/main.js' } })
  expect(manifest).not.toHaveProperty('dependencies')
  expect(await readdir(release)).not.toContain('node_modules')
})

test('a copy in an empty folder starts, answers, serves the sign-in page and stops', async () => {
  const { server, address, folder } = await startCopy()
  const ping = await fetch(`${address}/api/v1/ping`)
  expect([ping.status, await ping.text()]).toEqual([200, 'pong'])
  const page = await fetch(`${address}/signin`)
  expect(page.status).toBe(200)
  const script = /src="(\/[^"]+\.js)"/.exec(await page.text())?.[1]
  expect((await fetch(`${address}${script}`)).headers.get('content-type')).toMatch('javascript')
  expect(await readdir(folder)).toContain('data')
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
