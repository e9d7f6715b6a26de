import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addTestSignIn,
  addTestUser,
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../testing.ts'
import type { SavedLoginMethod } from './login-method-store.ts'

const actor = { kind: 'user' as const, id: null, name: null, address: null, agent: null }
const entry = { action: 'tried', actor, subject: { kind: 'user', id: null, name: null } }

describe.each(databaseKinds)('ways in on %s', (kind) => {
  let testing: TestDatabase
  beforeEach(async () => {
    testing = await createTestDatabase(kind)
  })
  afterEach(() => testing.drop())

  const methodOf = (providerName: string): SavedLoginMethod => ({
    id: randomUUID(),
    organizationId: testing.organizationId,
    providerName,
    status: 'enable',
    sealed: '',
    by: testing.userId,
    endsSessions: false,
    isOtherProvider: false,
  })

  /** An administrator without a password, whom two login methods know, and nobody beside. */
  async function prepare() {
    const { organizationId } = testing
    const { signOn, people } = testing.database.system
    const methods = [methodOf('oidc'), methodOf('saml')]
    await signOn.save(methods, [])
    const person = { organizationId, name: 'Nora', email: 'n@x.y', passwordHash: null, isAdmin: true }
    const userId = await addTestUser(testing, person)
    const exceptSignIn = await addTestSignIn(testing, { userId, workspaceId: testing.workspaceId })
    for (const { id: loginMethodId } of methods) {
      const identity = { loginMethodId, organizationId, issuer: 'i', subject: 's', email: null }
      await signOn.link({ identity, userId, exceptSignIn }, entry)
    }
    await people.change(
      { organizationId, userId: testing.userId },
      { isAdmin: false },
      { entries: () => [entry] },
    )
    return methods
  }
  const listed = async () => {
    const { loginMethods } = testing.database.organization(testing.organizationId)
    return (await loginMethods.listLoginMethods()).map(({ providerName, status }) => [providerName, status])
  }

  test('the last one stays, also when two are taken away at the same moment', async () => {
    const methods = await prepare()
    const { signOn } = testing.database.system
    const outcomes = await Promise.allSettled(
      methods.map((method) => signOn.remove(method, entry, { lockedOut: 1 })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listed()).toHaveLength(1)
  })

  test('of two that were read as one only the first is saved', async () => {
    const { signOn } = testing.database.system
    const method = methodOf('oidc')
    await signOn.save([method], [])
    const changes = ['one', 'two'].map((sealed) => ({ ...method, sealed, replaces: 1 }))
    const saves = await Promise.allSettled(changes.map((change) => signOn.save([change], [])))
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = { ...method, sealed: 'late', replaces: 1 }
    await expect(signOn.save([late], [])).rejects.toMatchObject({ code: 'stale_revision' })
    // Nor is one made where another one was made meanwhile.
    await expect(signOn.save([methodOf('oidc')], [])).rejects.toMatchObject({ code: 'stale_revision' })
    const kept = saves[0]?.status === 'fulfilled' ? 'one' : 'two'
    expect((await signOn.listSealed()).map(({ sealed }) => sealed)).toEqual([kept])
  })

  test('a role goes or is given to new people, not both in one moment', async () => {
    const { signOn } = testing.database.system
    const { write, read } = testing.database.organization(testing.organizationId)
    for (let round = 0; round < 12; round += 1) {
      const roleId = await write((writer) => writer.insertRole({ name: randomUUID(), permissions: [] }))
      const method = { ...methodOf(randomUUID()), sealed: roleId, roleId }
      const assertUnused = (methods: readonly { sealed: string }[]) => {
        if (methods.some(({ sealed }) => sealed === roleId)) throw new Error('It is given')
      }
      const [saved] = await Promise.allSettled([
        signOn.save([method], []),
        write((writer) => writer.deleteRole(roleId, assertUnused)),
      ])
      expect((await read.findRole(roleId)) !== undefined).toBe(saved.status === 'fulfilled')
    }
  })

  test('a refused change leaves everything as it was', async () => {
    const methods = await prepare()
    const { signOn } = testing.database.system
    const off = methods.map((method) => ({ ...method, replaces: 1, status: 'disable' as const }))
    await expect(signOn.save(off, [entry])).rejects.toMatchObject({ code: 'conflict' })
    const others = methods.map((method) => ({ ...method, replaces: 1, isOtherProvider: true }))
    await expect(signOn.save(others, [entry])).rejects.toMatchObject({ code: 'conflict' })
    expect(await listed()).toEqual([
      ['oidc', 'enable'],
      ['saml', 'enable'],
    ])
    const [first, second] = off
    if (!first || !second) throw new Error('Two methods were expected')
    await signOn.save([first], [entry])
    // One way is taken and another one given in the same act.
    await signOn.save([{ ...first, replaces: 2, status: 'enable' }, second], [entry])
    expect(await listed()).toEqual([
      ['oidc', 'enable'],
      ['saml', 'disable'],
    ])
  })
})
