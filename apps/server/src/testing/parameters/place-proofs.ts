import { expect } from 'vitest'
import { listProofs } from './list-proofs.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor } from './proofs-of-many.ts'

interface Place {
  workspaceId: string
  userId: string
  roleId: string
}

const read = ({ administrator }: ParameterWorld, query: string) =>
  administrator.expect<Place[]>(200, 'GET', `/workspaceuser?${query}`)

/** A body that brings somebody into a workspace of their own. */
async function newPlace(world: ParameterWorld, more: object = {}) {
  const { userId } = await world.add('Pia')
  const workspaceId = await world.makeWorkspace()
  return { userId, workspaceId, roleId: await world.roleNamed('viewer'), ...more }
}

/** A body that names a place which is there. */
async function knownPlace({ add, workspaceId, roleNamed }: ParameterWorld, more: object = {}) {
  return { userId: (await add('Kai')).userId, workspaceId, roleId: await roleNamed('editor'), ...more }
}

/** It names somebody, somewhere, in a role; each that is unknown is not found. */
async function proveIds({ administrator }: ParameterWorld, method: string, place: Place): Promise<void> {
  for (const field of ['workspaceId', 'userId', 'roleId']) {
    const body = { ...place, [field]: UNKNOWN }
    expect([field, ...(await outcomeOf(administrator, [method, '/workspaceuser', body]))]).toEqual([
      field,
      404,
      [],
    ])
  }
  const done = await administrator.call(method, '/workspaceuser', place)
  expect([done.status, done.body]).toEqual([method === 'POST' ? 201 : 200, expect.objectContaining(place)])
}

/** What somebody is in the organisation is taken as it is, and changed there alone. */
async function proveStatus(world: ParameterWorld, method: 'POST' | 'PUT'): Promise<void> {
  const place = method === 'POST' ? newPlace : knownPlace
  const send = async (status: string) =>
    outcomeOf(world.administrator, [method, '/workspaceuser', await place(world, { status })])
  for (const status of ['disable', 'invited']) expect(await send(status)).toEqual([400, ['status']])
  expect((await send('active'))[0]).toBeLessThan(300)
}

const provePost = async (world: ParameterWorld) => proveIds(world, 'POST', await newPlace(world))
const provePut = async (world: ParameterWorld) => proveIds(world, 'PUT', await knownPlace(world))

async function proveRemoval(world: ParameterWorld) {
  const [gone, stays] = [await knownPlace(world), await knownPlace(world)]
  const path = (workspaceId: string, userId: string) =>
    ['DELETE', `/workspaceuser?workspaceId=${workspaceId}&userId=${userId}`] as const
  expect(await outcomeOf(world.administrator, path(UNKNOWN, gone.userId))).toEqual([404, []])
  expect(await outcomeOf(world.administrator, path(gone.workspaceId, UNKNOWN))).toEqual([404, []])
  expect(await outcomeOf(world.administrator, path(gone.workspaceId, gone.userId))).toEqual([200, []])
  expect(await read(world, `userId=${gone.userId}`)).toEqual([])
  expect(await read(world, `userId=${stays.userId}`)).toHaveLength(1)
}

/** What each parameter of the calls about places in workspaces does. */
export const placeProofs: CallProofs = {
  'GET /workspaceuser': {
    async workspaceId(world) {
      const place = await newPlace(world)
      await world.administrator.expect(201, 'POST', '/workspaceuser', place)
      expect(await read(world, `workspaceId=${place.workspaceId}`)).toMatchObject([place])
      const unknown = ['GET', `/workspaceuser?workspaceId=${UNKNOWN}`] as const
      expect(await outcomeOf(world.administrator, unknown)).toEqual([404, []])
    },
    async userId(world) {
      const place = await knownPlace(world)
      expect(await read(world, `userId=${place.userId}`)).toMatchObject([{ userId: place.userId }])
      const both = `/workspaceuser?workspaceId=${place.workspaceId}&userId=${place.userId}`
      const one = await world.administrator.expect(200, 'GET', both)
      expect(one).toMatchObject({ userId: place.userId, workspaceId: place.workspaceId })
      expect(await outcomeOf(world.administrator, ['GET', '/workspaceuser'])).toEqual([400, ['workspaceId']])
    },
    async roleId(world) {
      const roleId = await world.makeRole(['chatflows:view'])
      const { userId } = await world.add('Rolf', roleId)
      expect(await read(world, `roleId=${roleId}`)).toMatchObject([{ userId, roleId }])
      const narrowed = `workspaceId=${world.workspaceId}&roleId=${roleId}`
      expect(await read(world, narrowed)).toMatchObject([{ userId }])
    },
    async organizationId(world) {
      const { userId } = await world.add('Olli')
      expect(await read(world, `organizationId=${world.organizationId}&userId=${userId}`)).toHaveLength(1)
      const foreign = ['GET', `/workspaceuser?organizationId=${UNKNOWN}&userId=${userId}`] as const
      expect(await outcomeOf(world.administrator, foreign)).toEqual([404, []])
    },
    ...listProofs({
      route: 'listWorkspaceUsers',
      path: ({ workspaceId }) => `/workspaceuser?workspaceId=${workspaceId}`,
      prepare: (world, text) => world.add(text),
      idOf: ({ userId }) => userId,
      nameOf: ({ user }) => (user as { name: string }).name,
    }),
  },
  'POST /workspaceuser': {
    workspaceId: provePost,
    userId: provePost,
    roleId: provePost,
    status: (world) => proveStatus(world, 'POST'),
    createdBy: (world) =>
      proveActor(world, 'createdBy', async (more) => ['POST', '/workspaceuser', await newPlace(world, more)]),
  },
  'PUT /workspaceuser': {
    workspaceId: provePut,
    userId: provePut,
    roleId: provePut,
    status: (world) => proveStatus(world, 'PUT'),
    updatedBy: (world) =>
      proveActor(world, 'updatedBy', async (more) => [
        'PUT',
        '/workspaceuser',
        await knownPlace(world, more),
      ]),
  },
  'DELETE /workspaceuser': { workspaceId: proveRemoval, userId: proveRemoval },
}
