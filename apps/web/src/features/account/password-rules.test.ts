import { passwordSchema } from '@runnel/contract'
import { expect, test } from 'vitest'
import { isGoodPassword, looksLikeEmail } from './password-rules.ts'

test.each([
  'Aa1!aaaa',
  'Aa1!aaa',
  'aa1!aaaa',
  'AA1!AAAA',
  'Aaa!aaaa',
  'Aa1aaaaa',
  'Zürich 2026',
  `Aa1!${'x'.repeat(124)}`,
  `Aa1!${'x'.repeat(125)}`,
  '',
])('the form and the server agree on the password %j', (password) => {
  expect(isGoodPassword(password)).toBe(passwordSchema.safeParse(password).success)
})

test('what cannot be an e-mail address is seen before it is sent', () => {
  expect(['a@b.de', ' ada@example.org '].map(looksLikeEmail)).toEqual([true, true])
  expect(['', 'a', 'a@b', '@b.de', 'a b@c.de', 'a@@b.de'].some(looksLikeEmail)).toBe(false)
})
