import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const entryOfNobody = {
  action: 'workspace.deleted',
  actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
  subject: { kind: 'workspace', id: null, name: null },
} as const

describe.each(databaseKinds)('places that are lost during an act, on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  const system = () => scene.server.context.db.system

  test('a sign-in that finds only a place in a deleted workspace ends, and says so', async () => {
    const { id } = await scene.makeMember('stale@example.com', ['chatflows:view'])
    const { organizationId } = scene
    const workspaceId = await scene.makeWorkspace()
    await system().workspaces.delete({ organizationId, workspaceId }, entryOfNobody)
    const { accounts } = system()
    const { findEnteredPlace } = accounts
    const [found] = await accounts.findMemberships(id)
    // As if the deletion came between the look and the session, again and again.
    accounts.findEnteredPlace = async () => found && { ...found, workspaceId }
    await scene.server.context.db.system.sessions.switchWorkspace(
      { userId: id, familyId: '' },
      scene.workspaceId,
    )
    try {
      await expect(scene.signIn('stale@example.com')).rejects.toThrow('403')
    } finally {
      accounts.findEnteredPlace = findEnteredPlace
    }
  })

  test('who is removed while they are given another role stays removed', async () => {
    const { id: userId } = await scene.makeMember('removed@example.com', ['chatflows:view'])
    const { organizationId, workspaceId } = scene
    const { people } = system()
    const { listPlaces } = people
    people.listPlaces = async (...query) => {
      const places = await listPlaces(...query)
      people.listPlaces = listPlaces
      await people.removeFromWorkspace({ organizationId, workspaceId, userIds: [userId] }, [])
      return places
    }
    const roleId = await scene.makeRole(['chatflows:view'])
    const body = { workspaceId, userId, roleId }
    expect((await scene.administrator.call('PUT', '/workspaceuser', body)).status).toBe(404)
    expect((await people.listPlaces(organizationId, { workspaceId, userId })).total).toBe(0)
  })
})
