import { allPermissions } from '@runnel/contract'
import { expect, test } from 'vitest'
import { grantablePermissions } from './grantable-permissions.ts'
import { keyWith, userWith } from './principals.fixture.ts'

test('gives no more than the creator holds', () => {
  const wanted = ['tools:view', 'tools:delete', 'chatflows:view']
  expect(grantablePermissions(userWith(['tools:view', 'chatflows:view']), wanted)).toEqual([
    'chatflows:view',
    'tools:view',
  ])
  expect(grantablePermissions(keyWith(['tools:view']), wanted)).toEqual(['tools:view'])
  expect(grantablePermissions({ kind: 'anonymous' }, wanted)).toEqual([])
})

test('gives an admin everything that does not govern people or workspaces', () => {
  const granted = grantablePermissions(userWith([], { isOrganizationAdmin: true }), allPermissions)
  const refused = allPermissions.filter((permission) => !granted.includes(permission))
  expect(granted).toContain('credentials:update')
  expect(refused.toSorted()).toEqual(
    [
      'roles:manage',
      'sso:manage',
      'users:manage',
      ...allPermissions.filter((permission) => permission.startsWith('workspace:')),
    ].toSorted(),
  )
})

test('gives nothing that the catalogue does not know, and each once', () => {
  const admin = userWith(['*', 'tools:view'], { isOrganizationAdmin: true })
  expect(grantablePermissions(admin, ['*', 'tools:fly', 'tools:view', 'tools:view'])).toEqual(['tools:view'])
})
