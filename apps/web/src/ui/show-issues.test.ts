import { expect, test } from 'vitest'
import { sentenceOf } from './show-issues.ts'

test('what the server says of a field stands beside it as a sentence', () => {
  expect(sentenceOf('is needed')).toBe('Is needed.')
  expect(sentenceOf('überschreitet 100 Zeichen')).toBe('Überschreitet 100 Zeichen.')
  expect(sentenceOf('This key is known. Choose another!')).toBe('This key is known. Choose another!')
  expect(sentenceOf('')).toBe('')
})
