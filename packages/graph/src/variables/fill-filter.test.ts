import type { JsonValue } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { fillFilter } from './fill-filter.ts'
import { REFERENCE } from './find-references.ts'

const fillWith = (value: string) => (text: string) => text.replace(REFERENCE, () => value)
const HOSTILE = [`x" or "" == "`, `x' or '' == '`, 'x\\', '\\" or 1 == 1', 'a\nb', '{}', '[]', '{"$ne":1}']

describe('a filter', () => {
  test.each(HOSTILE)('of JSON holds %j as a text', (value) => {
    const fill = fillWith(value)
    const filters: JsonValue[] = ['{"a": "{{x}}"}', '{"a": {{x}}}', '\n{"a":"{{x}}"}', { a: '{{x}}' }]
    for (const filter of filters) expect(fillFilter(filter, fill)).toEqual({ a: value })
    expect(fillFilter('{"$or": [{"a": {{x}}}, {"b": ["{{x}}"]}]}', fill)).toEqual({
      $or: [{ a: value }, { b: [value] }],
    })
  })

  test('of JSON keeps what its author wrote', () => {
    const fill = fillWith('x')
    expect(fillFilter('{"a": "\\n\\u00fc {{x}}", "b": 1}', fill)).toEqual({ a: '\nü x', b: 1 })
    expect(fillFilter('{"a": 1}', fill)).toBe('{"a": 1}')
    expect(fillFilter(5, fill)).toBe(5)
  })

  test.each(HOSTILE)('in a language of its own holds %j as one piece', (value) => {
    expect(fillFilter(`a == '{{x}}' or b == {{x}}`, fillWith(value))).toEqual([
      'a == ',
      [value],
      ' or b == ',
      { bare: value },
    ])
  })

  test('in a language of its own keeps what its author wrote', () => {
    const fill = fillWith('x')
    expect(fillFilter(`{Of} = "a \\"b\\" {{x}}" and c = 'it\\'s'`, fill)).toEqual([
      '{Of} = ',
      ['a "b" x'],
      ` and c = 'it\\'s'`,
    ])
    expect(fillFilter('"a" "{{x}}', fill)).toEqual(['"a" ', ['x']])
    expect(fillFilter('{{x}} "a', fill)).toEqual([{ bare: 'x' }, ' ', '"a'])
  })

  test('that is nothing but a reference is what that holds', () => {
    expect(fillFilter(' {{x}} ', fillWith('a == 1'))).toBe(' a == 1 ')
  })

  test('with mentions of the editor is read as one with braces', () => {
    const mention = '<span class="variable" data-type="mention" data-id="x">{{x}}</span>'
    expect(fillFilter(`a == "${mention}"`, fillWith('y'))).toEqual(['a == ', ['y']])
  })
})
