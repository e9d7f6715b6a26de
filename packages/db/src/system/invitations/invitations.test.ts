import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../../audit/audit-entry.fixture.ts'
import { anEntry, recordOf } from '../../provisioning/provision-one.fixture.ts'
import {
  addTestOrganization,
  addTestSignIn,
  addTestUser,
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../testing.ts'
import type { Acceptance, Arrival } from './accept-invitation.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** An organisation of a test, with one workspace. */
interface Place {
  organizationId: string
  workspaceId: string
}

describe.each(databaseKinds)('invitations on %s', (kind) => {
  let testing: TestDatabase
  let acme: Place
  let lone: Place
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    acme = { organizationId: testing.organizationId, workspaceId: testing.workspaceId }
    const organizationId = await addTestOrganization(testing)
    lone = { organizationId, workspaceId: await addWorkspace(organizationId) }
  })
  afterAll(() => testing.drop())

  const system = () => testing.database.system
  const organization = ({ organizationId }: Place) => testing.database.organization(organizationId)
  const addWorkspace = (organizationId: string) =>
    testing.database
      .organization(organizationId)
      .write((writer) => writer.insertWorkspace({ name: randomUUID() }))
  const roleOf = async (place: Place, name: string) =>
    (await organization(place).read.listBuiltInRoles()).find(({ builtIn }) => builtIn === name)?.id ?? ''
  const address = () => `${randomUUID()}@example.com`

  /** Invites somebody, and gives the placeholder and the link. */
  async function invite(place: Place, email: string, role = 'viewer') {
    const hash = randomUUID()
    const link = { hash, purpose: 'invitation' as const, expiresAt: Date.now() + DAY_MS }
    const to = { ...place, roleId: await roleOf(place, role) }
    const userId = await system().invitations.invite({ email, to, link, entry: () => entry })
    const invited = { id: userId, organizationId: place.organizationId, email }
    const use = { hash, purpose: 'invitation' as const, now: Date.now() }
    return { userId, invited, use }
  }
  type Invitation = Awaited<ReturnType<typeof invite>>
  const accept = ({ use, invited }: Invitation, arrival: Arrival, acts: Partial<Acceptance> = {}) =>
    system().invitations.accept({
      use,
      invited,
      arrival,
      entry: () => entry,
      confirmed: () => entry,
      ...acts,
    })
  const newcomer = (name = 'New'): Arrival => ({ kind: 'new', name, passwordHash: `hash of ${name}` })
  const addAccount = (email: string, { organizationId } = lone) =>
    addTestUser(testing, { organizationId, name: 'Known', email, passwordHash: 'known' })
  const known = (userId: string): Arrival => ({ kind: 'known', userId, passwordHash: 'known' })
  const membership = (place: Place, userId: string) => organization(place).read.findMembership(userId)

  test('of one address stand beside each other, and become one account', async () => {
    const email = address()
    const [here, there] = [await invite(acme, email), await invite(lone, email, 'editor')]
    expect(here.userId).not.toBe(there.userId)
    const { accounts, invitations } = system()
    expect(await accounts.findUserByEmail(email)).toBeUndefined()
    expect(await accounts.findForSignIn(email)).toEqual({ user: undefined, isInvited: true })
    expect(await invitations.findPerson({ ...acme, email })).toMatchObject({
      id: here.userId,
      status: 'invited',
    })
    expect(await accept(here, newcomer('Ann'))).toBe(here.userId)
    const account = await accounts.findUserByEmail(email)
    expect(account).toMatchObject({ id: here.userId, name: 'Ann', status: 'active', organizationId: null })
    expect(await accounts.findForSignIn(email)).toEqual({ user: account, isInvited: false })
    expect(await invitations.findPerson({ ...lone, email })).toMatchObject({ id: there.userId })
    const own = { kind: 'known', userId: here.userId, passwordHash: 'hash of Ann' } as const
    expect(await accept(there, own)).toBe(here.userId)
    expect(await accounts.findUser(there.userId)).toBeUndefined()
    expect(await accounts.findMemberships(here.userId)).toMatchObject([acme, lone])
    expect((await membership(lone, here.userId)).workspaces).toMatchObject([{ roleName: 'editor' }])
  })

  test('given again find the placeholder, and replace its link', async () => {
    const email = address()
    const first = await invite(acme, email)
    const second = await invite(acme, email, 'editor')
    expect(second.userId).toBe(first.userId)
    expect(await accept(first, newcomer())).toBeUndefined()
    expect((await membership(acme, first.userId)).workspaces).toMatchObject([{ roleName: 'editor' }])
    expect(await accept(second, newcomer())).toBe(first.userId)
  })

  test('look for no account of others, and are for nobody who is a member', async () => {
    const email = address()
    const account = await addAccount(email)
    const waiting = await invite(acme, email)
    expect(waiting.userId).not.toBe(account)
    await expect(invite(lone, email)).rejects.toMatchObject({ code: 'conflict' })
    const { invitations } = system()
    const foreign = { ...lone, email: `x${email}` }
    await invite(acme, foreign.email)
    expect(await invitations.findPerson(foreign)).toBeUndefined()
    expect(await invitations.isAddressTaken(foreign)).toBe(false)
    expect(await invitations.isAddressTaken({ ...foreign, ...acme })).toBe(true)
    expect(await invitations.isAddressTaken({ ...acme, email })).toBe(true)
  })

  test('hand over all that hangs on the placeholder: membership, places, and what the provider told', async () => {
    const email = address()
    const { provisioning, people, accounts } = system()
    const waiting = await invite(acme, email)
    const { organizationId } = acme
    const by = { organizationId, record: recordOf(email), account: { email, name: 'x', isOwnDomain: true } }
    const record = await provisioning.createUser(by, () => [anEntry])
    expect(record.userId).toBe(waiting.userId)
    const named = { organizationId, displayName: randomUUID(), externalId: null }
    const members = [{ kind: 'add', ids: [record.id] }] as const
    const group = await provisioning.createGroup({ ...named, members }, () => [anEntry])
    const workspaceId = await addWorkspace(organizationId)
    const places = [{ workspaceId, roleId: await roleOf(acme, 'editor') }]
    const mapping = { places, by: testing.userId }
    await provisioning.mapGroup({ organizationId, id: group.id }, mapping, () => [anEntry])
    await people.change(
      { organizationId, userId: waiting.userId },
      { isAdmin: true },
      { entries: () => [entry] },
    )

    const account = await addAccount(email)
    expect(await accept(waiting, known(account))).toBe(account)
    expect(await accounts.findUser(waiting.userId)).toBeUndefined()
    expect(await membership(acme, account)).toMatchObject({
      isAdmin: true,
      workspaces: [{ id: acme.workspaceId }, { id: workspaceId }],
    })
    const { provisioning: read } = organization(acme)
    expect(await read.findScimUser(record.id)).toMatchObject({ userId: account })
    await provisioning.removeGroup({ organizationId, id: group.id }, () => [anEntry])
    expect((await membership(acme, account)).workspaces).toMatchObject([{ id: acme.workspaceId }])
  })

  test('neither raise nor lower what the account holds there already', async () => {
    const email = address()
    const { organizationId, workspaceId } = acme
    const { provisioning, people } = system()
    const waiting = await invite(acme, email, 'editor')
    const of = (userName: string, mail: string) => ({
      organizationId,
      record: recordOf(userName),
      account: { email: mail, name: 'x', isOwnDomain: true },
    })
    const told = await provisioning.createUser(of(email, email), () => [anEntry])
    const further = await addWorkspace(organizationId)
    const { invitations, accountLife } = system()
    const to = { organizationId, workspaceId: further, roleId: await roleOf(acme, 'editor') }
    const link = { hash: waiting.use.hash, purpose: 'invitation' as const, expiresAt: Date.now() + DAY_MS }
    await invitations.invite({ email, to, link, entry: () => entry })
    await people.change(
      { organizationId, userId: waiting.userId },
      { isAdmin: true },
      { entries: () => [entry] },
    )
    // A member whose address became that of the invitation.
    const before = address()
    const account = await addAccount(before, acme)
    const roleId = await roleOf(acme, 'viewer')
    await organization(acme).write((writer) =>
      writer.addWorkspaceMember({ workspaceId, userId: account, roleId }),
    )
    const own = await provisioning.createUser(of(before, before), () => [anEntry])
    await accountLife.change(account, { email }, { entry })
    expect(await accept(waiting, known(account))).toBe(account)
    const after = await membership(acme, account)
    expect(after.isAdmin).toBe(false)
    expect(new Map(after.workspaces.map((each) => [each.id, each.roleName]))).toEqual(
      new Map([
        [workspaceId, 'viewer'],
        [further, 'editor'],
      ]),
    )
    const { provisioning: read } = organization(acme)
    expect(await read.findScimUser(own.id)).toMatchObject({ userId: account })
    expect(await read.findScimUser(told.id)).toBeUndefined()
  })

  test('leave barred who is barred', async () => {
    const email = address()
    const waiting = await invite(acme, email)
    const { people } = system()
    await people.change(
      { ...acme, userId: waiting.userId },
      { status: 'disable' },
      { entries: () => [entry] },
    )
    const account = await addAccount(email)
    await accept(waiting, known(account))
    expect(await people.find(acme.organizationId, account)).toMatchObject({ status: 'disable' })
  })

  test('of one link used many times at once are accepted once', async () => {
    const email = address()
    const waiting = await invite(acme, email)
    const uses = await Promise.allSettled([1, 2, 3].map(() => accept(waiting, newcomer())))
    const values = uses.map((use) => (use.status === 'fulfilled' ? use.value : use.reason))
    expect(values.filter((value) => value === waiting.userId)).toHaveLength(1)
    expect(values.filter((value) => value === undefined)).toHaveLength(2)

    const other = address()
    const account = await addAccount(other)
    const asked = await invite(acme, other)
    const merges = await Promise.all([1, 2, 3].map(() => accept(asked, known(account))))
    expect(merges.filter((userId) => userId === account)).toHaveLength(1)
  })

  test('of two organisations that one newcomer accepts at once make one account; the other link goes on counting', async () => {
    const email = address()
    const [here, there] = [await invite(acme, email), await invite(lone, email)]
    const outcomes = await Promise.allSettled([accept(here, newcomer()), accept(there, newcomer())])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'conflict' } }])
    const account = await system().accounts.findUserByEmail(email)
    const left = account?.id === here.userId ? there : here
    const own: Arrival = { kind: 'known', userId: account?.id ?? '', passwordHash: 'hash of New' }
    expect(await accept(left, own)).toBe(account?.id)
    expect(await system().accounts.findMemberships(account?.id ?? '')).toHaveLength(2)
  })

  test('make no second account where somebody registers meanwhile, and hinder nobody who registers', async () => {
    const email = address()
    const waiting = await invite(acme, email)
    const { accounts, registrations } = system()
    const register = (of: string) =>
      registrations.keep(
        { id: randomUUID(), email: of },
        { hash: randomUUID(), expiresAt: Date.now() + DAY_MS, data: { name: 'Own' } },
      )
    const first = await register(email)
    expect(first).toBeDefined()
    expect(await register(email)).toBe(first)
    await expect(accept(waiting, newcomer())).rejects.toMatchObject({ code: 'conflict' })
    const account = (await accounts.findUserByEmail(email))?.id ?? ''
    // Unconfirmed as it is, nobody can have signed in to it.
    const proved: Arrival = { kind: 'known', userId: account, passwordHash: 'own' }
    await expect(accept(waiting, proved)).rejects.toMatchObject({ code: 'conflict' })
    const confirmed: string[] = []
    const arrival: Arrival = { kind: 'unconfirmed', userId: account, name: 'Ann', passwordHash: 'anns' }
    const noting = (userId: string) => {
      confirmed.push(userId)
      return entry
    }
    expect(await accept(waiting, arrival, { confirmed: noting })).toBe(account)
    // It belonged to nobody who could be told.
    expect(confirmed).toEqual([])
    expect(await accounts.findUser(account)).toMatchObject({
      name: 'Ann',
      passwordHash: 'anns',
      status: 'active',
    })
    expect((await membership(acme, account)).workspaces).toHaveLength(1)

    const at = address()
    const asked = await invite(acme, at)
    const [registered, joined] = await Promise.allSettled([register(at), accept(asked, newcomer())])
    expect(registered.status).toBe('fulfilled')
    const isOne = registered.status === 'fulfilled' && registered.value !== undefined
    expect([isOne, joined.status]).toEqual([isOne, isOne ? 'rejected' : 'fulfilled'])
  })

  test.each<[string, Partial<{ passwordHash: string; email: string }>]>([
    ['password', { passwordHash: 'other' }],
    ['address', { email: address() }],
  ])('join no account whose %s is another by then; nothing is written', async (_what, change) => {
    const email = address()
    const waiting = await invite(acme, email)
    const account = await addAccount(email)
    const { accountLife, accounts, tokens } = system()
    await accountLife.change(account, change, { entry })
    await expect(accept(waiting, known(account))).rejects.toMatchObject({ code: 'conflict' })
    expect(await accounts.findMemberships(account)).toEqual([])
    expect(await tokens.find(waiting.use)).toEqual({ userId: waiting.userId, data: undefined })
  })

  test('that are withdrawn are gone whole, and their links open nothing', async () => {
    const email = address()
    const [here, there] = [await invite(acme, email), await invite(lone, email)]
    const { accounts, people, invitations } = system()
    await people.remove({ ...acme, userId: here.userId }, { entries: () => [entry] })
    expect(await accounts.findUser(here.userId)).toBeUndefined()
    expect(await accept(here, newcomer())).toBeUndefined()
    expect(await invitations.findPerson({ ...lone, email })).toMatchObject({ id: there.userId })
    const outcomes = await Promise.allSettled([
      people.remove({ ...lone, userId: there.userId }, { entries: () => [entry] }),
      accept(there, newcomer()),
    ])
    // Whoever came in time is removed as a member.
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await accounts.findUserByEmail(email)).toBeUndefined()
  })

  test('are no accounts: nobody takes one in, and none stands in the way of an address', async () => {
    const email = address()
    const waiting = await invite(acme, email)
    const { people, accountLife, accounts } = system()
    const other = await addTestOrganization(testing)
    await expect(
      people.adopt({ organizationId: other, userId: waiting.userId, isAdmin: false }, entry),
    ).rejects.toMatchObject({ code: 'not_found' })
    const account = await addAccount(address())
    await accountLife.change(account, { email }, { entry })
    expect(await accounts.findUserByEmail(email)).toMatchObject({ id: account })
    const signInId = await addTestSignIn(testing, { userId: account, workspaceId: testing.workspaceId })
    await accountLife.erase(account, { signInId, entry })
    expect(await accept(waiting, newcomer())).toBe(waiting.userId)
  })
})
