import { expect, test } from 'vitest'
import { readInvitationCode } from './invitation-code.ts'

test.each([
  ['a code', ' abc-123 ', 'abc-123'],
  ['a link', 'https://runnel.example/register?token=abc-123&email=a%40b.c', 'abc-123'],
  ['a link without a code', 'https://runnel.example/register', 'https://runnel.example/register'],
  ['nothing', '  ', ''],
])('a code is read out of %s', (_what, pasted, code) => {
  expect(readInvitationCode(pasted)).toBe(code)
})
