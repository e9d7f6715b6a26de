import { expect } from 'vitest'
import { listProofs } from './list-proofs.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor, proveOrganization } from './proofs-of-many.ts'

interface Workspace {
  id: string
  name: string
}

const make = ({ administrator, fresh }: ParameterWorld, more: object = {}) =>
  administrator.expect<Workspace>(201, 'POST', '/workspace', { name: fresh('Team'), ...more })
const ofOrganization = ({ organizationId }: ParameterWorld) => `/workspace?organizationId=${organizationId}`
const idsOf = async ({ administrator }: ParameterWorld, path: string) =>
  (await administrator.expect<Workspace[]>(200, 'GET', path)).map(({ id }) => id)

/** Fields that only the server sets come back as they were; what counts people moves, and is read over. */
async function proveWorkspaceEchoes(world: ParameterWorld) {
  const { id } = await make(world)
  const known = await world.administrator.expect<object>(200, 'GET', `/workspace?id=${id}`)
  for (const field of ['createdDate', 'updatedDate', 'isOrgDefault']) {
    const body = { ...known, [field]: 'other' }
    expect(await outcomeOf(world.administrator, ['PUT', '/workspace', body])).toEqual([400, [field]])
  }
  const sent = {
    ...known,
    userCount: 99,
    onlyHereCount: 99,
    contents: {},
    holds: [],
    may: {},
    isOwn: false,
    description: 'New',
  }
  const changed = await world.administrator.expect(200, 'PUT', '/workspace', sent)
  expect(changed).toMatchObject({ description: 'New' })
  const sorted = `${ofOrganization(world)}&sort=createdDate`
  const [row] = await world.administrator.expect<object[]>(200, 'GET', sorted)
  expect(row).toMatchObject({ id, userCount: 1 })
}

