import { createRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../session/memory-storage.fixture.ts'
import { coversPage, findCurrentEntry, menuEntries } from './menu-entries.ts'

/** Pages that belong to no entry of the menu: who is on them has no session yet, or may not stay. */
const WITHOUT_ENTRY = [
  '/',
  '/login',
  '/signin',
  '/register',
  '/verify',
  '/confirm-email-change',
  '/forgot-password',
  '/reset-password',
  '/organization-setup',
  '/sso-success',
  '/license-expired',
  '/unauthorized',
]

// The routes look into the stored session while they load.
vi.stubGlobal('localStorage', createMemoryStorage())
const { routeTree } = await import('../app/route-tree.ts')
vi.unstubAllGlobals()

/** The addresses of all pages, with something in place of each parameter. */
const addresses = Object.keys(createRouter({ routeTree }).routesByPath).map((path) =>
  path.replaceAll('$', ''),
)
const markedAt = (address: string) =>
  menuEntries.filter((entry) => coversPage(entry, address)).map(({ id }) => id)

test('each page of the app is marked at exactly one entry, or has none by intent', () => {
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses.filter((address) => markedAt(address).length > 1)).toEqual([])
  expect(addresses.filter((address) => markedAt(address).length === 0).sort()).toEqual(
    WITHOUT_ENTRY.toSorted(),
  )
})

test('an entry covers no address that leads nowhere', () => {
  const covered = menuEntries.flatMap(({ path, covers = [] }) => [path, ...covers])
  const isPage = (path: string) =>
    addresses.some((address) => address === path || address.startsWith(`${path}/`))
  expect(covered.filter((path) => !isPage(path))).toEqual([])
})

test.each([
  ['/workspace-users/42', 'workspaces'],
  ['/document-stores/7/textFile', 'document-stores'],
  ['/canvas/1', 'chatflows'],
  ['/v2/agentcanvas', 'agentflows'],
  ['/agentcanvas/1', 'agentflows'],
  ['/v2/marketplace/3', 'marketplaces'],
  ['/user-profile', 'account'],
  ['/users', 'users'],
  ['/users/', 'users'],
])('%s belongs to %s', (address, id) => {
  expect(findCurrentEntry(address)?.id).toBe(id)
})

test.each(['/workspace', '/usersx', '/', '/nowhere'])('%s belongs to none', (address) => {
  expect(findCurrentEntry(address)).toBeUndefined()
})
