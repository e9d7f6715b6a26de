import { describe, expect, test } from 'vitest'
import { readNumber, readObject, readRows, readSwitch, readText } from './read-values.ts'

describe('values as forms and imported flows store them', () => {
  test('a number may be text, and an emptied field is absent', () => {
    expect(readNumber({ n: '20' }, 'n')).toBe(20)
    expect(readNumber({ n: 0 }, 'n')).toBe(0)
    expect(readNumber({ n: '' }, 'n')).toBeUndefined()
    expect(readNumber({ n: 'many' }, 'n')).toBeUndefined()
    expect(readNumber({}, 'n')).toBeUndefined()
  })

  test('a switch may be text, and falls back only when absent', () => {
    expect(readSwitch({ s: 'true' }, 's')).toBe(true)
    expect(readSwitch({ s: 'false' }, 's', true)).toBe(false)
    expect(readSwitch({ s: '' }, 's', true)).toBe(true)
    expect(readSwitch({}, 's')).toBe(false)
  })

  test('rows and objects may be JSON text, and broken text has none', () => {
    expect(readRows({ r: '[{"key":"a"}]' }, 'r')).toEqual([{ key: 'a' }])
    expect(readRows({ r: '' }, 'r')).toEqual([])
    expect(readRows({ r: '[{' }, 'r')).toEqual([])
    expect(readObject({ o: '{"a":1}' }, 'o')).toEqual({ a: 1 })
    expect(readObject({ o: '[1]' }, 'o')).toBeUndefined()
  })

  test('text takes numbers, switches and objects', () => {
    expect(readText({ t: 3 }, 't')).toBe('3')
    expect(readText({ t: { a: true } }, 't')).toBe('{"a":true}')
    expect(readText({ t: null }, 't', 'none')).toBe('none')
  })
})
