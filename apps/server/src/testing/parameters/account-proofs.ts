import { expect } from 'vitest'
import { PASSWORD, tokenOf } from '../people-scene.ts'
import { ADMINISTRATOR } from '../test-server.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor } from './proofs-of-many.ts'

const addressOf = ({ fresh }: ParameterWorld) => `${fresh('person')}@example.com`

/** An invitation that waits, with what accepts it. */
async function invited(world: ParameterWorld) {
  const email = addressOf(world)
  const invitation = await world.invite(email, await world.roleNamed('viewer'))
  const tempToken = invitation.inviteLink ? tokenOf(invitation.inviteLink) : await world.tokenFromMail(email)
  return { name: 'New', email, credential: PASSWORD, tempToken }
}

const register = ({ server }: ParameterWorld, user: object, more: object = {}) =>
  outcomeOf(server.anonymous(), ['POST', '/account/register', { user, ...more }])

/** Each of them must fit the invitation. */
async function proveRegistration(world: ParameterWorld) {
  const user = await invited(world)
  expect(await register(world, { ...user, email: addressOf(world) })).toEqual([400, []])
  expect(await register(world, { ...user, tempToken: 'x' })).toEqual([400, []])
  expect((await register(world, { ...user, credential: 'short' }))[1]).toContain('user.credential')
  expect((await register(world, { ...user, name: ' ' }))[1]).toContain('user.name')
  expect(await register(world, user)).toEqual([201, []])
  const caller = await world.signIn(user.email, user.credential)
  expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({
    name: user.name,
    email: user.email,
  })
}

async function proveInvitation(world: ParameterWorld) {
  const { administrator } = world
  const email = addressOf(world)
  const role = { id: await world.roleNamed('viewer') }
  const workspace = { id: await world.makeWorkspace() }
  const body = { user: { email }, workspace, role }
  for (const part of [{ workspace: { id: UNKNOWN } }, { role: { id: UNKNOWN } }])
    expect(await outcomeOf(administrator, ['POST', '/account/invite', { ...body, ...part }])).toEqual([
      404,
      [],
    ])
  const made = await administrator.expect(201, 'POST', '/account/invite', body)
  expect(made).toMatchObject({ user: { email }, workspace, role })
}

/** A link for a new password, by mail. */
async function forgotten(world: ParameterWorld) {
  const email = addressOf(world)
  await world.makeMember(email, ['chatflows:view'])
  await world.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
  return { email, tempToken: await world.tokenFromMail(email), password: 'Other-Staple-9' }
}

async function proveReset(world: ParameterWorld) {
  const user = await forgotten(world)
  const reset = (more: object) =>
    outcomeOf(world.server.anonymous(), ['POST', '/account/reset-password', { user: { ...user, ...more } }])
  expect(await reset({ email: addressOf(world) })).toEqual([400, []])
  expect(await reset({ tempToken: 'x' })).toEqual([400, []])
  expect((await reset({ password: 'short' }))[1]).toContain('user.password')
  expect(await reset({})).toEqual([200, []])
  await world.signIn(user.email, user.password)
}

async function proveSignIn(world: ParameterWorld) {
  const email = addressOf(world)
  await world.makeMember(email, ['chatflows:view'])
  const signIn = (more: object) =>
    outcomeOf(world.server.anonymous(), ['POST', '/auth/login', { email, password: PASSWORD, ...more }])
  expect(await signIn({})).toEqual([200, []])
  expect(await signIn({ password: 'Wrong-Staple-1' })).toEqual([401, []])
  expect(await signIn({ email: addressOf(world) })).toEqual([401, []])
}

/** There is nothing that a name and a password guard, so that none fit. */
async function proveNoBasicAuth({ administrator }: ParameterWorld) {
  const { email: username, password } = ADMINISTRATOR
  const said = await administrator.expect(200, 'POST', '/account/basic-auth', { username, password })
  expect(said).toEqual({ message: 'Authentication failed' })
}

/** What each parameter of the calls about accounts does. */
export const accountProofs: CallProofs = {
  'POST /auth/login': { email: proveSignIn, password: proveSignIn },
  'POST /account/register': {
    'user.name': proveRegistration,
    'user.email': proveRegistration,
    'user.credential': proveRegistration,
    'user.tempToken': proveRegistration,
    /** Where a person heard of the product: read over. */
    async 'user.referral'(world) {
      expect(await register(world, { ...(await invited(world)), referral: 'a friend' })).toEqual([201, []])
      expect(await world.server.dump()).not.toContain('a friend')
    },
    /** An invitation leads into the organisation that invites; that it names the first one, account.test.ts shows. */
    async organization(world) {
      const user = await invited(world)
      const organization = { name: 'Another' }
      expect(await register(world, user, { organization })).toEqual([400, ['organization']])
      expect(await register(world, user)).toEqual([201, []])
    },
  },
  'POST /account/invite': {
    'user.email': proveInvitation,
    'workspace.id': proveInvitation,
    'role.id': proveInvitation,
    'user.createdBy': (world) =>
      proveActor(world, 'user.createdBy', async (more) => [
        'POST',
        '/account/invite',
        {
          user: { email: addressOf(world), ...more },
          workspace: { id: world.workspaceId },
          role: { id: await world.roleNamed('viewer') },
        },
      ]),
  },
  'POST /account/forgot-password': {
    async 'user.email'(world) {
      expect((await forgotten(world)).tempToken).not.toBe('')
    },
  },
  'POST /account/reset-password': {
    'user.email': proveReset,
    'user.tempToken': proveReset,
    'user.password': proveReset,
  },
  'POST /account/basic-auth': { username: proveNoBasicAuth, password: proveNoBasicAuth },
}
