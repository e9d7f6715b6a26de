import { allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { goodBodies } from './hostile-bodies.fixture.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Changes of the own account that ask for no password, and why they need not. */
const WITHOUT_PASSWORD: Partial<Record<RouteName, string>> = {
  addPasskey: 'takes the ticket that beginPasskey gave for the password',
  confirmSecondFactor: 'takes a code of the secret that beginSecondFactor gave for the password',
  renamePasskey: 'opens and closes nothing',
  checkBasicAuth: 'only says whether a name and a password of the settings fit',
  joinByInvitation: 'adds a place, and changes nothing of the account',
  endSession: 'signs out',
  endOtherSessions: 'signs out',
  withdrawEmailChange: 'ends a link that opens nothing without its owner',
}

const own = (Object.entries(allRoutes) as [RouteName, RouteDefinition][]).filter(
  ([, { method, path, policy }]) =>
    method !== 'GET' &&
    policy.gate !== 'public' &&
    policy.gate !== 'provisioning' &&
    policy.permissions === 'every-caller' &&
    /^\/(account|loginmethod|user)\b/.test(path),
)
const asking = own.filter(([name]) => WITHOUT_PASSWORD[name] === undefined)

/** A call of somebody for the own account, and how it names the password. */
function describeCall(name: RouteName, path: string, userId: string) {
  const target = path.replace(':providerName', 'oidc').replace(':id', UNKNOWN)
  const good = goodBodies[name] ?? {}
  const body = name === 'updateUser' ? { ...good, id: userId } : good
  return { target, body, field: 'oldPassword' in body ? 'oldPassword' : 'password' }
}

describe.each(databaseKinds)('the own ways to sign in on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false, env: { HOST: 'localhost' } })
  })
  afterAll(() => scene.stop())

  test('are added and removed by known routes', () => {
    const names = asking.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['beginPasskey', 'removePasskey', 'linkIdentity', 'unlinkIdentity'],
        ...['changePassword', 'changeEmail', 'updateUser', 'deleteAccount'],
      ]),
    )
    const known = own.map(([name]) => name)
    expect(known).toEqual(expect.arrayContaining(Object.keys(WITHOUT_PASSWORD)))
  })

  test.each(asking)('%s refuses without the password', async (name, { method, path }) => {
    const { caller, id } = await scene.makeMember(`${name}@example.com`.toLowerCase(), [])
    const { target, body, field } = describeCall(name, path, id)
    const { [field]: _password, ...without } = body
    const refusal = { code: 'invalid_input', issues: [expect.objectContaining({ path: field })] }
    const wrong = await caller.call(method, target, { ...body, [field]: 'Wrong-Staple-1' })
    expect(wrong).toMatchObject({ status: 400, body: refusal })
    expect(await caller.call(method, target, without)).toMatchObject({ status: 400, body: refusal })
    await caller.expect(200, 'GET', '/auth/session')
  })

  test.each(asking)(
    '%s refuses the password alone where a second factor is on',
    async (name, { method, path }) => {
      const { caller, id } = await scene.makeMember(`${name}-protected@example.com`.toLowerCase(), [])
      const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
        password: PASSWORD,
      })
      const first = timedCode(secret, scene.server.context.now())
      await caller.expect(200, 'POST', '/account/second-factor/confirm', { code: first })
      const { target, body, field } = describeCall(name, path, id)
      const { code: _code, ...alone } = { ...body, [field]: PASSWORD }
      const refusal = { status: 400, body: { code: 'invalid_input', issues: [{ path: 'code' }] } }
      expect(await caller.call(method, target, alone)).toMatchObject(refusal)
      expect(await caller.call(method, target, { ...alone, code: first })).toMatchObject(refusal)
      await caller.expect(200, 'GET', '/auth/session')
      const { isOn } = await caller.expect<{ isOn: boolean }>(200, 'GET', '/account/second-factor')
      expect(isOn).toBe(true)
    },
  )
})
