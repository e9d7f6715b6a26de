import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'

test('a source has the name of its file, and its page where it has pages [S3-MISC-04]', () => {
  const metadata = { source: 'tea.pdf', loc: { pageNumber: 2 } }
  expect(readSource({ pageContent: 'Tea', metadata })).toEqual({ name: 'tea.pdf', page: 2, text: 'Tea' })
  expect(readSource({ pageContent: 'Tea', metadata: { source: 'a.txt' } })).toEqual({
    name: 'a.txt',
    text: 'Tea',
  })
})

test.each([['text'], [{ pageContent: 'x' }], [{ metadata: { source: 'x' } }], [null]])(
  '%j is shown as it came',
  (value) => {
    expect(readSource(value)).toBeUndefined()
  },
)
