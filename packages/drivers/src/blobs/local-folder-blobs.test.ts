import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
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

test('blobs outlive the opening', async () => {
  const root = freshRoot()
  const id = await (await openLocalFolderBlobs(root)).put(Buffer.from('kept'))
  expect((await (await openLocalFolderBlobs(root)).stat(id)).size).toBe(4)
})

/** Another process that stops in the middle of an upload. */
async function startUpload(root: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'hold-upload.fixture.ts'), [root])
  await once(child, 'message')
  return child
}

test('an upload of another process goes on when a second one opens the folder', async () => {
  const root = freshRoot()
  const child = await startUpload(root)
  const blobs = await openLocalFolderBlobs(root)
  child.send('finish')
  const [id] = (await once(child, 'message')) as [string]
  expect((await buffer(await blobs.get(id))).toString()).toBe('begin end')
  expect(await filesBelow(root)).toEqual([id])
})

test('what a killed process left half written is removed by the next opening', async () => {
  const root = freshRoot()
  const child = await startUpload(root)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await filesBelow(root)).toHaveLength(1)
  await openLocalFolderBlobs(root)
  expect(await filesBelow(root)).toEqual([])
})

test('what processes elsewhere left is removed when nobody wrote to it for a day', async () => {
  const root = freshRoot()
  await openLocalFolderBlobs(root)
  const hour = 3_600
  const now = Date.now() / 1_000
  for (const [name, age] of [
    ['0123456789abcdef-1-0123456789abcdef0123456789abcdef', 23 * hour],
    ['fedcba9876543210-1-0123456789abcdef0123456789abcdef', 25 * hour],
    ['unknown', 25 * hour],
  ] as const) {
    await writeFile(join(root, 'incoming', name), 'half')
    await utimes(join(root, 'incoming', name), now, now - age)
  }
  await openLocalFolderBlobs(root)
  expect(await filesBelow(root)).toEqual(['0123456789abcdef-1-0123456789abcdef0123456789abcdef'])
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
  for (const place of [root, join(root, 'incoming'), join(root, id.slice(0, 2))])
    expect((await stat(place)).mode & 0o777).toBe(0o700)
})

test('a folder that others could read is closed to them', async () => {
  const root = freshRoot()
  await mkdir(root, { mode: 0o755 })
  await openLocalFolderBlobs(root)
  expect((await stat(root)).mode & 0o777).toBe(0o700)
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
