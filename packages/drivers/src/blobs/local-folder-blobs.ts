import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { assertRange } from './assert-range.ts'
import { blobNotFound, isBlobId } from './blob-id.ts'
import type { Blobs } from './blobs.ts'
import { limitSource } from './limit-source.ts'
import { clearStaleUploads, nameUpload } from './upload-files.ts'

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const INCOMING = 'incoming'

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}

/** `ab/cd/abcd….` below the root: two levels, so that no folder holds more than a few thousand files. */
function placeOf(root: string, id: string): string {
  if (!isBlobId(id)) throw blobNotFound()
  return join(root, id.slice(0, 2), id.slice(2, 4), id)
}

async function openStored(root: string, id: string): Promise<FileHandle> {
  const place = placeOf(root, id)
  try {
    if ((await realpath(dirname(place))) !== dirname(place)) throw blobNotFound()
    const handle = await open(place, READ)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    if (isMissing(error)) throw blobNotFound(error)
    throw error
  }
  throw blobNotFound()
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

async function writeIncoming(file: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, CREATE, 0o600)
  try {
    for await (const chunk of source) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Keeps blobs in a folder, which is made when missing and is its owner's alone. A blob is written aside, synced and
 * renamed: after a crash it is there whole or not at all. Several processes may share the folder: an opening removes
 * only what dead ones left half written.
 */
export async function openLocalFolderBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const root = await realpath(folder)
  await chmod(root, 0o700)
  const incoming = join(root, INCOMING)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await clearStaleUploads(incoming, Date.now())

  return {
    async put(source, { maxBytes } = {}) {
      const id = randomUUID()
      const place = placeOf(root, id)
      const aside = join(incoming, nameUpload())
      try {
        await writeIncoming(aside, limitSource(source, maxBytes))
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(aside, place)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      await syncFolder(dirname(place))
      return id
    },
    async get(id, range): Promise<Readable> {
      assertRange(range)
      const handle = await openStored(root, id)
      return handle.createReadStream(range)
    },
    async stat(id) {
      const handle = await openStored(root, id)
      try {
        return { size: (await handle.stat()).size }
      } finally {
        await handle.close()
      }
    },
    async delete(id) {
      if (isBlobId(id)) await rm(placeOf(root, id), { force: true })
    },
    async close() {},
  }
}
