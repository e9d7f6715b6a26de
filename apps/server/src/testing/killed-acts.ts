import type { ApiKey, AuditEntry, Role, Share } from '@runnel/contract'
import { campaignRounds } from '@runnel/contract/testing'
import { openDatabase } from '@runnel/db'
import type { KillableProgram } from './killable-program.ts'
import { makeCredential } from './make-flow.ts'
import { PASSWORD, tokenOf } from './people-scene.ts'
import { createScimCaller, GROUP, PATCH, type ScimCaller } from './scim-scene.ts'
import { createCaller, type TestAnswer, type TestCaller } from './test-caller.ts'

/** Members that a provider puts into a group in one call; the log names them in two entries. */
const CROWD = campaignRounds(600, 1_000)
/** So many people are made at once. */
const PART = 50

/** What stays the same while the program dies and comes back. */
export interface KilledWorld {
  program: KillableProgram
  /** The administrator, signed in to the program that runs now. */
  administrator: TestCaller
  /** The provider of identities, which calls the program that runs now. */
  provider: ScimCaller
  token: string
  organizationId: string
  workspaceId: string
  labId: string
  viewerId: string
  /** Whom the provider made. */
  crowd: string[]
}

/** One privileged act that is sent while the program is killed. */
export interface KilledAct {
  name: string
  send(world: KilledWorld): Promise<TestAnswer>
  /** False as it was before, true as the act wants it; throws for anything between. */
  isDone(world: KilledWorld): Promise<boolean>
  /** How many entries of the audit log tell of it once it is done. */
  entries: number
  /** Which they are. */
  isEntry(entry: AuditEntry): boolean
}

const reader = ['chatflows:view', 'variables:view']
const fewer = ['chatflows:view']

/** Finds out which of two states holds. */
function either<State>(state: State, { before, after }: { before: State; after: State }): boolean {
  const [is, was, willBe] = [state, before, after].map((each) => JSON.stringify(each))
  if (is !== was && is !== willBe) throw new Error(`Half done: ${is}, neither ${was} nor ${willBe}`)
  return is === willBe
}

/** Brings an installation as far as acts need it: a provider with a crowd of people, and a second workspace. */
export async function makeKilledWorld(program: KillableProgram): Promise<KilledWorld> {
  const administrator = await program.signIn()
  const me = await administrator.expect<{ activeWorkspaceId: string; activeOrganizationId: string }>(
    200,
    'GET',
    '/auth/session',
  )
  const lab = await administrator.expect<{ id: string }>(201, 'POST', '/workspace', { name: 'Lab' })
  const roles = await administrator.expect<Role[]>(200, 'GET', '/role')
  const made = await administrator.expect<{ token: string }>(201, 'POST', '/provisioning/token', {
    name: 'The provider',
  })
  const organizationId = me.activeOrganizationId
  return {
    program,
    administrator,
    provider: providerAt(program, made.token),
    token: made.token,
    organizationId,
    workspaceId: me.activeWorkspaceId,
    labId: lab.id,
    viewerId: roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? '',
    crowd: await makeCrowd(program, organizationId),
  }
}

const providerAt = (program: KillableProgram, token: string) =>
  createScimCaller(createCaller(program.origin, { authorization: `Bearer ${token}` }))

/** The same installation after the program was started again. */
export async function comeBack(world: KilledWorld): Promise<KilledWorld> {
  await world.program.start()
  const administrator = await world.program.signIn()
  return { ...world, administrator, provider: providerAt(world.program, world.token) }
}

/** People are made at the store: the calls for them are not what is tried. */
async function makeCrowd(program: KillableProgram, organizationId: string): Promise<string[]> {
  const database = await openDatabase(program.database)
  const unnamed = { externalId: null, displayName: null, formattedName: null, givenName: null }
  const rest = { familyName: null, title: null, emails: [], isActive: true }
  const ids: string[] = []
  for (let from = 0; from < CROWD; from += PART) {
    const part = Array.from({ length: PART }, (_, index) => `crowd-${from + index}@example.com`)
    const rows = await Promise.all(
      part.map((userName) =>
        database.system.provisioning.createUser(
          {
            organizationId,
            record: { userName, ...unnamed, ...rest },
            account: { email: userName, name: 'Crowd', isOwnDomain: true },
          },
          () => [],
        ),
      ),
    )
    ids.push(...rows.map(({ id }) => id))
  }
  await database.close()
  return ids
}

async function makeRole({ administrator }: KilledWorld): Promise<{ id: string; name: string }> {
  const name = `Reader ${crypto.randomUUID()}`
  return administrator.expect(201, 'POST', '/role', { name, permissions: reader })
}

