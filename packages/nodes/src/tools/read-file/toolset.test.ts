import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { readFileCase } from './read-file.case.fixture.ts'

test('a PDF is read page by page', async () => {
  expect((await openToolCase(readFileCase).ask({ file_path: 'tea.pdf' })).content).toBe('One\n\nTwo')
})

test('a long file is read in pieces, to its end', async () => {
  const text = `${'x'.repeat(25_000)}end`
  const world = {
    ...readFileCase.world,
    file: () => ({ bytes: Buffer.from(text), mediaType: 'text/plain', name: 'notes.txt' }),
  }
  const ask = async (offset: number) =>
    (await openToolCase({ ...readFileCase, world }).ask({ file_path: 'notes.txt', offset })).content
  expect(await ask(0)).toContain('[Cut here: go on with offset 20000 of 25003 characters.]')
  expect(await ask(20_000)).toBe(text.slice(20_000))
  expect(await ask(30_000)).toContain('ends at character 25003')
})

test('where there are no files, that is said', async () => {
  const world = { keptFiles: () => [] }
  const { content } = await openToolCase({ ...readFileCase, world }).ask()
  expect(content).toContain('It has no files.')
})
