import { describe, expect, test } from 'vitest'
import { createJsonIntake, type JsonLimits } from './json-intake.ts'

const limits: JsonLimits = {
  values: 50,
  names: 20,
  plainBytes: 60_000,
  textBytes: 100_000,
  escapedBytes: 20_000,
}

/** What an intake makes of a text that arrives in pieces of this size. */
function takeIn(text: string, size = text.length) {
  const bytes = Buffer.from(text)
  const intake = createJsonIntake('#', limits)
  for (let at = 0; at < bytes.length; at += size) intake.push(bytes.subarray(at, at + size))
  const { json, texts } = intake.end()
  return { json, texts: texts.map(({ pieces }) => Buffer.concat(pieces).toString()) }
}

const long = (length: number, sign = 'x') => sign.repeat(length)

describe('a JSON body that is taken in', () => {
  test.each([1, 2, 3, 5, 100_000])(
    'in pieces of %d bytes keeps its short texts and gives the long ones',
    (size) => {
      const short = String.raw`"a":[1,"]\"}{",{"ü\\":null}],"b":"`
      expect(takeIn(`{${short}${long(5_000, 'ü')}"}`, size)).toEqual({
        json: `{${short}#0"}`,
        texts: [long(5_000, 'ü')],
      })
    },
  )

  test('tells of escapes in a long text, and of signs that no text may hold', () => {
    const isEscaped = (text: string) => {
      const intake = createJsonIntake('#', limits)
      intake.push(Buffer.from(`["${text}"]`))
      return intake.end().texts[0]?.isEscaped
    }
    expect(isEscaped(long(5_000))).toBe(false)
    expect(isEscaped(`${long(5_000)}\\n`)).toBe(true)
    expect(isEscaped(`${long(5_000)}\n`)).toBe(true)
  })

  test.each([
    ['values in a list', `[${'0,'.repeat(50)}0]`, 'more than 50 values'],
    ['values of values', `${'[{}],'.repeat(30)}`, 'more than 50 values'],
    ['names in an object', `{${'"a":1,'.repeat(20)}"a":1}`, 'more than 20 names'],
    ['texts without an end', `${'""'.repeat(101)}`, 'more than 50 values'],
    ['levels', '['.repeat(201), 'more than 50 values'],
    ['blanks', long(60_001, ' '), 'more than 60000 bytes beside'],
    ['short texts', `["${`${long(3_000)}","`.repeat(21)}"]`, 'more than 60000 bytes beside'],
    ['letters in a text', `["${long(100_001)}"]`, 'longer than 100000 bytes'],
    ['escapes in a text', `["${long(10_001, '\\"')}"]`, 'longer than 20000 bytes'],
    ['letters in a text that never ends', `["${long(100_001)}`, 'longer than 100000 bytes'],
  ])('may not hold too many %s', (_what, text, message) => {
    for (const size of [1_000, text.length]) expect(() => takeIn(text, size)).toThrow(message)
  })

  test('may hold no long name', () => {
    expect(() => takeIn(`{"${long(5_000)}" : 1}`, 1_000)).toThrow('A name in the JSON is longer')
    expect(takeIn(`["${long(5_000)}",{"a":1}]`).json).toBe('["#0",{"a":1}]')
  })

  test('brings what it leaves unfinished to the parser', () => {
    expect(takeIn('{"a').json).toBe('{"a')
    expect(takeIn(`{"a":"${long(5_000)}`).json).toBe('{"a":"#0')
  })
})
