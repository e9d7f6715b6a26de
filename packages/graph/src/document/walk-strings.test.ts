import type { JsonValue } from '@runnel/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveChatVariables } from '../variables/resolve-chat-variables.ts'
import { resolveVariables } from '../variables/resolve-variables.ts'
import { listNamedIds, mapStrings, walkStrings } from './walk-strings.ts'

const seen = (value: JsonValue) => {
  const texts: string[] = []
  walkStrings(value, (text) => texts.push(text))
  return texts
}
const variables = { town: 'Ulm' }
const key = fc.constantFrom('$row', 'a', '__proto__', 'x.y', '')
const text = fc.constantFrom('{{$vars.town}}', 'r1', 'r12', 'plain')
const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<JsonValue>(1, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('the texts of a value', () => {
  test.each([
    ['of an agent flow', (value: JsonValue) => resolveVariables(value, { variables })],
    ['of a chat flow', (value: JsonValue) => resolveChatVariables(value, { variables })],
  ])('are all that a run %s fills in: what is checked is what is read', (_of, resolve) => {
    fc.assert(
      fc.property(values, (value) => {
        const isFilled = JSON.stringify(resolve(value)).includes('Ulm')
        expect(seen(value).some((each) => each.includes('$vars'))).toBe(isFilled)
      }),
    )
  })

  test('are none where a row has the id that it was given', () => {
    expect(seen([{ $row: 'r0', a: 'x' }, { $row: 'own' }])).toEqual(['x', 'own'])
  })

  test('are all changed, but for the ids of rows', () => {
    const value = [{ $row: 'r0', a: 'x' }, { $row: { b: 'y' } }]
    expect(mapStrings(value, (each) => `${each}!`)).toEqual([{ $row: 'r0', a: 'x!' }, { $row: { b: 'y!' } }])
  })
})

test('ids are found wherever they stand, and parts of texts are none', () => {
  const id = '11111111-2222-4333-8444-555555555555'
  const other = id.replaceAll('1', 'A')
  const node = (nodeValues: Record<string, JsonValue>) => ({
    id: 'x',
    type: 'x',
    label: 'x',
    position: { x: 0, y: 0 },
    values: nodeValues,
  })
  const nodes = [node({ a: [{ $row: id }] }), node({ b: { c: other }, d: `in ${id}` })]
  expect(listNamedIds({ nodes, edges: [] })).toEqual(new Set([id, other]))
})
