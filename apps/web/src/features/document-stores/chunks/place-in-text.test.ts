import { expect, test } from 'vitest'
import { placeInText } from './place-in-text.ts'

test('a place in a field is one of the text, whatever ends its lines', () => {
  expect(placeInText('one\ntwo', 4)).toBe(4)
  expect(placeInText('one\r\ntwo', 4)).toBe(5)
  expect(placeInText('\r\n\r\nx', 2)).toBe(4)
  expect(placeInText('one', 9)).toBe(3)
})
