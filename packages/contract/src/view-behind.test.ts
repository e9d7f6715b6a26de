import { expect, test } from 'vitest'
import { allPermissions } from './permissions.ts'
import { viewBehind } from './view-behind.ts'

test('what changes a thing stands on the permission to look at it', () => {
  expect(viewBehind('tools:create')).toBe('tools:view')
  expect(viewBehind('workspace:add-user')).toBe('workspace:view')
  expect(viewBehind('templates:custom-delete')).toBe('templates:custom')
})

test('what shows something, or stands on its own, needs no other', () => {
  for (const alone of ['tools:view', 'users:manage', 'templates:custom', 'templates:flowexport', 'logs:view'])
    expect(viewBehind(alone), alone).toBeUndefined()
  expect(viewBehind('documentTags:legal')).toBeUndefined()
})

test('no permission to look stands on another one', () => {
  const views = allPermissions.flatMap((each) => viewBehind(each) ?? [])
  expect(views.flatMap((each) => viewBehind(each) ?? [])).toEqual([])
})
