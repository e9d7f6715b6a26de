import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canConnect } from './can-connect.ts'
import { installDebianPackages } from './install-debian-packages.ts'

const DEBIAN_ROOT = '/usr/lib/postgresql'
const START_ATTEMPTS = 100
const ATTEMPT_PAUSE_MS = 200
/** Whoever cuts its power loses it, which is as well: so nothing of it need reach a disk, or be written twice. */
const FORGETFUL = [
  'fsync=off',
  'full_page_writes=off',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  'max_connections=300',
]
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

/** A PostgreSQL of our own, for one test run. */
export interface OwnPostgres {
  readonly url: string
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Starts a PostgreSQL in a folder of its own in `parent` on a free port of the loopback, as an unprivileged user when this
 * process is root (PostgreSQL refuses root), and dies with this process.
 * @throws Error with one line on what is missing.
 */
export async function startOwnPostgres(parent: string = tmpdir()): Promise<OwnPostgres> {
  const programs = getPrograms()
  const owner = process.getuid?.() === 0 ? getUnprivilegedUser() : undefined
  const folder = mkdtempSync(join(parent, 'runnel-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await findFreePort()
  makeCluster(join(programs, 'initdb'), data, owner)
  const settings = [...FORGETFUL, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const [program, ...prefix] = asOwner(join(programs, 'postgres'), owner)
  const server = spawn(program, [...prefix, ...args], { cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = (): Promise<void> => stopServer(server, folder)
  if (await waitUntilReady(server, url)) return { url, stop }
  await stop()
  throw new Error(`PostgreSQL from ${programs} did not start: set TEST_DATABASE_URL to one that runs.`)
}

function getPrograms(): string {
  const found = findPostgresPrograms()
  if (found) return found
  installDebianPackages('A PostgreSQL for the database tests', ['postgresql'])
  const installed = findPostgresPrograms()
  if (!installed) throw new Error('Debian’s postgresql came without initdb: set TEST_DATABASE_URL.')
  return installed
}

/** The folder of the newest PostgreSQL of Debian that is installed. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(DEBIAN_ROOT)) return undefined
  const newestFirst = readdirSync(DEBIAN_ROOT).sort((left, right) => Number(right) - Number(left))
  return newestFirst
    .map((version) => join(DEBIAN_ROOT, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

function getUnprivilegedUser(): Owner {
  for (const name of UNPRIVILEGED_USERS) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(output('id', [flag, name]), 10))
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL refuses root and there is no user "nobody": set TEST_DATABASE_URL.')
}

function output(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout ?? ''
}

/** `setpriv` ends the program with this process even when that is killed; without root it runs as it is. */
function asOwner(program: string, owner: Owner | undefined): [string, ...string[]] {
  if (!owner) return [program]
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--pdeathsig=INT']
  return ['setpriv', ...identity, '--', program]
}

function makeCluster(initdb: string, data: string, owner: Owner | undefined): void {
  const [program, ...prefix] = asOwner(initdb, owner)
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const made = spawnSync(program, [...prefix, ...args], { encoding: 'utf8', cwd: tmpdir() })
  if (made.status !== 0)
    throw new Error(`initdb failed: ${(made.stderr ?? '').trim()}`, { cause: made.error })
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  for (let attempt = 0; attempt < START_ATTEMPTS && server.exitCode === null; attempt += 1) {
    if (await canConnect(url)) return true
    await sleep(ATTEMPT_PAUSE_MS)
  }
  return false
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null && server.kill('SIGINT'))
    await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The loopback gave no port.')
  return address.port
}
