import { describe, expect, test } from 'vitest'
import { parseLongJson } from './parse-long-json.ts'

const long = 'word '.repeat(40_000)
const list = Array.from({ length: 20_000 }, (_, n) => ({
  n,
  text: `line ${n}`,
  parts: [null, true, -1.5e-3],
}))

describe('a long text of JSON', () => {
  test.each<[string, unknown]>([
    ['a list', list],
    ['an object', { list, 'a "name"\n': { '- ä': '€ \u0000 \\ 😀' } }],
    ['one text', long],
    ['names that stand for something in JavaScript', { long, constructor: 1, toString: { length: 2 } }],
  ])('means what it means to JSON.parse: %s', async (_name, value) => {
    const text = ` ${JSON.stringify(value, null, 1)}\n`
    expect(await parseLongJson(text)).toEqual(JSON.parse(text))
  })

  test('keeps the name of a prototype as a name', async () => {
    const text = `{"long": "${long}", "__proto__": {"isOwn": true}}`
    const parsed = (await parseLongJson(text)) as object
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(Object.keys(parsed)).toEqual(['long', '__proto__'])
  })

  test.each([
    ['is cut off', `["${long}"`],
    ['goes on behind its end', `["${long}"] 1`],
    ['is none', `${long}`],
    ['has a comma too many', `["${long}",]`],
    ['has a line in a text', `["${long}\n"]`],
    ['has a number that begins with zero', `["${long}", 01]`],
  ])('is refused where it %s', async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow()
    await expect(parseLongJson(text)).rejects.toThrow()
  })

  test('that is cut off is told in words of people', async () => {
    for (const text of [`["${long}"`, '['.repeat(200_000)])
      await expect(parseLongJson(text)).rejects.toThrow(/^its end is missing\.$/)
  })

  test('of many levels is read', async () => {
    const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
    let inner = await parseLongJson(deep)
    let levels = 0
    for (; Array.isArray(inner); levels += 1) inner = inner[0] ?? null
    expect([levels, inner]).toEqual([100_000, 1])
  })

  test('lets others have their turn', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await parseLongJson(JSON.stringify(Array.from({ length: 10 }, () => list)))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(5)
  })
})
