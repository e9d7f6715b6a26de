import { describe, expect, test } from 'vitest'
import { fillPlaces, listPlaces } from './template.ts'

describe('a template', () => {
  test('lists its places in order and fills them', () => {
    const template = 'A {size} house in { town }, {size}.'
    expect(listPlaces(template)).toEqual(['size', 'town'])
    expect(fillPlaces(template, { size: 'small', town: 'Ulm' })).toBe('A small house in Ulm, small.')
  })

  test('keeps doubled braces and JSON as text', () => {
    const template = 'Answer as {{"a": {b}}} or {"c": 1}.'
    expect(listPlaces(template)).toEqual(['b'])
    expect(fillPlaces(template, { b: '2' })).toBe('Answer as {"a": 2} or {"c": 1}.')
  })

  test('of jinja-2 has its places in doubled braces, and leaves single ones alone', () => {
    const template = 'A {{ size }} house in {town}.'
    expect(listPlaces(template, 'jinja-2')).toEqual(['size'])
    expect(fillPlaces(template, { size: 'small' }, 'jinja-2')).toBe('A small house in {town}.')
  })

  test('does not fill places inside values', () => {
    expect(fillPlaces('{a} {b}', { a: '{b}', b: '$& {{x}}' })).toBe('{b} $& {{x}}')
  })

  test('names a place that has no value', () => {
    expect(() => fillPlaces('Hello {name}', {})).toThrow('{name}')
  })

  test.each(['f-string', 'jinja-2'] as const)(
    'of %s and nothing but braces is read without delay',
    (format) => {
      expect(listPlaces(`{${' '.repeat(200_000)}`, format)).toEqual([])
      expect(listPlaces('{'.repeat(200_000), format)).toEqual([])
    },
  )
})
