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

test('a source tells its lines, and its address on the web and no other', () => {
  const lines = { from: 3, to: 5 }
  const page = { source: 'https://tea.example/green', loc: { lines } }
  expect(readSource({ pageContent: 'Tea', metadata: page })).toEqual({
    name: 'https://tea.example/green',
    address: 'https://tea.example/green',
    lines,
    text: 'Tea',
  })
  const odd = { source: 'javascript:alert(1)', loc: { lines: { from: 'x', to: 2 } } }
  expect(readSource({ pageContent: 'Tea', metadata: odd })).toEqual({
    name: 'javascript:alert(1)',
    text: 'Tea',
  })
})

test('a source without a name, such as a text that was pasted, is a passage all the same', () => {
  const metadata = { loc: { lines: { from: 2, to: 2 } } }
  expect(readSource({ pageContent: 'Tea', metadata })).toEqual({ text: 'Tea', lines: { from: 2, to: 2 } })
})

test.each([['text'], [{ pageContent: 'x' }], [{ metadata: { source: 'x' } }], [null]])(
  '%j is shown as it came',
  (value) => {
    expect(readSource(value)).toBeUndefined()
  },
)
