import { describe, expect, test } from 'vitest'
import {
  type DisplayUser,
  decidePage,
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

test('only enterprise and cloud are what they say, anything else is open source [S1-PLAT-01 S1-PLAT-03]', () => {
  expect(['enterprise', 'cloud', 'open source'].map(toPlatformType)).toEqual([
    'enterprise',
    'cloud',
    'open source',
  ])
  const others = ['', 'oss', 'Enterprise', undefined, null, 1, {}]
  expect(others.map(toPlatformType)).toEqual(others.map(() => 'open source'))
})

describe('showsFeature', () => {
  test('shows what has no key [S6-DISP-01]', () => {
    expect(showsFeature(undefined, undefined)).toBe(true)
    expect(showsFeature({}, '')).toBe(true)
  })

  test('shows a key whose flag is on, and hides every other [S6-DISP-02 S5-GUARD-07]', () => {
    const features = { 'feat:a': true, 'feat:b': 'true', 'feat:c': false, 'feat:d': 'false', 'feat:e': 'yes' }
    const shown = [...Object.keys(features), 'feat:z'].filter((key) => showsFeature(features, key))
    expect(shown).toEqual(['feat:a', 'feat:b'])
  })

  test('hides every key when the flags are missing or empty [S6-DISP-03]', () => {
    expect(showsFeature(undefined, 'feat:a')).toBe(false)
    expect(showsFeature({}, 'feat:a')).toBe(false)
  })
})

describe('passesPermission', () => {
  test('passes open source and global users, whatever is named [S6-CHECK-01 S6-CHECK-02]', () => {
    for (const user of [onOpenSource, global]) {
      expect(passesPermission(user, 'logs:view')).toBe(true)
      expect(passesPermission(user, undefined)).toBe(true)
    }
  })

  test('passes others with at least one of several, and fails without any [S6-CHECK-03 S6-CHECK-04]', () => {
    expect(passesPermission(member, 'logs:view,tools:view')).toBe(true)
    expect(passesPermission(member, ['logs:view'])).toBe(false)
    expect(passesPermission(member, undefined)).toBe(false)
    expect(passesPermission(member, [])).toBe(false)
  })
})

test('passesWorkspace passes open source, global users and the active workspace [S6-WSCHK-01 S6-WSCHK-02]', () => {
  expect([onOpenSource, global, member].map((user) => passesWorkspace(user, 'w2'))).toEqual([
    true,
    true,
    false,
  ])
  expect(passesWorkspace(member, 'w1')).toBe(true)
})

describe('decidePage', () => {
  const visitor = (user: DisplayUser, features: Record<string, boolean | string> = {}) => ({
    ...user,
    features,
  })

  test('sends who is not signed in to the sign-in page [S5-GUARD-01]', () => {
    expect(decidePage(undefined, {})).toBe('/login')
  })

  test('refuses pages of a feature on open source and shows the others [S5-GUARD-02]', () => {
    expect(decidePage(visitor(onOpenSource, { 'feat:logs': true }), { feature: 'feat:logs' })).toBe(
      '/unauthorized',
    )
    expect(decidePage(visitor(onOpenSource), { permission: 'tools:view' })).toBe('show')
  })

  test.each<PlatformType>(['enterprise', 'cloud'])(
    'needs flag and permission on %s [S5-GUARD-03 S5-GUARD-04 S5-GUARD-06 S5-GUARD-08]',
    (platformType) => {
      const user = { ...member, platformType }
      const page = { feature: 'feat:logs', permission: 'tools:view' } as const
      expect(decidePage(visitor(user, { 'feat:logs': 'true' }), page)).toBe('show')
      expect(decidePage(visitor(user, { 'feat:logs': false }), page)).toBe('/unauthorized')
      expect(decidePage(visitor(user), { permission: 'logs:view' })).toBe('/unauthorized')
      expect(decidePage(visitor({ ...user, permissions: [] }), {})).toBe('/unauthorized')
      const flagged = { feature: 'feat:logs' } as const
      const isOn = { 'feat:logs': true }
      expect(decidePage(visitor({ ...user, permissions: [] }, isOn), flagged)).toBe('/unauthorized')
      expect(decidePage(visitor(user, isOn), flagged)).toBe('show')
    },
  )

  test('asks a global user for the flag only [S5-GUARD-05]', () => {
    expect(decidePage(visitor(global), { permission: 'logs:view' })).toBe('show')
    expect(decidePage(visitor(global), { feature: 'feat:logs' })).toBe('/unauthorized')
  })
})
