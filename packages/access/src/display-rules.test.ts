import { describe, expect, test } from 'vitest'
import {
  type DisplayUser,
  guardPage,
  type PlatformType,
  passesPermission,
  passesWorkspace,
  showsFeature,
  toPlatformType,
} from './display-rules.ts'

const member: DisplayUser = {
  platformType: 'enterprise',
  isGlobal: false,
  permissions: ['tools:view'],
  activeWorkspaceId: 'w1',
}
const onOpenSource: DisplayUser = { ...member, platformType: 'open source', permissions: [] }
const global: DisplayUser = { ...member, isGlobal: true, permissions: [] }

test('only enterprise and cloud are what they say, anything else is open source [S1-PLAT-03]', () => {
  expect(['enterprise', 'cloud', 'open source'].map(toPlatformType)).toEqual([
    'enterprise',
    'cloud',
    'open source',
  ])
  const others = ['', 'oss', 'Enterprise', undefined, null, 1, {}]
  expect(others.map(toPlatformType)).toEqual(others.map(() => 'open source'))
})

describe('showsFeature', () => {
  test('shows what has no key', () => {
    expect(showsFeature(undefined, undefined)).toBe(true)
    expect(showsFeature({}, '')).toBe(true)
  })

  test('shows a key whose flag is on, and hides every other', () => {
    const features = { 'feat:a': true, 'feat:b': 'true', 'feat:c': false, 'feat:d': 'false', 'feat:e': 'yes' }
    const shown = [...Object.keys(features), 'feat:z'].filter((key) => showsFeature(features, key))
    expect(shown).toEqual(['feat:a', 'feat:b'])
  })

  test('hides every key when the flags are missing or empty', () => {
    expect(showsFeature(undefined, 'feat:a')).toBe(false)
    expect(showsFeature({}, 'feat:a')).toBe(false)
  })
})

describe('passesPermission', () => {
  test('passes open source and global users, whatever is named', () => {
    for (const user of [onOpenSource, global]) {
      expect(passesPermission(user, 'logs:view')).toBe(true)
      expect(passesPermission(user, undefined)).toBe(true)
    }
  })

  test('passes others with at least one of several, and fails without any', () => {
    expect(passesPermission(member, 'logs:view,tools:view')).toBe(true)
    expect(passesPermission(member, ['logs:view'])).toBe(false)
    expect(passesPermission(member, undefined)).toBe(false)
    expect(passesPermission(member, '')).toBe(false)
  })
})

test('passesWorkspace passes open source, global users and the active workspace', () => {
  expect([onOpenSource, global, member].map((user) => passesWorkspace(user, 'w2'))).toEqual([
    true,
    true,
    false,
  ])
  expect(passesWorkspace(member, 'w1')).toBe(true)
})

describe('guardPage', () => {
  const visitor = (user: DisplayUser, features: Record<string, boolean | string> = {}) => ({
    ...user,
    features,
  })

  test('sends who is not signed in to the sign-in page', () => {
    expect(guardPage(undefined, {})).toBe('/login')
  })

  test('refuses pages of a feature on open source and shows the others', () => {
    expect(guardPage(visitor(onOpenSource, { 'feat:logs': true }), { feature: 'feat:logs' })).toBe(
      '/unauthorized',
    )
    expect(guardPage(visitor(onOpenSource), { permission: 'tools:view' })).toBe('show')
  })

  test.each<PlatformType>(['enterprise', 'cloud'])('needs flag and permission on %s', (platformType) => {
    const user = { ...member, platformType }
    const page = { feature: 'feat:logs', permission: 'tools:view' }
    expect(guardPage(visitor(user, { 'feat:logs': 'true' }), page)).toBe('show')
    expect(guardPage(visitor(user, { 'feat:logs': false }), page)).toBe('/unauthorized')
    expect(guardPage(visitor(user), { permission: 'logs:view' })).toBe('/unauthorized')
    expect(guardPage(visitor({ ...user, permissions: [] }), {})).toBe('/unauthorized')
    const flagged = { feature: 'feat:logs' }
    const isOn = { 'feat:logs': true }
    expect(guardPage(visitor({ ...user, permissions: [] }, isOn), flagged)).toBe('/unauthorized')
    expect(guardPage(visitor(user, isOn), flagged)).toBe('show')
  })

  test('asks a global user for the flag only', () => {
    expect(guardPage(visitor(global), { permission: 'logs:view' })).toBe('show')
    expect(guardPage(visitor(global), { feature: 'feat:logs' })).toBe('/unauthorized')
  })
})