const workspaces = {
  'GET /workspace': {
    async id(world: ParameterWorld) {
      const { id, name } = await make(world)
      expect(await world.administrator.expect(200, 'GET', `/workspace?id=${id}`)).toMatchObject({ id, name })
      expect(await outcomeOf(world.administrator, ['GET', `/workspace?id=${UNKNOWN}`])).toEqual([404, []])
    },
    async organizationId(world: ParameterWorld) {
      const { id } = await make(world)
      expect(await idsOf(world, ofOrganization(world))).toContain(id)
      const foreign = `/workspace?organizationId=${UNKNOWN}`
      expect(await outcomeOf(world.administrator, ['GET', foreign])).toEqual([404, []])
    },
    ...listProofs({
      route: 'listWorkspaces',
      path: ofOrganization,
      prepare: (world, name) => make(world, { name }),
      idOf: ({ id }) => id,
      nameOf: ({ name }) => name as string,
    }),
  },
  'POST /workspace': {
    async name({ administrator }: ParameterWorld) {
      const made = await administrator.expect(201, 'POST', '/workspace', { name: ' Nord ' })
      expect(made).toMatchObject({ name: 'Nord' })
      expect(await outcomeOf(administrator, ['POST', '/workspace', { name: 'nord' }])).toEqual([
        409,
        ['name'],
      ])
    },
    async description(world: ParameterWorld) {
      expect(await make(world, { description: 'South' })).toMatchObject({ description: 'South' })
    },
    /** The maker is in the new workspace what they are in that one; administrators are its owners. */
    async existingWorkspaceId(world: ParameterWorld) {
      const { server, administrator, workspaceId, fresh } = world
      const maker = await world.makeRole(['workspace:create', 'workspace:view'])
      const other = (await make(world)).id
      const places = [
        { workspaceId, role: maker },
        { workspaceId: other, role: 'editor' },
      ]
      const { caller, userId } = await server.addPerson({ name: 'Mia', places })
      const roleIn = async (more: object) => {
        const body = { name: fresh('Made'), ...more }
        const { id } = await caller.expect<Workspace>(201, 'POST', '/workspace', body)
        const path = `/workspaceuser?workspaceId=${id}&userId=${userId}`
        return (await administrator.expect<{ roleId: string }>(200, 'GET', path)).roleId
      }
      await caller.expect(200, 'POST', `/workspace/switch?id=${workspaceId}`)
      expect(await roleIn({})).toBe(maker)
      expect(await roleIn({ existingWorkspaceId: other })).toBe(await world.roleNamed('editor'))
      const stranger = await make(world)
      for (const existingWorkspaceId of [stranger.id, UNKNOWN]) {
        const body = { name: fresh('Unmade'), existingWorkspaceId }
        expect(await outcomeOf(caller, ['POST', '/workspace', body])).toEqual([404, []])
      }
      const { id } = await make(world, { existingWorkspaceId: other })
      const own = `/workspaceuser?workspaceId=${id}&userId=${world.meId}`
      expect(await administrator.expect(200, 'GET', own)).toMatchObject({ role: { name: 'owner' } })
    },
    organizationId: (world: ParameterWorld) =>
      proveOrganization(world, async (more) => ['POST', '/workspace', { name: world.fresh('Own'), ...more }]),
    createdBy: (world: ParameterWorld) =>
      proveActor(world, 'createdBy', async (more) => [
        'POST',
        '/workspace',
        { name: world.fresh('By'), ...more },
      ]),
  },
  'PUT /workspace': {
    async id(world: ParameterWorld) {
      const [one, other] = [await make(world), await make(world)]
      const name = world.fresh('Renamed')
      await world.administrator.expect(200, 'PUT', '/workspace', { id: one.id, name })
      const read = await world.administrator.expect(200, 'GET', `/workspace?id=${other.id}`)
      expect(read).toMatchObject({ name: other.name })
      expect(await outcomeOf(world.administrator, ['PUT', '/workspace', { id: UNKNOWN, name }])).toEqual([
        404,
        [],
      ])
    },
    async name(world: ParameterWorld) {
      const { id } = await make(world)
      const name = world.fresh('Renamed')
      const changed = await world.administrator.expect(200, 'PUT', '/workspace', { id, name })
      expect(changed).toMatchObject({ name, description: null })
    },
    async description(world: ParameterWorld) {
      const { id, name } = await make(world, { description: 'Old' })
      for (const description of ['New', null])
        expect(await world.administrator.expect(200, 'PUT', '/workspace', { id, description })).toMatchObject(
          { name, description },
        )
    },
    organizationId: (world: ParameterWorld) =>
      proveOrganization(world, async (more) => [
        'PUT',
        '/workspace',
        { id: (await make(world)).id, ...more },
      ]),
    createdBy: (world: ParameterWorld) =>
      proveActor(world, 'createdBy', async (more) => [
        'PUT',
        '/workspace',
        { ...(await make(world)), ...more },
      ]),
    updatedBy: (world: ParameterWorld) =>
      proveActor(world, 'updatedBy', async (more) => [
        'PUT',
        '/workspace',
        { ...(await make(world)), ...more },
      ]),
    revision: proveWorkspaceEchoes,
    createdDate: proveWorkspaceEchoes,
    updatedDate: proveWorkspaceEchoes,
    userCount: proveWorkspaceEchoes,
    onlyHereCount: proveWorkspaceEchoes,
    contents: proveWorkspaceEchoes,
    holds: proveWorkspaceEchoes,
    may: proveWorkspaceEchoes,
    isOwn: proveWorkspaceEchoes,
    isOrgDefault: proveWorkspaceEchoes,
  },
  'DELETE /workspace/:id': {
    async id(world: ParameterWorld) {
      const [gone, stays] = [await make(world), await make(world)]
      await world.administrator.expect(200, 'DELETE', `/workspace/${gone.id}`)
      const left = await idsOf(world, ofOrganization(world))
      expect([left.includes(gone.id), left.includes(stays.id)]).toEqual([false, true])
    },
  },
  'POST /workspace/switch': {
    async id(world: ParameterWorld) {
      const { id } = await make(world)
      for (const wanted of [id, world.workspaceId]) {
        await world.administrator.expect(200, 'POST', `/workspace/switch?id=${wanted}`)
        const me = await world.administrator.expect(200, 'GET', '/auth/session')
        expect(me).toMatchObject({ activeWorkspaceId: wanted })
      }
      const unknown = ['POST', `/workspace/switch?id=${UNKNOWN}`] as const
      expect(await outcomeOf(world.administrator, unknown)).toEqual([404, []])
    },
  },
  'POST /workspace/link-users/:id': {
    async id(world: ParameterWorld) {
      const link = await linkOf(world)
      expect(await outcomeOf(world.administrator, link(UNKNOWN))).toEqual([404, []])
      const { id } = await make(world)
      expect(await outcomeOf(world.administrator, link(id))).toEqual([200, []])
      expect((await placesOf(world, `workspaceId=${id}`)).length).toBe(2)
    },
    async users(world: ParameterWorld) {
      const people = [await world.add('Lina'), await world.add('Lars')]
      const { id } = await make(world)
      const [viewer, editor] = [await world.roleNamed('viewer'), await world.roleNamed('editor')]
      const users = people.map(({ userId }, index) => ({ userId, roleId: index === 0 ? viewer : editor }))
      await world.administrator.expect(200, 'POST', `/workspace/link-users/${id}`, { users })
      const places = await placesOf(world, `workspaceId=${id}`)
      for (const place of users) expect(places).toContainEqual(expect.objectContaining(place))
    },
  },
  'POST /workspace/unlink-users/:id': {
    async id(world: ParameterWorld) {
      const { userId } = await world.add('Uwe')
      const unlink = (id: string) =>
        outcomeOf(world.administrator, ['POST', `/workspace/unlink-users/${id}`, { userIds: [userId] }])
      expect(await unlink((await make(world)).id)).toEqual([404, []])
      expect(await unlink(world.workspaceId)).toEqual([200, []])
      expect(await placesOf(world, `userId=${userId}`)).toEqual([])
    },
    async userIds(world: ParameterWorld) {
      const [one, two, stays] = [await world.add('Udo'), await world.add('Ute'), await world.add('Uta')]
      const userIds = [one.userId, two.userId]
      const path = `/workspace/unlink-users/${world.workspaceId}`
      await world.administrator.expect(200, 'POST', path, { userIds })
      for (const { userId } of [one, two]) expect(await placesOf(world, `userId=${userId}`)).toEqual([])
      expect(await placesOf(world, `userId=${stays.userId}`)).toHaveLength(1)
    },
  },
  'GET /workspace/shared/:id': {
    async id(world: ParameterWorld) {
      const [shared, own] = [await makeCredential(world), await makeCredential(world)]
      const { id } = await make(world)
      const body = { itemType: 'credential', workspaceIds: [id] }
      await world.administrator.expect(200, 'POST', `/workspace/shared/${shared}`, body)
      expect(await sharesOf(world, shared)).toMatchObject([{ workspaceId: id, sharedItemId: shared }])
      expect(await sharesOf(world, own)).toEqual([])
    },
  },
  'POST /workspace/shared/:id': {
    id: proveSharing,
    workspaceIds: proveSharing,
    async knownWorkspaceIds(world: ParameterWorld) {
      const item = await makeCredential(world)
      const [one, two] = [await make(world), await make(world)]
      const share = (workspaceIds: string[], knownWorkspaceIds: string[]) =>
        outcomeOf(world.administrator, [
          'POST',
          `/workspace/shared/${item}`,
          { itemType: 'credential', workspaceIds, knownWorkspaceIds },
        ])
      expect(await share([one.id], [])).toEqual([200, []])
      // Who saw it shared with nobody, or with others, takes it back from nobody.
      expect(await share([two.id], [])).toEqual([409, []])
      expect(await share([], [two.id])).toEqual([409, []])
      expect(await sharesOf(world, item)).toMatchObject([{ workspaceId: one.id }])
      expect(await share([two.id], [one.id])).toEqual([200, []])
      expect(await sharesOf(world, item)).toMatchObject([{ workspaceId: two.id }])
    },
    async itemType(world: ParameterWorld) {
      const credential = await makeCredential(world)
      const share = (itemType: string) =>
        outcomeOf(world.administrator, [
          'POST',
          `/workspace/shared/${credential}`,
          { itemType, workspaceIds: [] },
        ])
      expect([await share('credential'), await share('custom_template'), await share('flow')]).toEqual([
        [200, []],
        [404, []],
        [400, ['itemType']],
      ])
    },
  },
}

