import { expect, test } from 'vitest'
import { builtInPermissions, builtInRoleNames } from './built-in-roles.ts'
import { allPermissions, permissionsAbout } from './permissions.ts'

test('every built-in role holds what the one after it holds', () => {
  for (const [index, name] of builtInRoleNames.entries()) {
    const next = builtInRoleNames[index + 1]
    if (next === undefined) continue
    expect(builtInPermissions[name]).toEqual(expect.arrayContaining([...builtInPermissions[next]]))
    expect(builtInPermissions[name].length).toBeGreaterThan(builtInPermissions[next].length)
  }
})

test('the owner holds everything, the member nothing', () => {
  expect(builtInPermissions.owner).toEqual(allPermissions)
  expect(builtInPermissions.member).toEqual([])
})

test('editors change things and govern nobody, viewers change nothing [S6-OPEN-01]', () => {
  expect(builtInPermissions.editor).toContain('chatflows:delete')
  const governing = [...permissionsAbout('people'), ...permissionsAbout('records')]
  for (const key of builtInPermissions.editor) expect(governing).not.toContain(key)
  for (const key of builtInPermissions.viewer) expect(key).toMatch(/:(view|marketplace|custom)$/)
})