async function changesRole(world: KilledWorld): Promise<KilledAct> {
  const { id } = await makeRole(world)
  return {
    name: 'a role that gets fewer rights',
    send: ({ administrator }) => administrator.call('PUT', '/role', { id, permissions: fewer }),
    async isDone({ administrator }) {
      const { permissions } = await administrator.expect<Role>(200, 'GET', `/role?id=${id}`)
      return either(JSON.parse(permissions), { before: reader, after: fewer })
    },
    entries: 1,
    isEntry: ({ action, subject }) => action === 'role.updated' && subject.id === id,
  }
}

const keysOf = ({ administrator }: KilledWorld) =>
  administrator.expect<(ApiKey & { id: string })[]>(200, 'GET', '/apikey')

async function makesKey(): Promise<KilledAct> {
  const keyName = `Key ${crypto.randomUUID()}`
  return {
    name: 'a key that is made',
    send: ({ administrator }) => administrator.call('POST', '/apikey', { keyName, permissions: fewer }),
    isDone: async (world) => (await keysOf(world)).some((key) => key.keyName === keyName),
    entries: 1,
    isEntry: ({ action, subject }) => action === 'api-key.created' && subject.name === keyName,
  }
}

async function revokesKey(world: KilledWorld): Promise<KilledAct> {
  const body = { keyName: `Key ${crypto.randomUUID()}`, permissions: ['variables:view'] }
  const keys = await world.administrator.expect<{ id: string; apiKey: string; isNew?: true }[]>(
    200,
    'POST',
    '/apikey',
    body,
  )
  const { id, apiKey } = keys.find(({ isNew }) => isNew) ?? { id: '', apiKey: '' }
  return {
    name: 'a key that is revoked',
    send: ({ administrator }) => administrator.call('DELETE', `/apikey/${id}`),
    async isDone(now) {
      const listed = (await keysOf(now)).some((key) => key.id === id)
      const caller = createCaller(now.program.origin, { authorization: `Bearer ${apiKey}` })
      const { status } = await caller.call('GET', '/variables')
      return either([listed, status], { before: [true, 200], after: [false, 401] })
    },
    entries: 1,
    isEntry: ({ action, subject }) => action === 'api-key.deleted' && subject.id === id,
  }
}

/** Shares a credential with the other workspace, or takes it back. */
async function changesShares(world: KilledWorld, takesBack: boolean): Promise<KilledAct> {
  const id = await makeCredential(world.administrator)
  const path = `/workspace/shared/${id}`
  const share = (workspaceIds: string[]) => ({ itemType: 'credential', workspaceIds })
  if (takesBack) await world.administrator.expect(200, 'POST', path, share([world.labId]))
  const [before, after]: [string[], string[]] = takesBack ? [[world.labId], []] : [[], [world.labId]]
  return {
    name: takesBack ? 'something shared that is taken back' : 'something that is shared',
    send: ({ administrator }) => administrator.call('POST', path, share(after)),
    async isDone({ administrator }) {
      const shares = await administrator.expect<Share[]>(200, 'GET', path)
      return either(
        shares.map(({ workspaceId }) => workspaceId),
        { before, after },
      )
    },
    entries: takesBack ? 2 : 1,
    isEntry: ({ action, subject }) => action === 'shares.changed' && subject.id === id,
  }
}

/** Somebody who came by an invitation. */
async function makeMember({ administrator, workspaceId, viewerId, program }: KilledWorld) {
  const email = `mia-${crypto.randomUUID()}@example.com`
  const { user, inviteLink } = await administrator.expect<{ user: { id: string }; inviteLink?: string }>(
    201,
    'POST',
    '/account/invite',
    { user: { email }, workspace: { id: workspaceId }, role: { id: viewerId } },
  )
  await createCaller(program.origin).expect(201, 'POST', '/account/register', {
    user: { name: 'Mia', email, credential: PASSWORD, tempToken: tokenOf(inviteLink) },
  })
  return { email, id: user.id }
}

async function signIn({ program }: KilledWorld, email: string, password = PASSWORD) {
  const caller = createCaller(program.origin)
  const { status } = await caller.call('POST', '/auth/login', { email, password })
  return { caller, status }
}
const mayCome = async (world: KilledWorld, email: string, password?: string) =>
  (await signIn(world, email, password)).status === 200

const isMember = async ({ administrator, organizationId }: KilledWorld, id: string) =>
  (await administrator.call('GET', `/organizationuser?organizationId=${organizationId}&userId=${id}`))
    .status === 200

