import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCredential } from '../testing/make-flow.ts'
import { type ScimScene, startScimScene } from '../testing/scim-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const ROUNDS = 6

describe.each(databaseKinds)('acts at the same moment, on %s', (kind) => {
  let scene: ScimScene
  beforeAll(async () => {
    scene = await startScimScene(kind)
  })
  afterAll(() => scene.stop())

  const people = () => scene.server.context.db.system.people
  const removal = (caller: TestCaller, userId: string) =>
    caller.call('DELETE', `/organizationuser?organizationId=${scene.organizationId}&userId=${userId}`)

  test('of two administrators who remove each other one stays, also where there is a third', async () => {
    const places = [{ workspaceId: scene.workspaceId, role: 'owner' as const }]
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => scene.server.addPerson({ name, isAdmin: true, places })),
    )
    if (!one || !other) throw new Error('Two people were expected')
    // Both have asked what they may before the first of them acts.
    const store = people()
    const { remove } = store
    const { promise: both, resolve } = Promise.withResolvers<void>()
    let count = 0
    store.remove = async (...act) => {
      count += 1
      if (count === 2) resolve()
      await both
      return remove(...act)
    }
    const answers = await Promise.all([removal(one.caller, other.userId), removal(other.caller, one.userId)])
    store.remove = remove
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('who was barred meanwhile is barred once, and told so once', async () => {
    const { id: userId } = await scene.makeMember('twice@example.com', ['chatflows:view'])
    const store = people()
    const { change } = store
    store.change = async (member, patch, act) => {
      store.change = change
      await change(member, patch, act)
      return change(member, patch, act)
    }
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    const told = (await scene.entries('user.barred')).filter(({ subject }) =>
      Object.values(subject).includes(userId),
    )
    expect(told).toHaveLength(1)
  })

  test('of two wishes with whom something is shared one holds whole, and each entry begins where the last ended', async () => {
    const { administrator } = scene
    const id = await makeCredential(administrator, 'a key')
    const [one, other] = [await scene.makeWorkspace(), await scene.makeWorkspace()]
    for (let round = 0; round < ROUNDS; round += 1) {
      const wish = (workspaceIds: string[]) =>
        administrator.call('POST', `/workspace/shared/${id}`, { itemType: 'credential', workspaceIds })
      await wish([])
      await Promise.all([wish([one]), wish([other])])
      const shares = await administrator.expect<object[]>(200, 'GET', `/workspace/shared/${id}`)
      expect(shares).toHaveLength(1)
    }
    const entries = await scene.entries('shares.changed')
    const told = entries.toReversed() as { before: object; after: object }[]
    for (const [index, { before }] of told.slice(1).entries()) expect(before).toEqual(told[index]?.after)
  })

  test('a credential that is deleted while it is shared is shared with nobody, or was there', async () => {
    const { administrator } = scene
    const other = await scene.makeWorkspace()
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await makeCredential(administrator, 'a key')
      const [shared, deleted] = await Promise.all([
        administrator.call('POST', `/workspace/shared/${id}`, {
          itemType: 'credential',
          workspaceIds: [other],
        }),
        administrator.call('DELETE', `/credentials/${id}`),
      ])
      expect(deleted.status).toBe(200)
      expect([201, 200, 404]).toContain(shared.status)
      expect((await administrator.call('GET', `/workspace/shared/${id}`)).status).toBe(404)
    }
  })

  test('a role that is deleted while it is given is gone, or given', async () => {
    const { administrator, workspaceId } = scene
    for (let round = 0; round < ROUNDS; round += 1) {
      const { caller: _caller, id: userId } = await scene.makeMember(`given-${round}@example.com`, [
        'chatflows:view',
      ])
      const { id: roleId } = await administrator.expect<{ id: string }>(201, 'POST', '/role', {
        name: `Role ${round}`,
        permissions: JSON.stringify(['tools:view']),
        organizationId: scene.organizationId,
      })
      const [given, deleted] = await Promise.all([
        administrator.call('PUT', '/workspaceuser', { userId, workspaceId, roleId }),
        administrator.call('DELETE', `/role?id=${roleId}`),
      ])
      expect(given.status, given.text).toBeLessThan(500)
      expect(deleted.status, deleted.text).toBeLessThan(500)
      expect(
        [given.status, deleted.status].filter((status) => status < 300),
        given.text + deleted.text,
      ).toHaveLength(1)
    }
  })
})
