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

test('refuses a known caller as forbidden, and says what is missing and who can give it', () => {
  const refusal = (message: string) =>
    expect.objectContaining({ code: 'forbidden', status: 403, message: expect.stringContaining(message) })
  expect(() => authorize(userWith([]), 'tools:view')).toThrow(
    refusal('the permission “tools:view”, which your role'),
  )
  expect(() => authorize(userWith([]), 'tools:view')).toThrow(refusal('Ask an administrator'))
  expect(() => authorize(keyWith(['chatflows:view']), ['tools:view', 'tools:update'])).toThrow(
    refusal('the permission “tools:view / tools:update”, which this API key'),
  )
})

test('does not send an API key after a permission that no key is given', () => {
  expect(() => authorize(keyWith([]), 'users:manage')).toThrow(
    expect.objectContaining({
      code: 'forbidden',
      message: expect.stringContaining('No API key may do this'),
    }),
  )
})
