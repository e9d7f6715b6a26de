import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const LOCKFILE = JSON.stringify({
  packages: {
    '': { name: 'product' },
    'packages/a': { name: 'a' },
    'node_modules/a': { resolved: 'packages/a', link: true },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-b' },
    'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
  },
})
const INSTALLED = JSON.stringify({
  packages: {
    'node_modules/a': { resolved: 'packages/a', link: true },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-b' },
  },
})

/** Stands in for npm: leaves the record that npm leaves, and what it was asked. */
const FAKE_NPM = `
import { mkdirSync, writeFileSync } from 'node:fs'
if (process.env.NPM_FAILS) process.exit(7)
mkdirSync('node_modules', { recursive: true })
writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(INSTALLED)})
writeFileSync('npm-was-asked', process.argv.slice(2).join(' '))
`

/** Says its pid, waits, and notes how it ended. */
const WAITING_SCRIPT = `
import { writeFileSync } from 'node:fs'
process.once('SIGTERM', () => { writeFileSync('ended', 'SIGTERM'); process.exit(5) })
process.once('disconnect', () => { writeFileSync('ended', 'disconnect'); process.exit(0) })
setInterval(() => {}, 1000)
console.log(process.pid)
`

async function makeProduct(script: string, installed?: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'runnel-launch-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'scripts'))
  await cp(join(import.meta.dirname, 'launch.mjs'), join(root, 'scripts/launch.mjs'))
  await cp(join(import.meta.dirname, 'launch'), join(root, 'scripts/launch'), { recursive: true })
  await writeFile(join(root, 'scripts/start.ts'), script)
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(join(root, 'package-lock.json'), LOCKFILE)
  await writeFile(join(root, 'npm.mjs'), FAKE_NPM)
  if (installed === undefined) return root
  await mkdir(join(root, 'node_modules'))
  await writeFile(join(root, 'node_modules/.package-lock.json'), installed)
  return root
}

function launch(root: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, npm_execpath: join(root, 'npm.mjs'), ...environment }
  return spawn(process.execPath, ['scripts/launch.mjs', ...args], { cwd: root, env, stdio: 'pipe' })
}

async function exitCodeOf(launcher: ChildProcess): Promise<number | null> {
  const [code] = await once(launcher, 'exit')
  return code
}

async function firstLineOf(launcher: ChildProcess): Promise<string> {
  if (!launcher.stdout) throw new Error('The launcher has no output.')
  const [line] = await once(createInterface(launcher.stdout), 'line')
  return String(line)
}

async function textOf(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined)
}

test('arguments go to the script of the command, and its exit code comes back', async () => {
  const root = await makeProduct('process.exit(Number(process.argv[2]) + 1)', INSTALLED)
  expect(await exitCodeOf(launch(root, ['start', '41']))).toBe(42)
})

test('an unknown command ends with 2', async () => {
  const root = await makeProduct('', INSTALLED)
  expect(await exitCodeOf(launch(root, ['paint']))).toBe(2)
})

test('an install that matches the lockfile is taken as it is, by whatever hand it came', async () => {
  const root = await makeProduct('', INSTALLED)
  expect(await exitCodeOf(launch(root, ['start']))).toBe(0)
  expect(await textOf(join(root, 'npm-was-asked'))).toBeUndefined()
})

test.each([
  ['no install', undefined],
  ['another version', INSTALLED.replace('1.0.0', '0.9.0')],
  ['a lacking workspace', INSTALLED.replace('node_modules/a', 'node_modules/z')],
])('%s is mended by npm ci, once', async (_, installed) => {
  const root = await makeProduct('', installed)
  expect(await exitCodeOf(launch(root, ['start']))).toBe(0)
  expect(await textOf(join(root, 'npm-was-asked'))).toBe(
    'ci --include=dev --include=optional --loglevel=error',
  )
  await rm(join(root, 'npm-was-asked'))
  expect(await exitCodeOf(launch(root, ['start']))).toBe(0)
  expect(await textOf(join(root, 'npm-was-asked'))).toBeUndefined()
})

test('a failed npm ci ends the launcher with its exit code', async () => {
  const root = await makeProduct('')
  expect(await exitCodeOf(launch(root, ['start'], { NPM_FAILS: '1' }))).toBe(7)
})

test('SIGTERM reaches the script, and the launcher waits for its end', async () => {
  const root = await makeProduct(WAITING_SCRIPT, INSTALLED)
  const launcher = launch(root, ['start'])
  await firstLineOf(launcher)
  launcher.kill('SIGTERM')
  expect(await exitCodeOf(launcher)).toBe(5)
  expect(await textOf(join(root, 'ended'))).toBe('SIGTERM')
})

test('the script learns of the death of a killed launcher', async () => {
  const root = await makeProduct(WAITING_SCRIPT, INSTALLED)
  const launcher = launch(root, ['start'])
  const pid = Number(await firstLineOf(launcher))
  launcher.kill('SIGKILL')
  await expect.poll(() => textOf(join(root, 'ended'))).toBe('disconnect')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('the script ends when npm, which started the launcher, is killed', async () => {
  const root = await makeProduct(WAITING_SCRIPT, INSTALLED)
  await writeFile(
    join(root, 'parent.mjs'),
    `import { spawn } from 'node:child_process'
spawn(process.execPath, ['scripts/launch.mjs', 'start'], { stdio: 'inherit' })`,
  )
  const npm = spawn(process.execPath, ['parent.mjs'], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm.mjs'), npm_lifecycle_event: 'start' },
    stdio: 'pipe',
  })
  const pid = Number(await firstLineOf(npm))
  npm.kill('SIGKILL')
  await expect.poll(() => textOf(join(root, 'ended'))).toBe('SIGTERM')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
