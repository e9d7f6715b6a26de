import { leadingAway } from '@runnel/contract/testing'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { signOut } from './use-sign-out.ts'

const { logout, resolve } = vi.hoisted(() => ({ logout: vi.fn(), resolve: vi.fn() }))
vi.mock('../app/api.ts', () => ({ api: { logout, resolve } }))
vi.mock('../app/query-client.ts', () => ({ queryClient: { clear: () => undefined } }))
vi.mock('./session-store.ts', () => ({
  useSessionStore: { getState: () => ({ end: () => undefined }) },
}))

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://runnel.example' } })
})
afterAll(() => vi.unstubAllGlobals())

/** Where a sign-out leads when the server says so. */
function leaveTo(redirectTo: string): Promise<string> {
  logout.mockResolvedValueOnce({ message: 'logged_out', redirectTo })
  return signOut(((key: string) => key) as unknown as Parameters<typeof signOut>[0])
}
/** Where a visitor is led when the server says so. */
async function arriveAt(redirectUrl: string): Promise<string> {
  resolve.mockResolvedValueOnce({ redirectUrl })
  return (await new QueryClient().fetchQuery(visitorQuery)).path
}

test('a sign-out leads where the server says, as long as that is a page of ours', async () => {
  expect(await leaveTo('/signin?bye=1')).toBe('/signin?bye=1')
  expect(await leaveTo('https://runnel.example/signin')).toBe('/signin')
})

test('a visitor is led where the server says, as long as that is a page of ours', async () => {
  expect(await arriveAt('/organization-setup')).toBe('/organization-setup')
})

test.each(leadingAway)('neither leads to %j', async (address) => {
  expect(await leaveTo(address)).toBe('/login')
  expect(await arriveAt(address)).toBe('/signin')
})