async function proveSharing(world: ParameterWorld) {
  const [item, other] = [await makeCredential(world), await makeCredential(world)]
  const [one, two] = [await make(world), await make(world)]
  for (const workspaceIds of [[one.id, two.id], [two.id], []]) {
    const body = { itemType: 'credential', workspaceIds }
    await world.administrator.expect(200, 'POST', `/workspace/shared/${item}`, body)
    const shares = await sharesOf(world, item)
    expect(shares.map((share) => share.workspaceId).toSorted()).toEqual(workspaceIds.toSorted())
  }
  expect(await sharesOf(world, other)).toEqual([])
}

const sharesOf = ({ administrator }: ParameterWorld, id: string) =>
  administrator.expect<{ workspaceId: string }[]>(200, 'GET', `/workspace/shared/${id}`)

async function makeCredential({ administrator, fresh }: ParameterWorld): Promise<string> {
  const body = { name: fresh('Key'), credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-x' } }
  return (await administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
}

/** A call that brings somebody into a workspace. */
async function linkOf(world: ParameterWorld) {
  const user = { userId: (await world.add('Lea')).userId, roleId: await world.roleNamed('viewer') }
  return (id: string) => ['POST', `/workspace/link-users/${id}`, { users: [user] }] as const
}

const placesOf = ({ administrator }: ParameterWorld, query: string) =>
  administrator.expect<{ workspaceId: string; userId: string; roleId: string }[]>(
    200,
    'GET',
    `/workspaceuser?${query}`,
  )

/** What each parameter of the calls about workspaces does. */
export const workspaceProofs: CallProofs = workspaces
