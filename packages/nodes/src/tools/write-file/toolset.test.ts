import type { FileContent } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { writeFileCase } from './write-file.case.fixture.ts'

test('the file is kept as it was written, and the answer names it', async () => {
  const kept: FileContent[] = []
  const world = {
    keepFile: (file: FileContent) => {
      kept.push(file)
      return { blob: 'b1' }
    },
  }
  const opened = openToolCase({ ...writeFileCase, world })
  const { artifacts } = await opened.ask({ file_path: 'page.html', text: '  <p>Tea</p>\n' })
  expect(kept.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
    ['page.html', '  <p>Tea</p>\n'],
  ])
  expect(artifacts).toEqual([{ type: 'html', data: 'FILE-STORAGE::page.html' }])
  expect((await opened.ask({ file_path: 'constructor', text: '' })).artifacts).toEqual([
    { type: 'text', data: 'FILE-STORAGE::constructor' },
  ])
})
