import { expect, test } from 'vitest'
import { listWithoutView, togglePermission } from './toggle-permission.ts'

const offered = ['tools:view', 'tools:create', 'tools:delete', 'chatflows:view']
const forPeople = { offered, needsView: true }

test('what changes a thing brings the permission to look at it', () => {
  expect(togglePermission(['chatflows:view'], 'tools:create', forPeople)).toEqual({
    chosen: ['chatflows:view', 'tools:create', 'tools:view'],
    added: 'tools:view',
  })
  expect(togglePermission(['tools:view'], 'tools:create', forPeople)).toEqual({
    chosen: ['tools:view', 'tools:create'],
  })
})

test('without the permission to look what stood on it goes', () => {
  const chosen = ['tools:view', 'tools:create', 'chatflows:view', 'tools:delete']
  expect(togglePermission(chosen, 'tools:view', forPeople)).toEqual({
    chosen: ['chatflows:view'],
    dropped: ['tools:create', 'tools:delete'],
  })
})

test('what the giver does not hold is not brought along', () => {
  const giver = { offered: ['tools:create'], needsView: true }
  expect(togglePermission([], 'tools:create', giver)).toEqual({ chosen: ['tools:create'] })
})

test('a key may change what it cannot look at', () => {
  const forKeys = { offered, needsView: false }
  expect(togglePermission([], 'tools:create', forKeys)).toEqual({ chosen: ['tools:create'] })
  expect(togglePermission(['tools:view', 'tools:create'], 'tools:view', forKeys).chosen).toEqual([
    'tools:create',
  ])
})

test('what an older role holds without its permission to look is found', () => {
  expect(listWithoutView(['tools:create', 'chatflows:view', 'users:manage'])).toEqual(['tools:create'])
  expect(listWithoutView(['tools:view', 'tools:create'])).toEqual([])
})