async function removesMember(world: KilledWorld): Promise<KilledAct> {
  const { id, email } = await makeMember(world)
  return {
    name: 'somebody who is removed',
    send: ({ administrator, organizationId }) =>
      administrator.call('DELETE', `/organizationuser?organizationId=${organizationId}&userId=${id}`),
    isDone: async (now) =>
      either([await isMember(now, id), await mayCome(now, email)], {
        before: [true, true],
        after: [false, false],
      }),
    entries: 1,
    isEntry: ({ action, subject }) => action === 'user.removed' && subject.id === id,
  }
}

async function deletesAccount(world: KilledWorld): Promise<KilledAct> {
  const { id, email } = await makeMember(world)
  const body = { confirmationText: 'permanently delete', password: PASSWORD }
  return {
    name: 'an account that is deleted',
    send: async (now) => (await signIn(now, email)).caller.call('DELETE', '/account/delete', body),
    isDone: async (now) =>
      either([await isMember(now, id), await mayCome(now, email)], {
        before: [true, true],
        after: [false, false],
      }),
    entries: 1,
    isEntry: ({ action, subject }) => action === 'account.deleted' && subject.id === id,
  }
}

async function changesPassword(world: KilledWorld): Promise<KilledAct> {
  const { email } = await makeMember(world)
  const newPassword = 'Another-Staple-8'
  const body = { oldPassword: PASSWORD, newPassword }
  return {
    name: 'a password that is changed',
    send: async (now) => (await signIn(now, email)).caller.call('PUT', '/account/password', body),
    isDone: async (now) =>
      either([await mayCome(now, email), await mayCome(now, email, newPassword)], {
        before: [true, false],
        after: [false, true],
      }),
    entries: 1,
    isEntry: ({ action, actor }) => action === 'password.changed' && actor.name === email,
  }
}

/** A thousand members come, and the group gets another name, in one call: they get a place in a workspace by it. */
async function fillsGroup({ provider, administrator, viewerId, crowd }: KilledWorld): Promise<KilledAct> {
  const names = [`Crowd ${crypto.randomUUID()}`, `Full ${crypto.randomUUID()}`]
  const group = await provider.expect<{ id: string }>(201, 'POST', '/Groups', {
    schemas: [GROUP],
    displayName: names[0],
  })
  const name = `Hall ${crypto.randomUUID()}`
  const { id: workspaceId } = await administrator.expect<{ id: string }>(201, 'POST', '/workspace', { name })
  const places = [{ workspaceId, roleId: viewerId }]
  await administrator.expect(200, 'PUT', `/provisioning/group/${group.id}`, { places })
  return {
    name: `a group that gets ${CROWD} members`,
    send: (world) =>
      world.provider.call('PATCH', `/Groups/${group.id}`, {
        schemas: [PATCH],
        Operations: [
          { op: 'replace', path: 'displayName', value: names[1] },
          ...crowd.map((value) => ({ op: 'add', path: 'members', value: [{ value }] })),
        ],
      }) as Promise<TestAnswer>,
    async isDone(now) {
      const path = `/Groups/${group.id}`
      const told = await now.provider.expect<{ displayName: string; members?: object[] }>(200, 'GET', path)
      const there = `/workspaceuser?workspaceId=${workspaceId}&limit=1&page=1`
      const { total } = await now.administrator.expect<{ total: number }>(200, 'GET', there)
      return either([told.displayName, told.members?.length ?? 0, total], {
        before: [names[0], 0, 1],
        after: [names[1], CROWD, CROWD + 1],
      })
    },
    entries: 2,
    isEntry: ({ action, subject }) => action === 'group.updated' && subject.id === group.id,
  }
}

async function barsPerson({ provider }: KilledWorld): Promise<KilledAct> {
  const userName = `nia-${crypto.randomUUID()}@example.com`
  const { id } = await provider.makeUser(userName)
  const read = (world: KilledWorld) => world.provider.expect<{ active: boolean }>(200, 'GET', `/Users/${id}`)
  return {
    name: 'a person whom the provider bars',
    send: (world) =>
      world.provider.call('PATCH', `/Users/${id}`, {
        schemas: [PATCH],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      }) as Promise<TestAnswer>,
    isDone: async (world) => !(await read(world)).active,
    entries: 1,
    isEntry: ({ action, subject }) => action === 'user.barred' && subject.name === userName,
  }
}

/** One act of each kind, and all that it needs. */
export async function prepareActs(world: KilledWorld): Promise<KilledAct[]> {
  return Promise.all([
    fillsGroup(world),
    changesPassword(world),
    deletesAccount(world),
    removesMember(world),
    changesRole(world),
    makesKey(),
    revokesKey(world),
    changesShares(world, false),
    changesShares(world, true),
    barsPerson(world),
  ])
}
