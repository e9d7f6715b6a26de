import { expect, test } from 'vitest'
import { workspaceOf } from './authorize.ts'
import { makerOf } from './maker-of.ts'
import { keyWith, userWith } from './principals.fixture.ts'

test('a known caller has a workspace and a name for what it makes', () => {
  expect([userWith([]), keyWith([])].map(workspaceOf)).toEqual(['w1', 'w1'])
  expect([userWith([]), keyWith([])].map(makerOf)).toEqual(['u1', 'k1'])
})

test('the system works in a workspace, and nobody made what it makes', () => {
  const system = { kind: 'system', workspaceId: 'w1' } as const
  expect([workspaceOf(system), makerOf(system)]).toEqual(['w1', null])
})

test('an anonymous caller has no workspace', () => {
  expect(() => workspaceOf({ kind: 'anonymous' })).toThrow(
    expect.objectContaining({ code: 'unauthenticated', status: 401 }),
  )
})
