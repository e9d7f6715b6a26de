import type { AuditEntry, SignedInUser } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Made {
  id: string
  name: string
  workspaceId: string
}

const meOf = (caller: TestCaller) => caller.expect<SignedInUser>(200, 'GET', '/auth/session')
const make = (caller: TestCaller, name: string) => caller.expect<Made>(201, 'POST', '/organization', { name })
const refusalOf = async (caller: TestCaller, name: string) => {
  const { status, body } = await caller.call<{ reason?: string; issues?: object[] }>(
    'POST',
    '/organization',
    { name },
  )
  return { status, reason: body.reason, issues: body.issues }
}
const goTo = (caller: TestCaller, workspaceId: string) =>
  caller.expect<SignedInUser>(200, 'POST', `/workspace/switch?id=${workspaceId}`, {})
const foundings = async (caller: TestCaller) => {
  const { data } = await caller.expect<{ data: AuditEntry[] }>(
    200,
    'GET',
    '/audit/entries?action=organization.created',
  )
  return data.map(({ actor, subject, after }) => ({ actor, subject, after }))
}
const organizationsOf = ({ assignedWorkspaces }: SignedInUser) => [
  ...new Set(assignedWorkspaces.map(({ organization }) => organization)),
]

describe.each(databaseKinds)('another organisation on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let home: string
  let organizationId: string
  beforeAll(async () => {
    server = await startTestServer({ kind, env: { NEW_ORGANIZATIONS: 'yes' } })
    administrator = await server.administrator()
    const me = await meOf(administrator)
    home = me.activeWorkspaceId
    organizationId = me.activeOrganizationId
  })
  afterAll(() => server.stop())
  const addPerson = (name: string, role: 'admin' | 'owner', isAdmin = false) =>
    server.addPerson({ name, isAdmin, places: [{ workspaceId: home, role }] })

  test('is made by an administrator, who owns it, stays where they are and finds it at once', async () => {
    expect((await meOf(administrator)).mayMakeOrganization).toBe(true)
    const made = await make(administrator, '  Sons & Daughters ')
    expect(made.name).toBe('Sons & Daughters')
    const me = await meOf(administrator)
    expect(me.activeWorkspaceId).toBe(home)
    expect(organizationsOf(me)).toEqual(['Default Organization', 'Sons & Daughters'])
    const there = await goTo(administrator, made.workspaceId)
    expect(there).toMatchObject({
      activeOrganizationId: made.id,
      activeWorkspace: 'Default Workspace',
      isOrganizationAdmin: true,
      role: 'owner',
    })
    await goTo(administrator, home)
  })

  test('begins with its maker alone, the built-in roles and the worked examples', async () => {
    await addPerson('Olga', 'admin')
    await administrator.expect(201, 'POST', '/role', { name: 'Operator', permissions: ['executions:view'] })
    const { workspaceId } = await make(administrator, 'Alone')
    await goTo(administrator, workspaceId)
    const people = await administrator.expect<object[]>(200, 'GET', '/organizationuser')
    const roles = await administrator.expect<{ builtIn: string | null }[]>(200, 'GET', '/role')
    const workspaces = await administrator.expect<object[]>(200, 'GET', '/workspace')
    const flows = await administrator.expect<object[]>(200, 'GET', '/chatflows')
    expect([people, workspaces].map(({ length }) => length)).toEqual([1, 1])
    expect(roles.filter(({ builtIn }) => builtIn === null)).toEqual([])
    expect(flows).toHaveLength(2)
    await goTo(administrator, home)
  })

  test('is in the log of the old organisation and in its own', async () => {
    const { id, name, workspaceId } = await make(administrator, 'Noted')
    const entry = {
      actor: expect.objectContaining({ kind: 'user', name: 'ada@example.com' }),
      subject: { kind: 'organization', id, name },
      after: { name, workspace: 'Default Workspace', administrator: 'ada@example.com' },
    }
    expect(await foundings(administrator)).toContainEqual(entry)
    await goTo(administrator, workspaceId)
    expect(await foundings(administrator)).toEqual([entry])
    await goTo(administrator, home)
  })

  test('is refused to who administers nothing, and nobody is offered it', async () => {
    const { caller } = await addPerson('Adam', 'admin')
    expect((await meOf(caller)).mayMakeOrganization).toBeUndefined()
    expect(await refusalOf(caller, 'Mine')).toMatchObject({ status: 403 })
    expect(organizationsOf(await meOf(caller))).toEqual(['Default Organization'])
  })

  test('is refused to an administrator who is lowered or barred in the same moment', async () => {
    const { organizations } = server.context.db.system
    const { create } = organizations
    for (const change of [{ isAdmin: false }, { status: 'disable' as const }]) {
      const { caller, userId } = await addPerson('Lea', 'owner', true)
      organizations.create = async (...call) => {
        const roles = await server.context.db.organization(organizationId).read.listBuiltInRoles()
        const member = roles.find(({ builtIn }) => builtIn === 'member')?.id
        const body = change.isAdmin === false ? { userId, roleId: member } : { userId, ...change }
        await administrator.expect(200, 'PUT', '/organizationuser', body)
        return create(...call)
      }
      expect(await refusalOf(caller, 'Late')).toMatchObject({ status: 403 })
      organizations.create = create
    }
    expect(await server.dump()).not.toContain('Late')
  })

  test('has a name that tells it from the others of its maker, and from none of strangers', async () => {
    await make(administrator, 'Müller')
    expect(await refusalOf(administrator, ' müller ')).toMatchObject({
      status: 409,
      issues: [{ path: 'name', reason: 'organization_name_own' }],
    })
    expect(await refusalOf(administrator, 'default ORGANIZATION')).toMatchObject({
      status: 400,
      issues: [{ path: 'name', reason: 'organization_name_reserved' }],
    })
    expect(await refusalOf(administrator, '  ')).toMatchObject({ status: 400, issues: [{ path: 'name' }] })
    const { caller } = await addPerson('Ines', 'owner', true)
    expect((await make(caller, 'Müller')).name).toBe('Müller')
  })

  test('is one where two calls of a name come at once, and where an answer was lost', async () => {
    const both = await Promise.all(['Twice', 'TWICE'].map((name) => refusalOf(administrator, name)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const again = () =>
      administrator.call('POST', '/organization', { name: 'Lost' }, { 'idempotency-key': 'lost-answer' })
    const [first, second] = [await again(), await again()]
    expect(second).toMatchObject({ status: 201, body: first.body })
  })

  test('is not given the reserved name afterwards, and keeps it where it has it', async () => {
    const renamed = await administrator.call('PUT', '/organization', {
      id: organizationId,
      name: 'Default Organization',
    })
    expect(renamed.status).toBe(200)
    const { id, workspaceId } = await make(administrator, 'Other')
    await goTo(administrator, workspaceId)
    expect(
      (await administrator.call('PUT', '/organization', { id, name: 'default organization' })).status,
    ).toBe(400)
    await goTo(administrator, home)
  })

  test('is one of fifty at most', async () => {
    const { caller, userId } = await addPerson('Max', 'owner', true)
    for (let made = 1; made < 50; made++) {
      const ids = { id: crypto.randomUUID(), name: `Number ${made}` }
      const entry = { action: 'organization.created', subject: { kind: 'organization', ...ids } }
      const actor = { kind: 'operator' as const, id: null, name: null, address: null, agent: null }
      await server.context.db.system.organizations.create(
        {
          organization: ids,
          workspace: { id: crypto.randomUUID(), name: 'Default Workspace' },
          maker: { userId, organizationId },
          entry: { ...entry, actor },
        },
        () => undefined,
      )
    }
    expect(await refusalOf(caller, 'One more')).toMatchObject({
      status: 409,
      reason: 'organizations_exceeded',
    })
  })
})

describe.each([
  ['enterprise without a word of the operator', {}, 'organizations_closed'],
  [
    'a cloud that the operator closed',
    { PLATFORM_TYPE: 'cloud', NEW_ORGANIZATIONS: 'no' },
    'organizations_closed',
  ],
  [
    'open source, whatever is set',
    { PLATFORM_TYPE: 'open source', NEW_ORGANIZATIONS: 'yes' },
    'platform_without',
  ],
])('on %s', (_platform, env, reason) => {
  test('nobody makes another organisation', async () => {
    const server = await startTestServer({ env })
    try {
      const administrator = await server.administrator()
      expect((await meOf(administrator)).mayMakeOrganization).toBeUndefined()
      expect(await refusalOf(administrator, 'More')).toMatchObject({ status: 403, reason })
    } finally {
      await server.stop()
    }
  })
})

test('in the cloud a member makes one in their own name, of which the organisation is told nothing', async () => {
  const server = await startTestServer({ env: { PLATFORM_TYPE: 'cloud' } })
  try {
    const administrator = await server.administrator()
    const { activeWorkspaceId: workspaceId } = await meOf(administrator)
    const { caller } = await server.addPerson({ name: 'Vera', places: [{ workspaceId, role: 'viewer' }] })
    const made = await make(caller, 'Vera alone')
    expect(await goTo(caller, made.workspaceId)).toMatchObject({ isOrganizationAdmin: true })
    expect(await foundings(caller)).toHaveLength(1)
    expect((await foundings(administrator)).map(({ subject }) => subject.name)).not.toContain('Vera alone')
  } finally {
    await server.stop()
  }
})
