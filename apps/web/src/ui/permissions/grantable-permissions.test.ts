import { permissionCatalogue } from '@runnel/contract'
import { expect, test } from 'vitest'
import type { Viewer } from '../../session/display-rules.ts'
import {
  countRights,
  grantablePermissions,
  offeredCategories,
  withCategory,
} from './grantable-permissions.ts'

const member: Viewer = {
  platformType: 'enterprise',
  activeWorkspaceId: undefined,
  isGlobal: false,
  permissions: ['chatflows:view', 'apikeys:create', 'logs:view'],
  features: {},
}
const keysFor = (viewer: Viewer) =>
  grantablePermissions(permissionCatalogue, viewer).flatMap(({ entries }) => entries.map(({ key }) => key))

test('a member can give only what they hold, and no category stands empty', () => {
  expect(keysFor(member)).toEqual(['chatflows:view', 'apikeys:create', 'logs:view'])
  expect(grantablePermissions(permissionCatalogue, member).map(({ name }) => name)).toEqual([
    'chatflows',
    'apikeys',
    'logs',
  ])
})

test('a global user can give everything of the platform that does not govern people', () => {
  const { workspace: _workspace, admin: _admin, ...given } = permissionCatalogue
  const all = Object.values(given).flat()
  expect(keysFor({ ...member, isGlobal: true })).toEqual(all.map(({ key }) => key))
  expect(keysFor({ ...member, isGlobal: true, platformType: 'open source' })).not.toContain('logs:view')
})

test('a category is chosen and dropped as a whole, the rest stays', () => {
  const category = { name: 'chatflows', entries: (permissionCatalogue.chatflows ?? []).slice(0, 2) }
  const chosen = withCategory(['tools:view', 'chatflows:view'], category, true)
  expect(chosen).toEqual(['tools:view', 'chatflows:view', 'chatflows:create'])
  expect(withCategory(chosen, category, false)).toEqual(['tools:view'])
})

test('what nothing asks for yet is not offered, and stays where it is held', () => {
  const categories = grantablePermissions(permissionCatalogue, { ...member, isGlobal: true })
  const offered = (held: string[]) =>
    offeredCategories(categories, held).flatMap(({ entries }) => entries.map(({ key }) => key))
  expect(offered([])).not.toContain('datasets:view')
  expect(offered([])).not.toContain('assistants:create')
  expect(offered([])).toContain('assistants:view')
  expect(offered(['datasets:view']).filter((key) => key.startsWith('datasets'))).toEqual(['datasets:view'])
})

test('tags of documents are no permissions', () => {
  expect(countRights(['chatflows:view', 'documentTags:legal', 'tools:view'])).toEqual({ rights: 2, tags: 1 })
})
