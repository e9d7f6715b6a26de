import { expect, test } from 'vitest'
import { authorize } from './authorize.ts'
import { keyWith, userWith } from './principals.fixture.ts'

test('lets pass who holds the permission', () => {
  expect(() => authorize(userWith(['tools:view']), 'tools:view')).not.toThrow()
})

test('refuses an anonymous caller as unauthenticated, with the message of the gate', () => {
  expect(() => authorize({ kind: 'anonymous' }, 'tools:view')).toThrow(
    expect.objectContaining({ code: 'unauthenticated', status: 401, message: 'Invalid or Missing token' }),
  )
})

test('refuses a known caller as forbidden, without telling what was missing', () => {
  for (const principal of [userWith([]), keyWith(['chatflows:view'])]) {
    expect(() => authorize(principal, ['tools:view', 'tools:update'])).toThrow(
      expect.objectContaining({ code: 'forbidden', status: 403, message: 'Forbidden' }),
    )
  }
})
