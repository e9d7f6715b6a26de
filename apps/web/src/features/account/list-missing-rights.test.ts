import { expect, test } from 'vitest'
import type { Viewer } from '../../session/display-rules.ts'
import { findCurrentEntry } from '../../shell/menu-entries.ts'
import { listMissingRights } from './list-missing-rights.ts'

const member: Viewer = {
  platformType: 'enterprise',
  activeWorkspaceId: undefined,
  isGlobal: false,
  permissions: ['chatflows:view'],
  features: {},
}
const missingAt = (address: string, viewer = member) => listMissingRights(viewer, findCurrentEntry(address))

test('the right that a page asks for is named, and of several that would do, each', () => {
  expect(missingAt('/users')).toEqual(['users:manage'])
  expect(missingAt('/workspace-users/7')).toEqual(['workspace:view'])
  expect(missingAt('/marketplaces')).toEqual(['templates:marketplace', 'templates:custom'])
})

test('no right is named where none is missing, or nothing is known of the page', () => {
  expect(missingAt('/chatflows')).toEqual([])
  expect(missingAt('/users', { ...member, isGlobal: true })).toEqual([])
  expect(missingAt('/nowhere')).toEqual([])
})
