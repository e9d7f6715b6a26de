import { expect, test } from 'vitest'
import { isPlainName, referenceTo } from './reference-to.ts'

test.each(['town', 'Straße_2', 'with-hyphen'])('%s can be named by every text', (name) => {
  expect([isPlainName(name), referenceTo(name)]).toEqual([true, `{{$vars.${name}}}`])
})

test.each(['', 'two words', 'a.b', 'a[0]', '{{x}}', 'a"b', 'line\nbreak'])('%j cannot', (name) => {
  expect(isPlainName(name)).toBe(false)
})
