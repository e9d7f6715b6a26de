import { expect } from 'vitest'
import { listProofs } from './list-proofs.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'

interface Key {
  id: string
  keyName: string
  apiKey: string
  isNew?: true
}

async function makeKey({ administrator, fresh }: ParameterWorld, more: object = {}): Promise<Key> {
  const body = { keyName: fresh('Key'), permissions: ['chatflows:view'], ...more }
  const keys = await administrator.expect<Key[]>(200, 'POST', '/apikey', body)
  const made = keys.find(({ isNew }) => isNew)
  if (!made) throw new Error('The new key was not shown')
  return made
}

const changeKey = async (world: ParameterWorld, id: string, body: object) =>
  (await world.administrator.expect<Key[]>(200, 'PUT', `/apikey/${id}`, body)).find((key) => key.id === id)

const DAY_MS = 24 * 60 * 60 * 1_000
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString()

/** What each parameter of the calls about API keys does. */
export const keyProofs: CallProofs = {
  'GET /apikey': {
    /** The keys of all workspaces, for administrators, by name and permissions alone. */
    async type(world) {
      const { administrator, server, fresh } = world
      const path = '/apikey?type=organization'
      const { caller, workspaceId } = await server.addWorkspace()
      const keyName = fresh('Elsewhere')
      await caller.expect(200, 'POST', '/apikey', { keyName, permissions: ['chatflows:view'] })
      const keys = await administrator.expect<object[]>(200, 'GET', path)
      const own = { keyName, permissions: ['chatflows:view'] }
      expect(keys).toContainEqual(own)
      for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['keyName', 'permissions'])
      const page = await administrator.expect(200, 'GET', `${path}&search=${keyName}&page=1&limit=10`)
      expect(page).toEqual({ data: [own], total: 1 })
      const foreign = await server.addOrganization()
      await foreign.caller.expect(200, 'POST', '/apikey', {
        keyName: 'Foreign',
        permissions: ['chatflows:view'],
      })
      expect(await administrator.expect(200, 'GET', `${path}&search=Foreign`)).toEqual([])
      await administrator.expect(200, 'DELETE', `/workspace/${workspaceId}`)
      expect(await administrator.expect(200, 'GET', `${path}&search=${keyName}`)).toEqual([])
      const manager = (await world.add('Karl', 'admin')).caller
      expect(await outcomeOf(manager, ['GET', path])).toEqual([403, []])
      expect(await outcomeOf(await server.withKey(['apikeys:view']), ['GET', path])).toEqual([403, []])
      expect(await outcomeOf(administrator, ['GET', '/apikey?type=workspace'])).toEqual([400, ['type']])
    },
    ...listProofs({
      route: 'listApiKeys',
      path: () => '/apikey',
      prepare: (world, keyName) => makeKey(world, { keyName }),
      idOf: ({ id }) => id,
      nameOf: ({ keyName }) => keyName as string,
    }),
  },
  'GET /verify/apikey/:apikey': {
    async apikey(world) {
      const { apiKey } = await makeKey(world)
      const verify = (key: string) => outcomeOf(world.server.anonymous(), ['GET', `/verify/apikey/${key}`])
      expect([await verify(apiKey), await verify('rk_other')]).toEqual([
        [200, []],
        [401, []],
      ])
    },
  },
  'POST /apikey': {
    async keyName(world) {
      const keyName = world.fresh('Named')
      expect(await makeKey(world, { keyName })).toMatchObject({ keyName })
    },
    async permissions(world) {
      expect(await makeKey(world, { permissions: ['tools:view'] })).toMatchObject({
        permissions: ['tools:view'],
      })
      const body = { keyName: 'Odd', permissions: ['users:manage'] }
      expect(await outcomeOf(world.administrator, ['POST', '/apikey', body])).toEqual([400, ['permissions']])
    },
    async expiresDate(world) {
      const expiresDate = tomorrow()
      expect(await makeKey(world, { expiresDate })).toMatchObject({ expiresDate })
    },
  },
  'PUT /apikey/:id': {
    async id(world) {
      const [one, other] = [await makeKey(world), await makeKey(world)]
      const keyName = world.fresh('Renamed')
      expect(await changeKey(world, one.id, { keyName })).toMatchObject({ keyName })
      const rest = await world.administrator.expect<Key[]>(200, 'GET', `/apikey?search=${other.keyName}`)
      expect(rest).toMatchObject([{ id: other.id }])
      expect(await outcomeOf(world.administrator, ['PUT', `/apikey/${UNKNOWN}`, { keyName }])).toEqual([
        404,
        [],
      ])
    },
    async keyName(world) {
      const keyName = world.fresh('Renamed')
      const { id } = await makeKey(world)
      expect(await changeKey(world, id, { keyName })).toMatchObject({
        keyName,
        permissions: ['chatflows:view'],
      })
    },
    async permissions(world) {
      const { id, keyName } = await makeKey(world)
      const changed = await changeKey(world, id, { permissions: ['tools:view'] })
      expect(changed).toMatchObject({ keyName, permissions: ['tools:view'] })
    },
    async expiresDate(world) {
      const { id } = await makeKey(world)
      for (const expiresDate of [tomorrow(), null])
        expect(await changeKey(world, id, { expiresDate })).toMatchObject({ expiresDate })
    },
    async takeOver(world) {
      const { caller, userId } = await world.add('Tom', 'editor')
      const [made] = await caller.expect<Key[]>(200, 'POST', '/apikey', {
        keyName: world.fresh('Of Tom'),
        permissions: ['chatflows:view'],
      })
      expect(made).toMatchObject({ maker: { id: userId } })
      const taken = await changeKey(world, made?.id ?? '', { takeOver: true })
      expect(taken).toMatchObject({ maker: { id: world.meId } })
    },
  },
  'DELETE /apikey/:id': {
    async id(world) {
      const [gone, stays] = [await makeKey(world), await makeKey(world)]
      await world.administrator.expect(200, 'DELETE', `/apikey/${gone.id}`)
      const opens = async ({ apiKey }: Key) =>
        (await world.server.anonymous().call('GET', `/verify/apikey/${apiKey}`)).status
      expect([await opens(gone), await opens(stays)]).toEqual([401, 200])
    },
  },
}
