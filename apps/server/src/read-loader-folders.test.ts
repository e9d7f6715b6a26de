import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'runnel-loader-folders-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: unknown) {
  writeFileSync(join(folder, 'folders.json'), JSON.stringify(content))
  return readConfig(folder, { LOADER_FOLDERS: 'folders.json' }).loaderFolders
}

test('no folder is read unless the operator lists it', () => {
  expect(readConfig(folder, {}).loaderFolders).toEqual({})
  expect(read({ handbook: { path: '/srv/handbook', workspaces: ['one'] } })).toEqual({
    handbook: { path: '/srv/handbook', workspaces: ['one'] },
  })
})

test.each<[unknown, string]>([
  [[], 'must be a list of folders by name'],
  [{ handbook: { path: 'handbook' } }, 'handbook.path: must be an absolute path'],
  [{ handbook: '/srv' }, 'handbook'],
  [{ '/srv': { path: '/srv' } }, 'must be a name of letters'],
])('%j stops the start with one line that says what to do', (content, says) => {
  expect(() => read(content)).toThrow('LOADER_FOLDERS=folders.json: ')
  expect(() => read(content)).toThrow(says)
})
