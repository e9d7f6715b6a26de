import { expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'

test('tokens are counted as GPT-4 does, whatever the language', async () => {
  expect(await countTokens('')).toBe(0)
  expect(await countTokens('Hello world, how are you?')).toBe(7)
  expect(await countTokens('茶'.repeat(100))).toBe(200)
})

test('a text that looks like a mark of the tokenizer is text', async () => {
  expect(await countTokens('a <|endoftext|> b')).toBe(8)
  expect(await countTokens('\ud83d')).toBeGreaterThan(0)
})

test('a long text is counted piece by piece, and no further than is wanted', async () => {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(1000)
  const whole = await countTokens(prose)
  expect(whole).toBeGreaterThanOrEqual(10_000)
  expect(whole).toBeLessThan(10_200)
  const some = await countTokens(prose, 50)
  expect(some).toBeGreaterThan(50)
  expect(some).toBeLessThan(200)
})

test('a text without an end to its word is counted like any other', async () => {
  expect(await countTokens('a'.repeat(1_000_000))).toBe(125_000)
})
