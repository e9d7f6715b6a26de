import { createHash, randomBytes } from 'node:crypto'
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { RunnelError } from '@runnel/contract'

/** One master key: 32 bytes, and the id by which records name it. */
export interface VaultKey {
  id: string
  bytes: Buffer
}

const KEY_BYTES = 32
const FIRST_LINE =
  '# Runnel encryption keys. The first one seals, all of them open. Keep a copy apart from the data.'

function keyFromBytes(bytes: Buffer): VaultKey {
  const id = createHash('sha256').update('runnel key id').update(bytes).digest('hex').slice(0, 12)
  return { id, bytes }
}

/** A new random master key. */
export function createVaultKey(): VaultKey {
  return keyFromBytes(randomBytes(KEY_BYTES))
}

function parseKeyLine(line: string, file: string): VaultKey {
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== line) {
    throw new RunnelError(
      'key_mismatch',
      `The key file ${file} holds a line that is not a key (32 bytes as base64). Restore the file from your backup.`,
    )
  }
  return keyFromBytes(bytes)
}

function parseKeyFile(text: string, file: string): VaultKey[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const keys = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => parseKeyLine(line, file))
  if (keys.length > 0) return keys
  throw new RunnelError('key_mismatch', `The key file ${file} holds no key. Restore it from your backup.`)
}

function formatKeyFile(keys: VaultKey[]): string {
  return `${[FIRST_LINE, ...keys.map((key) => key.bytes.toString('base64'))].join('\n')}\n`
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeNewFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads the keys of a key file, the sealing one first. Undefined when there is no such file. */
export async function findVaultKeys(file: string): Promise<VaultKey[] | undefined> {
  try {
    return parseKeyFile(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const ASIDE = /^\.[0-9a-f]{12}\.new$/

async function writeAside(file: string, keys: VaultKey[]): Promise<string> {
  const aside = `${file}.${randomBytes(6).toString('hex')}.new`
  await writeNewFile(aside, formatKeyFile(keys))
  return aside
}

/** Makes a key file with one random key, mode 0600. Never overwrites: another process' file wins. */
export async function createKeyFile(file: string): Promise<VaultKey[]> {
  const keys = [createVaultKey()]
  const aside = await writeAside(file, keys)
  try {
    await link(aside, file)
    await syncFolder(dirname(file))
    return keys
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
    return (await findVaultKeys(file)) ?? keys
  } finally {
    await rm(aside, { force: true })
  }
}

/** Replaces the keys of a key file in one step: after a crash the file is the old or the new one. */
export async function replaceKeyFile(file: string, keys: VaultKey[]): Promise<void> {
  const aside = await writeAside(file, keys)
  try {
    await rename(aside, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** Takes away what processes that were killed left beside a key file: copies of keys that nobody looks after. */
export async function removeLeftAside(file: string): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)]
  for (const found of await readdir(folder))
    if (found.startsWith(name) && ASIDE.test(found.slice(name.length))) await rm(join(folder, found))
  await syncFolder(folder)
}
