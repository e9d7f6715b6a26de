import { expect } from 'vitest'
import { listProofs } from './list-proofs.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor, proveOrganization } from './proofs-of-many.ts'

interface Role {
  id: string
  name: string
  permissions: string
}
const makeRole = ({ administrator, fresh }: ParameterWorld, more: object = {}) =>
  administrator.expect<Role>(201, 'POST', '/role', { name: fresh('Role'), permissions: [], ...more })
const put = ({ administrator }: ParameterWorld, body: object) =>
  administrator.expect<Role>(200, 'PUT', '/role', body)

/** A whole record that was read makes another role, with an id and times of its own. */
async function proveCopy(world: ParameterWorld) {
  const known = await makeRole(world, { permissions: ['chatflows:view'] })
  const { id: _id, ...sent } = {
    ...known,
    name: world.fresh('Copy'),
    builtIn: 'owner',
    userCount: 9,
    may: {},
    within: [],
  }
  const { id, ...made } = await world.administrator.expect<Role>(201, 'POST', '/role', sent)
  expect(id).not.toBe(known.id)
  expect(made).toMatchObject({ name: sent.name, permissions: known.permissions, builtIn: null })
}

/** Fields that only the server sets come back as they were; the number of people moves, and is read over. */
async function proveRoleEchoes(world: ParameterWorld) {
  const known = await makeRole(world)
  for (const field of ['builtIn', 'createdDate', 'updatedDate']) {
    const body = { ...known, [field]: 'owner' }
    expect(await outcomeOf(world.administrator, ['PUT', '/role', body])).toEqual([400, [field]])
  }
  expect(await put(world, { ...known, userCount: 9, may: {}, within: [] })).toMatchObject({
    id: known.id,
    name: known.name,
  })
}

/** What each parameter of the calls about roles does. */
export const roleProofs: CallProofs = {
  'GET /role': {
    async id(world) {
      const { id, name } = await makeRole(world)
      expect(await world.administrator.expect(200, 'GET', `/role?id=${id}`)).toMatchObject({ id, name })
      expect(await outcomeOf(world.administrator, ['GET', `/role?id=${UNKNOWN}`])).toEqual([404, []])
    },
    async organizationId(world) {
      const { id } = await makeRole(world)
      const { administrator, organizationId } = world
      const names = async (path: string) =>
        (await administrator.expect<Role[]>(200, 'GET', path)).map((role) => role.id)
      expect(await names(`/role?organizationId=${organizationId}`)).toContain(id)
      expect(await names('/role')).not.toContain(id)
      // The built-in ones are a list like any other.
      expect(await names('/role?search=OWN')).toEqual([await world.roleNamed('owner')])
      expect(await names('/role?limit=2')).toHaveLength(2)
      expect(await outcomeOf(administrator, ['GET', `/role?organizationId=${UNKNOWN}`])).toEqual([404, []])
    },
    ...listProofs({
      route: 'listRoles',
      path: ({ organizationId }) => `/role?organizationId=${organizationId}`,
      prepare: (world, name) => makeRole(world, { name }),
      idOf: ({ id }) => id,
      nameOf: ({ name }) => name as string,
    }),
  },
  'POST /role': {
    async name(world) {
      const { name } = await makeRole(world)
      const body = { name: name.toUpperCase(), permissions: [] }
      expect(await outcomeOf(world.administrator, ['POST', '/role', body])).toEqual([409, ['name']])
    },
    async description(world) {
      expect(await makeRole(world, { description: 'Looks' })).toMatchObject({ description: 'Looks' })
    },
    async permissions(world) {
      for (const permissions of [['tools:view'], '["tools:view"]'])
        expect(await makeRole(world, { permissions })).toMatchObject({ permissions: '["tools:view"]' })
      const body = { name: 'Odd', permissions: ['nothing:at-all'] }
      expect(await outcomeOf(world.administrator, ['POST', '/role', body])).toEqual([400, ['permissions']])
    },
    organizationId: (world) =>
      proveOrganization(world, async (more) => [
        'POST',
        '/role',
        { name: world.fresh('Own'), permissions: [], ...more },
      ]),
    createdBy: (world) =>
      proveActor(world, 'createdBy', async (more) => [
        'POST',
        '/role',
        { name: world.fresh('By'), permissions: [], ...more },
      ]),
    updatedBy: (world) =>
      proveActor(world, 'updatedBy', async (more) => [
        'POST',
        '/role',
        { name: world.fresh('By'), permissions: [], ...more },
      ]),
    revision: proveCopy,
    builtIn: proveCopy,
    createdDate: proveCopy,
    updatedDate: proveCopy,
    userCount: proveCopy,
    may: proveCopy,
    within: proveCopy,
  },
  'PUT /role': {
    async id(world) {
      const [one, other] = [await makeRole(world), await makeRole(world)]
      await put(world, { id: one.id, name: world.fresh('Renamed') })
      const read = await world.administrator.expect(200, 'GET', `/role?id=${other.id}`)
      expect(read).toMatchObject({ name: other.name })
      expect(await outcomeOf(world.administrator, ['PUT', '/role', { id: UNKNOWN }])).toEqual([404, []])
    },
    async name(world) {
      const { id } = await makeRole(world)
      const name = world.fresh('Renamed')
      expect(await put(world, { id, name })).toMatchObject({ id, name })
    },
    async description(world) {
      const { id, name } = await makeRole(world)
      expect(await put(world, { id, description: 'New' })).toMatchObject({ name, description: 'New' })
    },
    async permissions(world) {
      const { id, name } = await makeRole(world)
      const changed = await put(world, { id, permissions: ['tools:view'] })
      expect(changed).toMatchObject({ name, permissions: '["tools:view"]' })
    },
    organizationId: (world) =>
      proveOrganization(world, async (more) => ['PUT', '/role', { id: (await makeRole(world)).id, ...more }]),
    createdBy: (world) =>
      proveActor(world, 'createdBy', async (more) => [
        'PUT',
        '/role',
        { ...(await makeRole(world)), ...more },
      ]),
    updatedBy: (world) =>
      proveActor(world, 'updatedBy', async (more) => [
        'PUT',
        '/role',
        { ...(await makeRole(world)), ...more },
      ]),
    revision: proveRoleEchoes,
    builtIn: proveRoleEchoes,
    createdDate: proveRoleEchoes,
    updatedDate: proveRoleEchoes,
    userCount: proveRoleEchoes,
    may: proveRoleEchoes,
    within: proveRoleEchoes,
  },
  'DELETE /role': {
    async id(world) {
      const [gone, stays] = [await makeRole(world), await makeRole(world)]
      await world.administrator.expect(200, 'DELETE', `/role?id=${gone.id}`)
      expect(await outcomeOf(world.administrator, ['GET', `/role?id=${gone.id}`])).toEqual([404, []])
      expect(await outcomeOf(world.administrator, ['GET', `/role?id=${stays.id}`])).toEqual([200, []])
    },
    async organizationId(world) {
      const { id } = await makeRole(world)
      const remove = (organizationId: string) =>
        outcomeOf(world.administrator, ['DELETE', `/role?id=${id}&organizationId=${organizationId}`])
      expect([await remove(UNKNOWN), await remove(world.organizationId)]).toEqual([
        [404, []],
        [200, []],
      ])
    },
  },
}
