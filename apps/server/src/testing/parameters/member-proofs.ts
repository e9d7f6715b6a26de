import { expect } from 'vitest'
import { listProofs } from './list-proofs.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor, proveOrganization } from './proofs-of-many.ts'

const members = (world: ParameterWorld) => `/organizationuser?organizationId=${world.organizationId}`
const listed = async (world: ParameterWorld, query: string) => {
  const rows = await world.administrator.expect<{ userId: string }[]>(200, 'GET', query)
  return rows.map(({ userId }) => userId)
}
const change = async (world: ParameterWorld, more: object) => ({
  userId: (await world.add('Una')).userId,
  ...more,
})

/** What each parameter of the calls about who belongs to the organisation does. */
export const memberProofs: CallProofs = {
  'GET /organizationuser': {
    async organizationId(world: ParameterWorld) {
      const { userId } = await world.add('Olaf')
      expect(await listed(world, members(world))).toContain(userId)
      const foreign = `/organizationuser?organizationId=${UNKNOWN}`
      expect(await outcomeOf(world.administrator, ['GET', foreign])).toEqual([404, []])
    },
    async userId(world: ParameterWorld) {
      const { userId } = await world.add('Ulla')
      expect(await listed(world, `/organizationuser?userId=${userId}`)).toEqual([userId])
      const both = `${members(world)}&userId=${userId}`
      expect(await world.administrator.expect(200, 'GET', both)).toMatchObject({
        organization: { id: world.organizationId },
        organizationUser: { userId },
      })
    },
    async roleId(world: ParameterWorld) {
      const { userId } = await world.add('Rosa')
      const [owner, member] = [await world.roleNamed('owner'), await world.roleNamed('member')]
      expect(await listed(world, `${members(world)}&roleId=${owner}`)).toEqual([world.meId])
      expect(await listed(world, `${members(world)}&roleId=${member}`)).toContain(userId)
      const one = (roleId: string) => `/organizationuser?userId=${userId}&roleId=${roleId}`
      expect(await listed(world, one(member))).toEqual([userId])
      expect(await listed(world, one(owner))).toEqual([])
      const both = `${members(world)}&userId=${userId}&roleId=${owner}`
      expect(await outcomeOf(world.administrator, ['GET', both])).toEqual([404, []])
    },
    async status(world: ParameterWorld) {
      const { userId } = await world.add('Stan')
      const isListed = async (status: string) =>
        (await listed(world, `${members(world)}&status=${status}`)).includes(userId)
      expect([await isListed('active'), await isListed('disable')]).toEqual([true, false])
      expect(await listed(world, `/organizationuser?userId=${userId}&status=invited`)).toEqual([])
      await world.administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
      expect([await isListed('active'), await isListed('disable')]).toEqual([false, true])
    },
    ...listProofs({
      route: 'listOrganizationUsers',
      path: members,
      prepare: (world, text) => world.add(text),
      idOf: ({ userId }) => userId,
      nameOf: ({ user }) => (user as { name: string }).name,
    }),
  },
  'POST /organizationuser': {
    async userId({ administrator, add, roleNamed }: ParameterWorld) {
      const roleId = await roleNamed('member')
      const { userId } = await add('Tess')
      const post = (id: string) =>
        outcomeOf(administrator, ['POST', '/organizationuser', { userId: id, roleId }])
      expect([await post(userId), await post(UNKNOWN)]).toEqual([
        [409, []],
        [404, []],
      ])
    },
    async roleId(world: ParameterWorld) {
      for (const [role, isOrgOwner] of [
        ['member', false],
        ['owner', true],
      ] as const) {
        const userId = await addLoner(world)
        const body = { userId, roleId: await world.roleNamed(role) }
        const made = await world.administrator.expect(201, 'POST', '/organizationuser', body)
        expect(made).toMatchObject({ userId, isOrgOwner })
        const place = `/organizationuser?organizationId=${world.organizationId}&userId=${userId}`
        await world.administrator.expect(200, 'DELETE', place)
      }
      const body = { userId: await addLoner(world), roleId: await world.roleNamed('viewer') }
      expect(await outcomeOf(world.administrator, ['POST', '/organizationuser', body])).toEqual([
        400,
        ['roleId'],
      ])
    },
    organizationId: (world: ParameterWorld) =>
      proveOrganization(world, async (more) => {
        const body = { userId: await addLoner(world), roleId: await world.roleNamed('member'), ...more }
        return ['POST', '/organizationuser', body]
      }),
    createdBy: (world: ParameterWorld) =>
      proveActor(world, 'createdBy', async (more) => {
        const body = { userId: await addLoner(world), roleId: await world.roleNamed('member'), ...more }
        return ['POST', '/organizationuser', body]
      }),
  },
  'PUT /organizationuser': {
    async userId({ administrator }: ParameterWorld) {
      const body = { userId: UNKNOWN, status: 'disable' }
      expect(await outcomeOf(administrator, ['PUT', '/organizationuser', body])).toEqual([404, []])
    },
    organizationId: (world: ParameterWorld) =>
      proveOrganization(world, async (more) => [
        'PUT',
        '/organizationuser',
        await change(world, { status: 'disable', ...more }),
      ]),
    async roleId(world: ParameterWorld) {
      const { userId } = await change(world, {})
      for (const [role, isOrgOwner] of [
        ['owner', true],
        ['member', false],
      ] as const) {
        const body = { userId, roleId: await world.roleNamed(role) }
        expect(await world.administrator.expect(200, 'PUT', '/organizationuser', body)).toMatchObject({
          isOrgOwner,
        })
      }
    },
    async status(world: ParameterWorld) {
      const { caller, userId } = await world.add('Susi')
      const put = (id: string, status: string) =>
        outcomeOf(world.administrator, ['PUT', '/organizationuser', { userId: id, status }])
      expect(await put(userId, 'disable')).toEqual([200, []])
      expect((await caller.call('GET', '/chatflows')).status).toBe(401)
      expect(await put(userId, 'active')).toEqual([200, []])
      expect(await put(userId, 'invited')).toEqual([400, ['status']])
      const { user } = await world.invite(`${world.fresh('in')}@example.com`, await world.roleNamed('viewer'))
      expect(await put(user.id, 'invited')).toEqual([200, []])
    },
    updatedBy: (world: ParameterWorld) =>
      proveActor(world, 'updatedBy', async (more) => ['PUT', '/organizationuser', await change(world, more)]),
  },
  'DELETE /organizationuser': {
    async organizationId(world: ParameterWorld) {
      const { userId } = await world.add('Dora')
      const path = (id: string) => `/organizationuser?organizationId=${id}&userId=${userId}`
      expect(await outcomeOf(world.administrator, ['DELETE', path(UNKNOWN)])).toEqual([404, []])
      await world.administrator.expect(200, 'DELETE', path(world.organizationId))
    },
    async userId(world: ParameterWorld) {
      const [gone, stays] = [await world.add('Gerd'), await world.add('Sven')]
      await world.administrator.expect(200, 'DELETE', `${members(world)}&userId=${gone.userId}`)
      const left = await listed(world, members(world))
      expect([left.includes(gone.userId), left.includes(stays.userId)]).toEqual([false, true])
    },
  },
}

/** An account that belongs to no organisation. */
async function addLoner({ server }: ParameterWorld): Promise<string> {
  return (await server.addPerson({ name: 'Lone', organizationId: null, places: [] })).userId
}
