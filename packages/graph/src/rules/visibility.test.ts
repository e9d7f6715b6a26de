import { type InputDefinition, type JsonValue, ROW_ID } from '@runnel/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTestDefinition } from '../testing.ts'
import { matchesPattern } from './match-pattern.ts'
import { isInputVisible, matchesRule, visibleFields, visibleInputs } from './visibility.ts'

const find = findTestDefinition

function getDefinition(name: string) {
  const definition = find(name)
  if (!definition) throw new Error(`no definition ${name}`)
  return definition
}

describe('visibility', () => {
  const inputs: InputDefinition[] = [
    { name: 'kind', label: 'Kind', type: 'options', default: 'chat' },
    { name: 'on', label: 'On', type: 'boolean' },
    { name: 'list', label: 'List', type: 'array', array: [] },
  ]

  function shown(
    rules: Pick<InputDefinition, 'show' | 'hide' | 'display'>,
    values: Record<string, JsonValue>,
    row?: string | number,
  ) {
    const input = { name: 'x', label: 'X', type: 'string', ...rules }
    return isInputVisible(input, { values, inputs, ...(row === undefined ? {} : { row }) })
  }

  test('an input without rules is shown [S4-VIS-01 S3-PARAM-04]', () => {
    expect(shown({}, {})).toBe(true)
    expect(shown({ display: false }, {})).toBe(false)
  })

  test('every show rule must match, no hide rule may [S4-VIS-02 S4-VIS-03 S3-PARAM-05]', () => {
    expect(shown({ show: { kind: 'form', on: true } }, { kind: 'form', on: true })).toBe(true)
    expect(shown({ show: { kind: 'form', on: true } }, { kind: 'form' })).toBe(false)
    expect(shown({ hide: { kind: 'form', on: true } }, { kind: 'form' })).toBe(false)
    expect(shown({ hide: { kind: 'form' } }, { kind: 'chat' })).toBe(true)
  })

  test('a value that is missing counts as its default', () => {
    expect(shown({ show: { kind: 'chat' } }, {})).toBe(true)
    expect(shown({ show: { on: true } }, {})).toBe(false)
    expect(shown({ show: { on: false } }, {})).toBe(false)
  })

  test.each<[JsonValue, JsonValue, boolean]>([
    ['form', 'form', true],
    ['form', 'chat', false],
    ['form', 'formInput', false],
    [['a', 'b'], 'b', true],
    [['a', 'b'], 'c', false],
    ['a', ['a', 'c'], true],
    [['a', 'b'], ['b', 'c'], true],
    [['a'], ['b'], false],
    [true, true, true],
    [true, 'true', false],
    [false, '', false],
    [3, 3, true],
    [3, '3', true],
    [3, 4, false],
    [3, '', false],
    [{ a: [1] }, { a: [1] }, true],
    [{ a: [1] }, { a: [2] }, false],
    ['.+', 'anything', true],
    ['.+', '', false],
    ['(one|two)', 'two', true],
    ['(unclosed', 'x', false],
  ])('the rule %j with the value %j: %j [S4-VIS-04 S4-VIS-05 S4-VIS-07..09]', (rule, value, expected) => {
    expect(matchesRule(rule, value)).toBe(expected)
  })

  test('$index is the row, by id or by place; paths go into rows and settings [S4-VIS-10]', () => {
    const values = {
      list: [
        { [ROW_ID]: 'r5', type: 'a' },
        { [ROW_ID]: 'r9', type: 'b', deep: { x: 1 } },
      ],
      xConfig: { y: 'z' },
    }
    expect(shown({ show: { 'list[$index].type': 'b' } }, values, 'r9')).toBe(true)
    expect(shown({ show: { 'list[$index].type': 'b' } }, values, 1)).toBe(true)
    expect(shown({ show: { 'list[$index].type': 'b' } }, values, 'r5')).toBe(false)
    expect(shown({ show: { 'list[$index].deep.x': 1 } }, values, 'r9')).toBe(true)
    expect(shown({ show: { 'xConfig.y': 'z' } }, values)).toBe(true)
  })

  test('names of prototypes are no values', () => {
    expect(shown({ show: { 'constructor.name': 'Object' } }, {})).toBe(false)
    expect(shown({ show: { __proto__: 'x' } }, {})).toBe(true)
  })

  test('of a node: by its values and defaults', () => {
    const definition = getDefinition('llmAgentflow')
    const names = (values: Record<string, JsonValue>) =>
      visibleInputs({ values }, definition).map((input) => input.name)
    expect(names({})).toContain('llmMemoryType')
    expect(names({ llmEnableMemory: false })).not.toContain('llmMemoryType')
    expect(names({ llmMemoryType: 'windowSize' })).toContain('llmMemoryWindowSize')
  })

  test('of a row: by its own fields', () => {
    const definition = getDefinition('conditionAgentflow')
    const values = {
      conditions: [
        { [ROW_ID]: 'r0', operation: 'isEmpty' },
        { [ROW_ID]: 'r1', operation: 'equal' },
      ],
    }
    const fields = definition.inputs[0]?.array ?? []
    const names = (row: string) =>
      visibleFields({ values, inputs: definition.inputs, row }, fields).map((field) => field.name)
    expect(names('r0')).not.toContain('value2')
    expect(names('r1')).toContain('value2')
  })
})

