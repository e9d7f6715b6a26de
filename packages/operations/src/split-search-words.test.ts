import { expect, test } from 'vitest'
import { splitSearchWords } from './split-search-words.ts'

test.each([
  ['The quick-brown fox, 3 times!', ['the', 'quick', 'brown', 'fox', '3', 'times']],
  ['Straße nach KÖLN', ['strasse', 'nach', 'koln']],
  ['Crème brûlée', ['creme', 'brulee']],
  ['東京都 tea', ['東京', '京都', 'tea']],
  ['猫', ['猫']],
  ['ERR_CONN_42', ['err', 'conn', '42']],
  ['', []],
  ['— … ¿', []],
])('%j', (text, words) => {
  expect(splitSearchWords(text)).toEqual(words)
})

test('a word without end is cut', () => {
  expect(splitSearchWords('x'.repeat(1_000))).toEqual(['x'.repeat(40)])
})
