import { expect, test } from 'vitest'
import { listChanges, listFacts } from './list-changes.ts'

test('of a list what came and what went is told, of anything else what it was and is', () => {
  const before = { name: 'Author', description: null, permissions: ['tools:view', 'tools:create'] }
  const after = { name: 'Writer', description: null, permissions: ['tools:view', 'chatflows:view'] }
  expect(listChanges(before, after)).toEqual([
    { field: 'name', before: 'Author', after: 'Writer' },
    { field: 'permissions', added: ['chatflows:view'], removed: ['tools:create'] },
  ])
})

test('a field that came or went is told against nothing, and a list in another order as it is', () => {
  expect(listChanges({ old: 1 }, { new: [{ a: 1 }] })).toEqual([
    { field: 'old', before: 1, after: null },
    { field: 'new', before: null, after: [{ a: 1 }] },
  ])
  expect(listChanges({ a: ['x', 'y'] }, { a: ['y', 'x'] })).toEqual([
    { field: 'a', before: ['x', 'y'], after: ['y', 'x'] },
  ])
})

test('what was made or deleted has no change, nor has what stayed as it was', () => {
  expect(listChanges(null, { a: 1 })).toEqual([])
  expect(listChanges({ a: 1 }, undefined)).toEqual([])
  expect(listChanges({ a: [1] }, { a: [1] })).toEqual([])
})

test('what was made or is gone is told by its fields that say something', () => {
  const role = { name: 'Author', description: null, permissions: [] }
  const told = [
    { field: 'name', value: 'Author' },
    { field: 'permissions', value: [] },
  ]
  expect(listFacts(null, role)).toEqual(told)
  expect(listFacts(role, undefined)).toEqual(told)
  expect(listFacts(role, role)).toEqual([])
  expect(listFacts(null, null)).toEqual([])
  expect(listFacts(null, 'text')).toEqual([])
})
