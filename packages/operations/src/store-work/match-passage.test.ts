import { describe, expect, test } from 'vitest'
import { isSamePassage, toCompared } from './match-passage.ts'

const isSame = (one: string, other: string) => isSamePassage(toCompared(one), toCompared(other))
/** Forty different words. */
const LONG = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
const part = (from: number, to: number) => LONG.split(' ').slice(from, to).join(' ')

describe('a passage that was found is the one that should come', () => {
  test('where it holds the text that must occur, whatever breaks the lines', () => {
    expect(isSame('Green tea is steeped\nat seventy degrees.', 'steeped at  Seventy degrees')).toBe(true)
    expect(isSame('Green tea is steeped at seventy degrees.', 'seventy degrees')).toBe(true)
  })

  test('where the documents were cut into smaller or larger pieces since', () => {
    expect(isSame(part(5, 15), LONG)).toBe(true)
    expect(isSame(`before ${LONG} behind`, part(0, 30))).toBe(true)
  })

  test('where a cut went through it and half of the shorter text is there', () => {
    expect(isSame(`${part(15, 40)} and more that follows`, part(0, 30))).toBe(true)
    expect(
      isSame(`${part(35, 40)} ${Array.from({ length: 30 }, (_, n) => `else${n}`).join(' ')}`, LONG),
    ).toBe(false)
  })

  test('in a script without spaces', () => {
    expect(isSame('緑茶は七十度で淹れる。紅茶は熱湯で淹れる。', '緑茶は七十度')).toBe(true)
    expect(isSame('紅茶は熱湯で淹れる。', '緑茶は七十度')).toBe(false)
  })
})

test('a short text that says nearly the same is another one', () => {
  expect(isSame('Black tea is steeped at ninety degrees', 'Green tea is steeped at seventy degrees')).toBe(
    false,
  )
  expect(isSame('seventy of all degrees', 'seventy degrees')).toBe(false)
})

test('nothing is the same as no text', () => {
  expect(isSame('', 'tea')).toBe(false)
  expect(isSame('...', '!')).toBe(false)
})
