import { isGivenOn, permissionCatalogue } from '@runnel/contract'
import { expect, test } from 'vitest'
import type { Viewer } from '../session/display-rules.ts'
import { menuEntries, pathFor, shownMenu } from './menu-entries.ts'

const viewer: Viewer = {
  platformType: 'enterprise',
  isGlobal: false,
  permissions: [],
  features: {},
  activeWorkspaceId: undefined,
}
const AREAS: Record<string, string> = { apikey: 'apikeys', 'document-stores': 'documentStores' }
const menuFor = (more: Partial<Viewer>) => shownMenu({ ...viewer, ...more })
const idsFor = (more: Partial<Viewer>) => menuFor(more).flatMap(({ entries }) => entries.map(({ id }) => id))
const allOn = { 'feat:sso-config': true, 'feat:roles': true, 'feat:users': 'true', 'feat:workspaces': 'true' }

test('the menu shows what the person may open, in its order [S2-SIDE-01 S2-SIDE-05]', () => {
  expect(idsFor({ isGlobal: true })).toEqual([
    'chatflows',
    'agentflows',
    'executions',
    'marketplaces',
    'tools',
    'credentials',
    'variables',
    'apikey',
    'document-stores',
  ])
  const features = { 'feat:login-activity': true, 'feat:account': 'true' }
  expect(idsFor({ isGlobal: true, features }).slice(-3)).toEqual(['login-activity', 'audit-log', 'account'])
  expect(idsFor({ permissions: ['loginActivity:view'] })).toEqual([])
  expect(idsFor({ permissions: ['loginActivity:view'], features })).toEqual([
    'login-activity',
    'audit-log',
    'account',
  ])
  expect(idsFor({ permissions: ['apikeys:view', 'agentflows:view'] })).toEqual(['agentflows', 'apikey'])
  expect(idsFor({ platformType: 'open source' })).toHaveLength(9)
  expect(idsFor({})).toEqual([])
})

test('who has no right at all is led to their own account, where they are not refused', () => {
  const account = menuEntries.filter(({ id }) => id === 'account')
  const pathOf = (more: Partial<Viewer>) => account.map((entry) => pathFor({ ...viewer, ...more }, entry))
  expect(pathOf({})).toEqual(['/user-profile'])
  expect(pathOf({ permissions: ['tools:view'] })).toEqual(['/account'])
  expect(pathOf({ platformType: 'open source' })).toEqual(['/account'])
})

test('each permission opens its own entry and no other [S6-PERM-01..03 S6-PERM-05 S6-PERM-07..11]', () => {
  const ids = [
    'chatflows',
    'agentflows',
    'executions',
    'marketplaces',
    'tools',
    'credentials',
    'variables',
    'apikey',
    'document-stores',
  ]
  const permissions = ids.map((id) => {
    if (id === 'marketplaces') return 'templates:custom'
    return `${AREAS[id] ?? id}:view`
  })
  expect(permissions.map((permission) => idsFor({ permissions: [permission] }))).toEqual(
    ids.map((id) => [id]),
  )
  expect(menuEntries.filter(({ group }) => group === undefined)).toHaveLength(permissions.length)
})

test('the groups stand below the main list, in their order [S2-SIDE-03 S2-SIDE-04 S2-SIDE-10]', () => {
  const features = { ...allOn, 'feat:login-activity': true, 'feat:account': true }
  const menu = menuFor({ isGlobal: true, features })
  expect(menu.map(({ group }) => group)).toEqual([undefined, 'people', 'others'])
  expect(menu[1]?.entries.map(({ id }) => id)).toEqual([
    'sso-config',
    'roles',
    'users',
    'workspaces',
    'login-activity',
    'audit-log',
  ])
  expect(menu[2]?.entries.map(({ id }) => id)).toEqual(['account'])
})

test('each of its entries needs its permission and its flag [S2-SIDE-06 S6-PERM-15..18 S6-FLAG-04]', () => {
  const wanted = {
    'sso-config': 'sso:manage',
    roles: 'roles:manage',
    users: 'users:manage',
    workspaces: 'workspace:view',
  }
  for (const [id, permission] of Object.entries(wanted)) {
    const permissions = [permission]
    expect(idsFor({ permissions, features: allOn })).toEqual([id])
    expect(idsFor({ permissions, features: { ...allOn, [`feat:${id}`]: 'false' } })).toEqual([])
  }
})

test('an entry whose rights not every platform gives has a flag, which takes it away there', () => {
  const given = Object.values(permissionCatalogue)
    .flat()
    .filter((entry) => isGivenOn('open source', entry))
    .map(({ key }) => key)
  const rights = ({ rule: { permission = [] } }: (typeof menuEntries)[number]) =>
    typeof permission === 'string' ? permission.split(',') : permission
  const bare = menuEntries.filter((entry) => {
    const asked = rights(entry)
    return asked.length > 0 && !entry.rule.feature && !asked.some((each) => given.includes(each))
  })
  expect(bare.map(({ id }) => id)).toEqual([])
})

test('a group without an entry has no title [S2-SIDE-07]', () => {
  expect(menuFor({ permissions: ['tools:view'], features: allOn }).map(({ group }) => group)).toEqual([
    undefined,
  ])
})
