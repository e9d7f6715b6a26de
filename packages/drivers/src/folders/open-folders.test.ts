import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Folders, openFolders } from './open-folders.ts'

let base: string
let folders: Folders
const request = {
  name: 'handbook',
  workspaceId: 'one',
  recursive: true,
  signal: new AbortController().signal,
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'runnel-folders-'))
  await mkdir(join(base, 'docs/deep'), { recursive: true })
  await writeFile(join(base, 'docs/b.md'), 'Black')
  await writeFile(join(base, 'docs/a.txt'), 'Green')
  await writeFile(join(base, 'docs/deep/c.txt'), 'White')
  await writeFile(join(base, 'docs/.env'), 'KEY=1')
  await writeFile(join(base, 'secret.txt'), 'Secret')
  await symlink(join(base, 'secret.txt'), join(base, 'docs/link.txt'))
  await symlink(base, join(base, 'docs/up'))
  folders = openFolders({
    handbook: { path: join(base, 'docs') },
    ours: { path: join(base, 'docs'), workspaces: ['two'] },
    gone: { path: join(base, 'gone') },
  })
})
afterAll(() => rm(base, { recursive: true }))

const textOf = async (file: string, maxBytes = 100) =>
  Buffer.from(await folders.read(request, file, maxBytes)).toString()

test('the files of a listed folder are listed and read', async () => {
  expect(await folders.list({ ...request, recursive: false })).toEqual(['a.txt', 'b.md'])
  expect(await folders.list(request)).toEqual(['a.txt', 'b.md', 'deep/c.txt'])
  expect(await textOf('deep/c.txt')).toBe('White')
})

test.each(['docs', '..', '/etc', '', '__proto__', 'ours'])('no other folder is: %s', async (name) => {
  await expect(folders.list({ ...request, name })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('LOADER_FOLDERS'),
  })
  await expect(folders.read({ ...request, name }, 'a.txt', 100)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a folder of one workspace is open to that one', async () => {
  expect(await folders.list({ ...request, name: 'ours', workspaceId: 'two' })).toContain('a.txt')
})

test.each(['../secret.txt', 'link.txt', 'up/secret.txt', 'deep', 'none.txt', 'deep/../../secret.txt'])(
  'nothing beside its files is read: %s',
  async (file) => {
    await expect(textOf(file)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('what is too large, or gone, is said', async () => {
  await expect(textOf('a.txt', 3)).rejects.toMatchObject({ code: 'limit_exceeded' })
  await expect(folders.list({ ...request, name: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
})
