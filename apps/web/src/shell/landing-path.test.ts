import { leadingAway } from '@runnel/contract/testing'
import { expect, test } from 'vitest'
import type { Viewer } from '../session/display-rules.ts'
import { findLandingPath, pathAfterSignIn } from './landing-path.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const member = (...permissions: string[]): Viewer => ({
  platformType: 'enterprise',
  isGlobal: false,
  permissions,
  features: {},
  activeWorkspaceId: undefined,
})

test('a person lands on the first page of the menu that they may open [S1-NAV-01 S2-ROUTE-01]', () => {
  expect(findLandingPath({ ...member(), isGlobal: true })).toBe('/chatflows')
  expect(findLandingPath({ ...member(), platformType: 'open source' })).toBe('/chatflows')
  expect(findLandingPath(member('executions:view', 'apikeys:view'))).toBe('/executions')
  expect(findLandingPath(member('documentStores:view'))).toBe('/document-stores')
  expect(findLandingPath(member('datasets:view'))).toBe('/unauthorized')
})

test('after the sign-in the wanted page opens, with its query', () => {
  const viewer = member('executions:view')
  expect(pathAfterSignIn('/canvas/1?x=2#y', viewer, ORIGIN)).toBe('/canvas/1?x=2#y')
})

test('after the sign-in the link opens that asked for it', () => {
  for (const link of ['/register?token=x&email=kim%40example.org', '/confirm-email-change?token=x'])
    expect(pathAfterSignIn(link, member('executions:view'), ORIGIN)).toBe(link)
})

test.each([undefined, '', '/', '/login', '/signin?from=/signin', ...leadingAway])(
  'an address that is not a page of ours leads to the landing page: %j',
  (from) => {
    expect(pathAfterSignIn(from, member('executions:view'), ORIGIN)).toBe('/executions')
  },
)
