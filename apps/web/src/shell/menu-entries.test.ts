import { expect, test } from 'vitest'
import type { Viewer } from '../session/display-rules.ts'
import { menuEntries, shownEntries } from './menu-entries.ts'

const viewer: Viewer = {
  platformType: 'enterprise',
  isGlobal: false,
  permissions: [],
  features: {},
  activeWorkspaceId: undefined,
}
const AREAS: Record<string, string> = { apikey: 'apikeys', 'document-stores': 'documentStores' }
const idsFor = (more: Partial<Viewer>) => shownEntries({ ...viewer, ...more }).map(({ id }) => id)

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
  const flagged = menuEntries.filter(({ rule }) => rule.feature !== undefined)
  expect(menuEntries).toHaveLength(permissions.length + flagged.length)
})
