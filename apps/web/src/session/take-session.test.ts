import type { SignedInUser } from '@runnel/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from './memory-storage.fixture.ts'
import { makeSignedInUser } from './signed-in-user.fixture.ts'

const storage = createMemoryStorage()
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('document', { cookie: '' })
const { useSessionStore } = await import('./session-store.ts')
const { takeSession } = await import('./take-session.ts')
afterAll(() => vi.unstubAllGlobals())

const at = (activeWorkspaceId: string) => makeSignedInUser({ activeWorkspaceId })
const stored = () => JSON.parse(storage.getItem('user') ?? '{}').activeWorkspaceId

/** A question whose answers come when the test says so. */
function slowly() {
  const answers = [Promise.withResolvers<SignedInUser>(), Promise.withResolvers<SignedInUser>()]
  let asked = 0
  const ask = vi.fn(() => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')))
  return { ask, answer: (which: number, workspace: string) => answers[which]?.resolve(at(workspace)) }
}

beforeEach(() => {
  useSessionStore.setState({ isLeaving: false })
  useSessionStore.getState().enter(at('old'))
})

test('an answer is taken for the page', async () => {
  const { ask, answer } = slowly()
  const taken = takeSession(ask)
  answer(0, 'other')
  expect((await taken).activeWorkspaceId).toBe('other')
  expect([useSessionStore.getState().user?.activeWorkspaceId, stored()]).toEqual(['other', 'other'])
})

test('an answer that a switch overtook is asked for anew', async () => {
  const { ask, answer } = slowly()
  const taken = takeSession(ask)
  useSessionStore.getState().enter(at('new'))
  answer(0, 'old')
  answer(1, 'new')
  expect((await taken).activeWorkspaceId).toBe('new')
  expect(stored()).toBe('new')
})

test('an answer that another tab overtook is asked for anew', async () => {
  const { ask, answer } = slowly()
  const taken = takeSession(ask)
  useSessionStore.getState().overtake()
  answer(0, 'old')
  answer(1, 'new')
  await taken
  expect(ask).toHaveBeenCalledTimes(2)
  expect(stored()).toBe('new')
})

test('a page that is being left stays what it is, and keeps what the next one begins with', async () => {
  const { ask, answer } = slowly()
  const taken = takeSession(ask)
  useSessionStore.getState().leave(at('new'))
  answer(0, 'old')
  await taken
  expect(ask).toHaveBeenCalledTimes(1)
  expect(stored()).toBe('new')
  const { user, shownWorkspaceId } = useSessionStore.getState()
  expect([user?.activeWorkspaceId, shownWorkspaceId]).toEqual(['old', 'old'])
})
