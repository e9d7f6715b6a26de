import { expect, test } from 'vitest'
import { subjectName } from './subject-name.ts'

test('a login method is called what its provider is called, anything else what it is called itself', () => {
  expect(subjectName({ kind: 'login-method', id: 'a1', name: 'oidc' })).toBe('OpenID Connect')
  expect(subjectName({ kind: 'api-key', id: 'a1', name: 'oidc' })).toBe('oidc')
  expect(subjectName({ kind: 'login-method', id: 'a1', name: 'of another version' })).toBe(
    'of another version',
  )
  expect(subjectName({ kind: 'chunk', id: 'a1', name: null })).toBe('a1')
  expect(subjectName({ kind: 'organization', id: null, name: null })).toBe('–')
})
