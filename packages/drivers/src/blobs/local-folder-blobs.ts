import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { RunnelError } from '@runnel/contract'
import type { BlobSource, Blobs } from './blobs.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const INCOMING = 'incoming'

function notFound(cause?: unknown): RunnelError {
  return new RunnelError('blob_not_found', 'There is no such file in the store.', { cause })
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}

/** `ab/cd/abcd….` below the root: two levels, so that no folder holds more than a few thousand files. */
function placeOf(root: string, id: string): string {
  if (!ID.test(id)) throw notFound()
  return join(root, id.slice(0, 2), id.slice(2, 4), id)
}

async function openStored(root: string, id: string): Promise<FileHandle> {
  const place = placeOf(root, id)
  try {
    if ((await realpath(dirname(place))) !== dirname(place)) throw notFound()
    const handle = await open(place, READ)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    if (isMissing(error)) throw notFound(error)
    throw error
  }
  throw notFound()
}

async function writeAll(handle: FileHandle, source: BlobSource, maxBytes: number): Promise<void> {
  let size = 0
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    size += chunk.byteLength
    if (size > maxBytes) {
      throw new RunnelError('body_too_large', `The file is larger than the allowed ${maxBytes} bytes.`)
    }
    await handle.writeFile(chunk)
  }
  await handle.sync()
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

async function writeIncoming(file: string, source: BlobSource, maxBytes: number): Promise<void> {
  const handle = await open(file, CREATE, 0o600)
  try {
    await writeAll(handle, source, maxBytes)
  } finally {
    await handle.close()
  }
}

/**
 * Keeps blobs in a folder of the machine, which is made when missing. A blob is written aside, synced and
 * renamed: after a crash it is there whole or not at all. Half-written ones are removed at the next opening.
 */
export async function openLocalFolderBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const root = await realpath(folder)
  const incoming = join(root, INCOMING)
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { mode: 0o700 })

  return {
    async put(source, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const id = randomUUID()
      const place = placeOf(root, id)
      const aside = join(incoming, randomBytes(16).toString('hex'))
      try {
        await writeIncoming(aside, source, maxBytes)
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(aside, place)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      await syncFolder(dirname(place))
      return id
    },
    async get(id): Promise<Readable> {
      const handle = await openStored(root, id)
      return handle.createReadStream()
    },
    async stat(id) {
      const handle = await openStored(root, id)
      try {
        const { size, mtime } = await handle.stat()
        return { size, createdAt: mtime }
      } finally {
        await handle.close()
      }
    },
    async delete(id) {
      if (ID.test(id)) await rm(placeOf(root, id), { force: true })
    },
  }
}
