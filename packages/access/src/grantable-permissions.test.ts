import { allPermissions } from '@runnel/contract'
import { expect, test } from 'vitest'
import { grantablePermissions } from './grantable-permissions.ts'
import { keyWith, userWith } from './principals.fixture.ts'

test('gives no more than the creator holds', () => {
  const wanted = ['tools:view', 'tools:delete', 'chatflows:view']
  expect(grantablePermissions(userWith(['tools:view', 'chatflows:view']), wanted, 'enterprise')).toEqual([
    'chatflows:view',
    'tools:view',
  ])
  expect(grantablePermissions(keyWith(['tools:view']), wanted, 'enterprise')).toEqual(['tools:view'])
  expect(grantablePermissions({ kind: 'anonymous' }, wanted, 'enterprise')).toEqual([])
})

test('gives an admin everything that does not govern people or workspaces', () => {
  const granted = grantablePermissions(userWith([], { isOrganizationAdmin: true }), allPermissions, 'cloud')
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
  expect(grantablePermissions(admin, ['*', 'tools:fly', 'tools:view', 'tools:view'], 'enterprise')).toEqual([
    'tools:view',
  ])
})

test('gives on open source nothing of what only several people need', () => {
  const admin = userWith([], { isOrganizationAdmin: true })
  const wanted = ['tools:view', 'credentials:share', 'loginActivity:view', 'datasets:view']
  expect(grantablePermissions(admin, wanted, 'open source')).toEqual(['tools:view'])
  expect(grantablePermissions(admin, wanted, 'cloud')).toHaveLength(wanted.length)
})
