import type { Variable } from '@runnel/contract'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, fieldOf, keepsSecret, readHosts } from './variable-draft.ts'

const stored = (more: Partial<Variable>) =>
  ({ name: 'key', value: 'Ulm', type: 'static', ...more }) as Variable

test('hosts are read a line each, or between commas', () => {
  expect(readHosts(' api.example.com,\n\n*.example.org ; localhost:80 ')).toEqual([
    'api.example.com',
    '*.example.org',
    'localhost:80',
  ])
  expect(readHosts('\n')).toEqual([])
})

test('a secret whose value is left empty keeps it, and its mask is no value', () => {
  const draft = draftOf(stored({ type: 'secret', value: '•••', hosts: ['a.example', 'b.example'] }))
  expect(draft).toMatchObject({ value: '', secret: '', hosts: 'a.example\nb.example' })
  expect(bodyOf(draft)).toEqual({ name: 'key', type: 'secret', hosts: ['a.example', 'b.example'] })
  expect(bodyOf({ ...draft, secret: 'new-value' })).toMatchObject({ value: 'new-value' })
})

test('only a static one sends what stands in its value, and only a secret one hosts', () => {
  const draft = { ...draftOf(stored({})), secret: 'typed', hosts: 'a.example' }
  expect(bodyOf(draft)).toEqual({ name: 'key', type: 'static', value: 'Ulm' })
  expect(bodyOf({ ...draft, type: 'runtime' })).toEqual({ name: 'key', type: 'runtime' })
})

test.each<[string, Variable | undefined, boolean]>([
  ['a new one', undefined, false],
  ['a secret one', stored({ type: 'secret', value: '•••' }), true],
  ['a static one', stored({}), true],
  ['an empty static one', stored({ value: null }), false],
  ['one of the server', stored({ type: 'runtime', value: 'old' }), false],
])('%s keeps a value when none is typed: %s', (_what, variable, keeps) => {
  expect(keepsSecret(variable)).toBe(keeps)
})

test('what the server says stands at the field that it means', () => {
  expect(fieldOf('hosts[2]', 'secret')).toBe('hosts')
  expect([fieldOf('value', 'secret'), fieldOf('value', 'static'), fieldOf('name', 'static')]).toEqual([
    'secret',
    'value',
    undefined,
  ])
})
