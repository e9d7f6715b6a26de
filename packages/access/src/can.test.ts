import { describe, expect, test } from 'vitest'
import { can, holds } from './authorize.ts'
import { keyWith, userWith } from './principals.fixture.ts'

describe('can', () => {
  test('passes a user or a key that holds any of several permissions', () => {
    for (const principal of [userWith(['tools:view']), keyWith(['tools:view'])]) {
      expect(can(principal, ['chatflows:view', 'tools:view'])).toBe(true)
      expect(can(principal, 'tools:view')).toBe(true)
    }
  })

  test('refuses who holds none of them', () => {
    expect(can(userWith(['tools:view']), ['chatflows:view', 'chatflows:update'])).toBe(false)
    expect(can(keyWith([]), 'tools:view')).toBe(false)
  })

  test('takes permissions as whole words', () => {
    expect(holds(userWith(['tools:view']), 'tools')).toBe(false)
    expect(holds(userWith(['tools:view', 'chatflows:view']), 'chatflows:view,tools:view')).toBe(false)
    expect(can(userWith(['tools']), 'tools:view')).toBe(false)
  })

  test('takes no permission that the catalogue has not: a slip of the pen does not compile', () => {
    // @ts-expect-error there is no such verb
    expect(can(userWith(['tools:view']), 'tools:veiw')).toBe(false)
    // @ts-expect-error nor in a list
    expect(can(userWith(['tools:view']), ['tools:update', 'tool:view'])).toBe(false)
  })

  test('refuses when no permission is named, even an admin', () => {
    const admin = userWith([], { isOrganizationAdmin: true })
    expect(can(admin, [])).toBe(false)
    expect(can({ kind: 'system', workspaceId: 'w1' }, [])).toBe(false)
  })

  test('passes organisation admins and the system, refuses anonymous callers', () => {
    expect(can(userWith([], { isOrganizationAdmin: true }), 'logs:view')).toBe(true)
    expect(can({ kind: 'system', workspaceId: 'w1' }, 'logs:view')).toBe(true)
    expect(can({ kind: 'anonymous' }, 'logs:view')).toBe(false)
  })
})
