import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeBlobs } from './blobs.behaviour.ts'
import { openLocalFolderBlobs } from './local-folder-blobs.ts'

let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runnel-blobs-'))
})

afterAll(() => rm(folder, { recursive: true }))

function freshRoot(): string {
  count += 1
  return join(folder, `store-${count}`)
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

describeBlobs('a local folder', () => openLocalFolderBlobs(freshRoot()))

test('blobs outlive the opening, and half-written ones are removed by it', async () => {
  const root = freshRoot()
  const id = await (await openLocalFolderBlobs(root)).put(Buffer.from('kept'))
  await writeFile(join(root, 'incoming', 'half'), 'half')
  const again = await openLocalFolderBlobs(root)
  expect((await again.stat(id)).size).toBe(4)
  expect(await filesBelow(root)).toEqual([id])
})

test('a failed put leaves no file', async () => {
  const root = freshRoot()
  const blobs = await openLocalFolderBlobs(root)
  await expect(blobs.put(Buffer.alloc(10), { maxBytes: 1 })).rejects.toMatchObject({ code: 'body_too_large' })
  expect(await filesBelow(root)).toEqual([])
})

test('files are readable by their owner alone', async () => {
  const root = freshRoot()
  const id = await (await openLocalFolderBlobs(root)).put(Buffer.from('x'))
  expect((await stat(join(root, id.slice(0, 2), id.slice(2, 4), id))).mode & 0o777).toBe(0o600)
})

test('a link in place of a blob or of its folder is not followed', async () => {
  const root = freshRoot()
  const blobs = await openLocalFolderBlobs(root)
  const secret = join(folder, 'secret.txt')
  await writeFile(secret, 'secret')
  const id = await blobs.put(Buffer.from('x'))
  const place = join(root, id.slice(0, 2), id.slice(2, 4), id)
  await rm(place)
  await symlink(secret, place)
  await expect(blobs.get(id)).rejects.toMatchObject({ code: 'blob_not_found' })

  const other = await blobs.put(Buffer.from('y'))
  const outside = join(folder, 'outside')
  await rename(join(root, other.slice(0, 2)), outside)
  await symlink(outside, join(root, other.slice(0, 2)))
  await expect(blobs.get(other)).rejects.toMatchObject({ code: 'blob_not_found' })
})

test('a folder in place of a blob is not found', async () => {
  const root = freshRoot()
  const blobs = await openLocalFolderBlobs(root)
  const id = await blobs.put(Buffer.from('x'))
  const place = join(root, id.slice(0, 2), id.slice(2, 4), id)
  await rm(place)
  await mkdir(place)
  await expect(blobs.get(id)).rejects.toMatchObject({ code: 'blob_not_found' })
})
