import { ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { findAtPath, setAtPath } from './value-path.ts'

const values = {
  a: 1,
  rows: [
    { [ROW_ID]: 'r4', x: 'first', inner: [{ [ROW_ID]: 'r0', y: 2 }] },
    { [ROW_ID]: '0', x: 'second' },
  ],
}

describe('reading', () => {
  test.each([
    ['a', 1],
    ['rows[r4].x', 'first'],
    ['rows[r4].inner[r0].y', 2],
    ['rows[1].x', 'second'],
    ['rows[0].x', 'second'],
    ['rows[r9].x', undefined],
    ['rows.x', undefined],
    ['a.b.c', undefined],
    ['constructor', undefined],
    ['__proto__.polluted', undefined],
  ])('%s gives %j: a row id goes before an index', (path, expected) => {
    expect(findAtPath(values, path)).toEqual(expected)
  })
})

describe('writing', () => {
  test('changes one place and leaves the rest the same objects', () => {
    const next = setAtPath(values, 'rows[r4].x', 'new')
    expect(findAtPath(next, 'rows[r4].x')).toBe('new')
    expect(next.rows).not.toBe(values.rows)
    expect(findAtPath(next, 'rows[r4].inner')).toBe(values.rows[0]?.inner)
    expect(findAtPath(values, 'rows[r4].x')).toBe('first')
  })

  test('makes objects on the way, never rows', () => {
    expect(setAtPath({}, 'config.deep.x', 1)).toEqual({ config: { deep: { x: 1 } } })
    expect(setAtPath(values, 'rows[r9].x', 1)).toEqual(values)
  })

  test('without a value takes the place away', () => {
    expect(setAtPath({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
    expect(findAtPath(setAtPath(values, 'rows[r4]', undefined), 'rows')).toEqual([values.rows[1]])
  })

  test('never reaches a prototype', () => {
    setAtPath({}, '__proto__.polluted', 'yes')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
