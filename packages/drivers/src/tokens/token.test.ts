import { expect, test } from 'vitest'
import { createToken, equalInConstantTime, hashToken, tokenMatches } from './token.ts'

test('tokens have 256 bits, are url-safe and differ', () => {
  const tokens = Array.from({ length: 100 }, createToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('only the token itself matches its stored hash', () => {
  const token = createToken()
  const stored = hashToken(token)
  expect(stored).toMatch(/^[0-9a-f]{64}$/)
  expect(tokenMatches(token, stored)).toBe(true)
  expect(tokenMatches(stored, stored)).toBe(false)
  expect(tokenMatches('', stored)).toBe(false)
})

test('texts of different lengths compare without a throw', () => {
  expect(equalInConstantTime('a', 'ab')).toBe(false)
  expect(equalInConstantTime('', '')).toBe(true)
})
