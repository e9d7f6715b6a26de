import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeBlobs } from './blobs.behaviour.ts'
import { createBlobs } from './create-blobs.ts'

let root: string
let count = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'runnel-blobs-'))
})

afterAll(() => rm(root, { recursive: true }))

function freshFolder(): string {
  count += 1
  return join(root, String(count))
}

describeBlobs('a store that opens at its first use', async () =>
  createBlobs({ kind: 'folder', folder: freshFolder() }),
)

test('nothing is made before the first use, nor by closing', async () => {
  const folder = freshFolder()
  const blobs = createBlobs({ kind: 'folder', folder })
  await blobs.close()
  expect(existsSync(folder)).toBe(false)
  await blobs.put(Buffer.from('x'))
  expect(existsSync(folder)).toBe(true)
})

test('a place that cannot be opened is tried again', async () => {
  const folder = freshFolder()
  await writeFile(folder, 'in the way')
  const blobs = createBlobs({ kind: 'folder', folder })
  await expect(blobs.put(Buffer.from('x'))).rejects.toMatchObject({ code: 'EEXIST' })
  await rm(folder)
  await expect(blobs.put(Buffer.from('x'))).resolves.toMatch(/-/)
})