describe('patterns', () => {
  test.each([
    ['a.c', 'abc', true],
    ['a.*c', 'ac', true],
    ['a.*c', 'axxcxc', true],
    ['a.*c', 'axxcx', false],
    ['^gpt-.+$', 'gpt-4', true],
    ['a\\.b', 'a.b', true],
    ['a\\.b', 'axb', false],
    ['a|b.+', 'bcd', true],
    ['[ab]', 'a', true],
    ['[^ab]', 'a', false],
    ['[ab]', '[ab]', true],
    ['gpt-[45](o|-mini)?', 'gpt-4', true],
    ['gpt-[45](o|-mini)?', 'gpt-5-mini', true],
    ['gpt-[45](o|-mini)?', 'gpt-3', false],
    ['colou?r', 'color', true],
    ['\\d{2,3}', '12', true],
    ['\\d{2,3}', '1234', false],
    ['\\d{2,}', '12345', true],
    ['(?:ab)+', 'abab', true],
    ['(?:ab)+', 'aba', false],
    ['(a*)*', 'aa', true],
    ['^a$|^b$', 'b', true],
    ['a^b', 'ab', false],
    ['.+', 'two\nlines', true],
    ['', 'x', false],
  ])('%s with %s: %j [S4-VIS-05 S4-VIS-06]', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected)
  })

  test.each(['(', '[b-a]', '(?=a)a', '(a)\\1', 'a{2000}', '(?<name>a)', '*a', 'a**'])(
    'what is no known pattern matches itself only: %s [S4-VIS-06]',
    (pattern) => {
      expect(matchesPattern(pattern, 'a')).toBe(false)
      expect(matchesPattern(pattern, pattern)).toBe(true)
    },
  )

  test('says what the regular expressions of the language say', () => {
    const part = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(ab)', '\\w', '(?:a|)')
    const times = fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '*?')
    const pattern = fc.array(fc.tuple(part, times), { minLength: 1, maxLength: 5 })
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (parts, chars) => {
        const source = parts.flat().join('')
        const isMatch = new RegExp(`^(?:${source})$`, 's').test(chars.join(''))
        expect(matchesPattern(source, chars.join(''))).toBe(isMatch || source === chars.join(''))
      }),
    )
  })

  test('a pattern made to be slow holds nobody up', () => {
    expect(matchesPattern(`${'.*a'.repeat(60)}b`, 'a'.repeat(2_000))).toBe(false)
    expect(matchesPattern('(a+)+b', 'a'.repeat(50_000))).toBe(false)
    expect(matchesPattern('.+', 'a'.repeat(200_000))).toBe(true)
  })
})
