import { expect } from 'vitest'
import { ADMINISTRATOR } from '../test-server.ts'
import { type CallProofs, outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'
import { proveActor } from './proofs-of-many.ts'

const NEW_PASSWORD = 'Battery-Staple-8'

const user = {
  'GET /user': {
    async id({ administrator, add }: ParameterWorld) {
      const { userId } = await add('Ida')
      expect(await administrator.expect(200, 'GET', `/user?id=${userId}`)).toMatchObject({ id: userId })
      expect(await outcomeOf(administrator, ['GET', `/user?id=${UNKNOWN}`])).toEqual([404, []])
      expect(await outcomeOf(administrator, ['GET', '/user'])).toEqual([400, ['id']])
    },
    async email({ administrator, add }: ParameterWorld) {
      const [one, other] = [await add('Emil'), await add('Emma')]
      const found = await administrator.expect(200, 'GET', `/user?email=${one.email.toUpperCase()}`)
      expect(found).toMatchObject({ id: one.userId })
      const both = (email: string) => ['GET', `/user?id=${one.userId}&email=${email}`] as const
      expect(await outcomeOf(administrator, both(one.email))).toEqual([200, []])
      expect(await outcomeOf(administrator, both(other.email))).toEqual([404, []])
    },
  },
  'PUT /user': {
    async id({ add, meId }: ParameterWorld) {
      const { caller, userId } = await add('Ines')
      expect(await outcomeOf(caller, ['PUT', '/user', { id: userId.toUpperCase() }])).toEqual([200, []])
      expect(await outcomeOf(caller, ['PUT', '/user', { id: meId, name: 'X' }])).toEqual([403, []])
    },
    async name({ add }: ParameterWorld) {
      const { caller, userId } = await add('Nora')
      const changed = await caller.expect(200, 'PUT', '/user', { id: userId, name: 'Nora B' })
      expect(changed).toMatchObject({ name: 'Nora B' })
    },
    async email({ add, tokenFromMail, signIn }: ParameterWorld) {
      const { caller, userId, email } = await add('Elsa')
      const next = email.replace('elsa', 'else')
      const body = { id: userId, email: next }
      expect(await outcomeOf(caller, ['PUT', '/user', body])).toEqual([400, ['oldPassword']])
      await caller.expect(200, 'PUT', '/user', { ...body, oldPassword: ADMINISTRATOR.password })
      const tempToken = await tokenFromMail(next)
      await caller.expect(200, 'POST', '/account/confirm-email-change', { user: { tempToken } })
      await signIn(next, ADMINISTRATOR.password)
    },
    oldPassword: provePasswords,
    newPassword: provePasswords,
    confirmPassword: provePasswords,
    status: proveOwnEchoes,
    createdDate: proveOwnEchoes,
    updatedDate: proveOwnEchoes,
  },
}

async function provePasswords({ add, signIn }: ParameterWorld) {
  const { caller, userId, email } = await add('Paul')
  const whole = {
    id: userId,
    oldPassword: ADMINISTRATOR.password,
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  }
  for (const field of ['oldPassword', 'confirmPassword'])
    expect(await outcomeOf(caller, ['PUT', '/user', { ...whole, [field]: 'Wrong-Horse-9' }])).toEqual([
      400,
      [field],
    ])
  await caller.expect(200, 'PUT', '/user', whole)
  await signIn(email, NEW_PASSWORD)
}

async function proveOwnEchoes({ add }: ParameterWorld) {
  const { caller, userId } = await add('Edda')
  const known = await caller.expect<object>(200, 'GET', `/user?id=${userId}`)
  expect(await caller.expect(200, 'PUT', '/user', known)).toEqual(known)
  for (const field of ['status', 'createdDate', 'updatedDate'])
    expect(await outcomeOf(caller, ['PUT', '/user', { ...known, [field]: 'other' }])).toEqual([400, [field]])
}

const organization = {
  'GET /organization': {
    async id({ administrator, organizationId }: ParameterWorld) {
      const own = await administrator.expect(200, 'GET', `/organization?id=${organizationId}`)
      expect(own).toMatchObject({ id: organizationId })
      expect(await outcomeOf(administrator, ['GET', `/organization?id=${UNKNOWN}`])).toEqual([404, []])
    },
    async name({ administrator, organizationId }: ParameterWorld) {
      const { name } = await administrator.expect<{ name: string }>(200, 'GET', '/organization')
      const named = (text: string) => `/organization?name=${encodeURIComponent(text)}`
      const found = await administrator.expect(200, 'GET', named(name.toUpperCase()))
      expect(found).toMatchObject({ id: organizationId })
      expect(await outcomeOf(administrator, ['GET', named(`${name} x`)])).toEqual([404, []])
      const both = `${named('Another')}&id=${organizationId}`
      expect(await outcomeOf(administrator, ['GET', both])).toEqual([404, []])
    },
  },
  'PUT /organization': {
    async id({ administrator }: ParameterWorld) {
      const body = { id: UNKNOWN, name: 'X' }
      expect(await outcomeOf(administrator, ['PUT', '/organization', body])).toEqual([404, []])
    },
    async name({ administrator, organizationId, fresh }: ParameterWorld) {
      const name = fresh('Acme')
      await administrator.expect(200, 'PUT', '/organization', { id: organizationId, name })
      expect(await administrator.expect(200, 'GET', '/organization')).toMatchObject({ name })
    },
    async createdDate({ administrator }: ParameterWorld) {
      const known = await administrator.expect<object>(200, 'GET', '/organization')
      const body = { ...known, createdDate: 'other' }
      expect(await outcomeOf(administrator, ['PUT', '/organization', body])).toEqual([400, ['createdDate']])
    },
    revision: proveOrganizationEchoes,
    erasing: proveOrganizationEchoes,
    updatedBy: (world: ParameterWorld) =>
      proveActor(world, 'updatedBy', async (more) => {
        const known = await world.administrator.expect<object>(200, 'GET', '/organization')
        return ['PUT', '/organization', { ...known, ...more }]
      }),
  },
}

/** The organisation can be sent back as it was read; what the server counts and tells beside it is read over. */
async function proveOrganizationEchoes({ administrator }: ParameterWorld) {
  const read = await administrator.expect<{ revision: number; erasing: unknown }>(200, 'GET', '/organization')
  const { erasing, revision, ...known } = read
  expect(erasing).toBeInstanceOf(Array)
  const changed = await administrator.expect(200, 'PUT', '/organization', read)
  expect(changed).toEqual({ ...known, revision: revision + 1 })
}

/** What each parameter of the calls about accounts of people and their organisation does. */
export const peopleProofs: CallProofs = { ...user, ...organization }
