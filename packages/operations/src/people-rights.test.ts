import { allPermissions } from '@runnel/contract'
import { expect, test } from 'vitest'
import { heldInPlaces, missingOf, type Person, permissionsIn, permissionsOf } from './people-rights.ts'

const TAG = 'documentTags:teas'
const administrator = { isOrganizationAdmin: true, permissions: [...allPermissions] } as unknown as Person
const member = { isOrganizationAdmin: false, permissions: [...allPermissions] } as unknown as Person
const context = {
  db: { organization: () => ({ read: { findWorkspace: async (id: string) => ({ id }) } }) },
} as unknown as Parameters<typeof permissionsIn>[0]

test('administrators hold the tags of documents, however it is asked what they hold', async () => {
  const held = [
    permissionsOf(administrator),
    heldInPlaces({ isAdmin: true, workspaces: [] })('lab'),
    await permissionsIn(context, administrator, 'lab'),
  ]
  for (const each of held) expect(missingOf(each, ['tools:view', TAG])).toEqual([])
})

test('who was given every permission one by one holds no tag by that', () => {
  expect(missingOf(permissionsOf(member), ['tools:view', TAG])).toEqual([TAG])
})
