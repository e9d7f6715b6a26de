import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { TenantReader, TenantWriter } from '../database.ts'
import { provisionOneOfEach } from '../provisioning/provision-one.fixture.ts'
import { newMessage, newRun, newWait, stepRecord, textEvents } from '../runs/runs.fixture.ts'
import {
  addTestSignIn,
  addTestWorkspace,
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../testing.ts'

const NOWHERE = { address: null, agent: null }
const anEntry: NewAuditEntry = {
  action: 'role.updated',
  actor: { kind: 'operator', id: null, name: null, ...NOWHERE },
  subject: { kind: 'role', id: null, name: null },
}
const anActivity = (userId: string) => ({
  userId,
  username: 'ada@example.com',
  code: 0,
  method: 'password',
  message: 'x',
  ...NOWHERE,
})

/** Fills every tenant table of the test's own workspace with one row and gives the ids. */
async function fillWorkspace({ database, workspaceId, userId }: TestDatabase) {
  const rows = await database.write(workspaceId, async (writer) => {
    const document = { document: '{}', documentHash: 'h' }
    const flow = await writer.flows.insert({ name: 'Secret', type: 'AGENTFLOW' }, document)
    const draft = { flowId: flow.id, userId, baseVersionId: flow.headVersionId, diff: '{}', viewport: null }
    await writer.flows.appendDraft({ ...draft, restart: { document: '{}' } })
    const credential = await writer.credentials.insert({ name: 'c', credentialName: 'x', sealed: 's' })
    const variable = await writer.variables.insert({ name: 'v', type: 'static' })
    const template = await writer.customTemplates.insert({
      name: 't',
      description: '',
      badge: '',
      usecases: '[]',
      type: 'Chatflow',
      content: '{}',
      nodeTypes: '[]',
    })
    const hash = randomUUID()
    const apiKey = await writer.apiKeys.insert({ keyName: 'k', keyHash: hash, keyHint: 'h', permissions: [] })
    const run = newRun(flow.id, { lease: { owner: 'a', until: 1 } })
    const message = newMessage(flow.id, { id: randomUUID() })
    return {
      flow: await writer.flows.update(flow.id, {}),
      credential,
      variable,
      template,
      apiKey,
      run,
      message,
    }
  })
  const { run, message, ...others } = rows
  const progress = database.progress(workspaceId)
  await progress.accept({ run, userMessage: message })
  const events = textEvents(1, 1, ['x'])
  await progress.append({ runId: run.id, fence: 1, records: [stepRecord('a#0')], events })
  const waiting = newRun(others.flow.id, {
    lease: { owner: 'a', until: 1 },
    sessionId: 'asked',
    chatId: 'asked',
  })
  await progress.accept({ run: waiting })
  const ending = { runId: waiting.id, fence: 1, records: [], events: [], messages: [], now: 2 }
  await progress.end({ ...ending, status: 'waiting', waits: [newWait('human_0#0')] })
  const [wait] = await database.read(workspaceId).waits.listOpen(waiting.id)
  return { ...others, run, waiting, waitId: wait?.id ?? '', messageId: message.id ?? '' }
}

describe.each(databaseKinds)('workspaces on %s', (kind) => {
  let testing: TestDatabase
  let other: string
  let ids: Awaited<ReturnType<typeof fillWorkspace>>
  let feed: { userId: string; after: number; limit: number }
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    other = await addTestWorkspace(testing)
    ids = await fillWorkspace(testing)
    feed = { userId: testing.userId, after: 0, limit: 10 }
  })
  afterAll(() => testing.drop())

  const write = <T>(work: (writer: TenantWriter) => Promise<T>) => testing.database.write(other, work)

  test('what another workspace holds cannot be found by id', async () => {
    const reader = testing.database.read(other)
    const { flow, run } = ids
    expect(await reader.flows.find(flow.id)).toBeUndefined()
    expect(await reader.flows.findVersion(flow.headVersionId)).toBeUndefined()
    expect(await reader.flows.findDraft(flow.id, testing.userId)).toBeUndefined()
    expect(await reader.flows.listChanges({ ...feed, flowId: flow.id })).toEqual([])
    const draft = { flowId: flow.id, userId: testing.userId }
    expect(await reader.flows.listDraftChanges(draft, 0)).toEqual([])
    expect(await reader.credentials.find(ids.credential.id)).toBeUndefined()
    expect(await reader.variables.find(ids.variable.id)).toBeUndefined()
    expect(await reader.apiKeys.find(ids.apiKey.id)).toBeUndefined()
    expect(await reader.runs.find(run.id)).toBeUndefined()
    expect(await reader.runs.journal(run.id)).toEqual([])
    expect(await reader.runs.events(run.id, undefined, 10)).toEqual([])
    expect(await reader.runs.findActiveByChat(flow.id, run.chatId)).toEqual([])
    const session = { flowId: flow.id, sessionId: run.sessionId, namespace: run.namespace }
    expect(await reader.runs.findLatestOfSession(session)).toBeUndefined()
    expect(await reader.messages.find(ids.messageId)).toBeUndefined()
    expect(await reader.messages.upTo(session, { limit: 10 })).toEqual([])
    const { waiting, waitId } = ids
    expect(await reader.waits.find(waitId)).toBeUndefined()
    expect(await reader.waits.listOpen(waiting.id)).toEqual([])
    expect(await reader.waits.listAnswered(waiting.id)).toEqual([])
    expect(await reader.waits.findOpen({ ...session, sessionId: waiting.sessionId })).toBeUndefined()
  })

  test('no list holds or counts rows of another workspace, whatever is asked', async () => {
    const reader = testing.database.read(other)
    const lists = (of: TenantReader) => [
      of.flows.list({}),
      of.flows.list({ search: 'secret', sort: 'name', direction: 'asc' }),
      of.flows.listVersions(ids.flow.id, {}),
      of.credentials.list({}),
      of.variables.list({ limit: 1, page: 1 }),
      of.customTemplates.list({ limit: 1, page: 1, isWhole: true }),
      of.apiKeys.list({}),
      of.runs.list({ sessionId: 'session' }),
      of.runs.list({ sessionId: 'session', flowId: ids.flow.id, flowName: 'secret' }),
      of.messages.list({ flowId: ids.flow.id }),
    ]
    for (const page of await Promise.all<{ rows: unknown[]; total: number }>(lists(reader))) {
      expect(page).toEqual({ rows: [], total: 0 })
    }
    expect(await reader.variables.listAll()).toEqual([])
    const own = testing.database.read(testing.workspaceId)
    for (const page of await Promise.all<{ total: number }>(lists(own))) expect(page.total).toBe(1)
  })

  test('what another workspace holds cannot be changed or deleted', async () => {
    const { flow, run, credential, variable, template, apiKey } = ids
    const attempts: ((writer: TenantWriter) => Promise<unknown>)[] = [
      (writer) => writer.flows.update(flow.id, { name: 'Stolen' }),
      (writer) =>
        writer.flows.saveVersion(flow.id, { version: { document: '[]', documentHash: 'x' }, diff: '{}' }),
      (writer) => writer.flows.publish(flow.id, flow.headVersionId),
      (writer) => writer.flows.delete(flow.id),
      (writer) => writer.credentials.update(credential.id, { name: 'Stolen' }),
      (writer) => writer.credentials.delete(credential.id),
      (writer) => writer.variables.update(variable.id, { name: 'Stolen' }),
      (writer) => writer.variables.delete(variable.id),
      (writer) => writer.customTemplates.delete(template.id),
      (writer) => writer.apiKeys.update(apiKey.id, { keyName: 'Stolen' }),
      (writer) => writer.apiKeys.delete(apiKey.id),
      (writer) => writer.runs.setPublic(run.id, true),
    ]
    for (const attempt of attempts) {
      await expect(write(attempt)).rejects.toMatchObject({ code: 'not_found' })
    }
    const stale = { runId: run.id, fence: 1, records: [stepRecord('b#0')], events: [] }
    await expect(testing.database.progress(other).append(stale)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      testing.database.progress(other).end({ ...stale, status: 'error', messages: [], now: 1 }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const answer = { id: ids.waitId, answer: {}, now: 1 }
    expect(await write((writer) => writer.waits.answer(answer))).toBeUndefined()
    const stop = { flowId: flow.id, chatId: run.chatId, now: 1 }
    expect(await write((writer) => writer.runs.requestStop(stop))).toEqual([])
    expect(await write((writer) => writer.runs.delete([run.id]))).toEqual([])
    expect(await write((writer) => writer.messages.deleteWhere({ flowId: flow.id }))).toMatchObject({
      affected: 0,
    })
    expect(await write((writer) => writer.flows.dismissRepairs(flow.id))).toBe(0)
    await write((writer) => writer.flows.deleteDraft({ flowId: flow.id, userId: testing.userId }))
    await write((writer) => writer.flows.pruneChanges(Number.MAX_SAFE_INTEGER))
    await write((writer) => writer.flows.pruneSnapshots(Number.MAX_SAFE_INTEGER))

    const own = testing.database.read(testing.workspaceId)
    expect(await own.flows.get(flow.id)).toEqual(flow)
    expect(await own.flows.findDraft(flow.id, testing.userId)).toBeDefined()
    expect(await own.flows.listChanges({ ...feed, flowId: flow.id })).toHaveLength(1)
    expect(await own.runs.get(run.id)).toMatchObject({ status: 'running', isPublic: false })
    expect((await own.runs.journal(run.id)).map(({ path }) => path)).toEqual(['a#0'])
    expect(await own.messages.find(ids.messageId)).toBeDefined()
  })

  test('no row can be hung on a flow of another workspace', async () => {
    const flowId = ids.flow.id
    const attempts: ((writer: TenantWriter) => Promise<unknown>)[] = [
      (writer) => writer.messages.insert(newMessage(flowId)),
      (writer) => writer.flows.snapshot(flowId, { document: '{}', documentHash: 'new' }),
      (writer) =>
        writer.flows.appendDraft({
          flowId,
          userId: testing.userId,
          baseVersionId: ids.flow.headVersionId,
          diff: '{}',
          viewport: null,
          restart: { document: 'stolen' },
        }),
    ]
    for (const attempt of attempts) await expect(write(attempt)).rejects.toThrow()
    await expect(testing.database.progress(other).accept({ run: newRun(flowId) })).rejects.toThrow()
    const draft = await testing.database.read(testing.workspaceId).flows.findDraft(flowId, testing.userId)
    expect(draft?.document).toBe('{}')
  })

  test('resolvers of public routes give whose a thing is and nothing else', async () => {
    const { routes } = testing.database.system
    expect(await routes.findWorkspaceOfFlow(ids.flow.id)).toBe(testing.workspaceId)
    const { namespace } = ids.run
    expect(await routes.findOwnerOfRun(ids.run.id)).toEqual({ workspaceId: testing.workspaceId, namespace })
    expect(await routes.findWorkspaceOfFlow(randomUUID())).toBeUndefined()
    expect((await routes.listWorkspaceIds()).toSorted()).toEqual([other, testing.workspaceId].toSorted())
  })
})

describe('row-level security', () => {
  let testing: TestDatabase
  let client: Client
  beforeAll(async () => {
    testing = await createTestDatabase('postgres')
    await fillWorkspace(testing)
    if (testing.options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
    client = new Client({ connectionString: testing.options.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await testing.drop()
  })

  async function tablesWith(column: string): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = $1 order by 1`,
      [column],
    )
    return rows.map(({ name }) => name)
  }

  async function countAs(table: string, settings: string): Promise<number> {
    await client.query(`begin; select set_config('role', 'runnel_app', true)${settings}`)
    try {
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from "${table}"`)
      return Number(rows[0]?.count)
    } finally {
      await client.query('rollback')
    }
  }

  test('without a tenant the role of the product sees no row of any tenant table', async () => {
    const tables = await tablesWith('workspaceId')
    expect(tables).toEqual(
      expect.arrayContaining([
        'apiKeys',
        'chatMessages',
        'credentials',
        'flowDrafts',
        'flowVersions',
        'flows',
      ]),
    )
    expect(tables).toEqual(
      expect.arrayContaining(['runEvents', 'runSteps', 'runWaits', 'runs', 'variables', 'sessions']),
    )
    for (const table of tables) {
      expect([table, await countAs(table, '')]).toEqual([table, 0])
      expect([table, await countAs(table, `, set_config('app.workspace', '', true)`)]).toEqual([table, 0])
      const stranger = `, set_config('app.workspace', '${randomUUID()}', true)`
      expect([table, await countAs(table, stranger)]).toEqual([table, 0])
    }
  })

  test('with its tenant, or as the system, the same role sees the rows', async () => {
    for (const table of [
      'flows',
      'flowVersions',
      'flowDrafts',
      'credentials',
      'runWaits',
      'runSteps',
      'chatMessages',
    ]) {
      const own = `, set_config('app.workspace', '${testing.workspaceId}', true)`
      expect([table, await countAs(table, own)]).toEqual([table, 1])
      expect([table, await countAs(table, `, set_config('app.scope', 'system', true)`)]).toEqual([table, 1])
    }
  })

  test('tables without a workspace are for the system only', async () => {
    const own = `, set_config('app.workspace', '${testing.workspaceId}', true)`
    for (const table of ['users', 'organizations', 'roles', 'meta', 'oneTimeTokens', 'organizationMembers']) {
      expect([table, await countAs(table, own)]).toEqual([table, 0])
    }
    expect(await countAs('users', `, set_config('app.scope', 'system', true)`)).toBe(1)
  })

  test('with its organisation the same role sees what belongs to it, and nothing without', async () => {
    const own = `, set_config('app.organization', '${testing.organizationId}', true)`
    const stranger = `, set_config('app.organization', '${randomUUID()}', true)`
    // A placeholder says whose it is; people are the system's nevertheless, all of them.
    const tables = (await tablesWith('organizationId')).filter((table) => table !== 'users')
    const logs = ['auditEntries', 'loginActivities']
    const signOn = ['identities', 'loginMethods', 'organizationDomains']
    const scim = ['scimCalls', 'scimGroupMembers', 'scimGroups', 'scimMappings', 'scimTokens', 'scimUsers']
    expect(tables).toEqual(
      [
        ...logs,
        ...signOn,
        ...scim,
        'organizationMembers',
        'outgoingMails',
        'roles',
        'workspaceMembers',
        'workspaces',
      ].toSorted(),
    )
    const { organizationId } = testing
    await testing.database
      .organization(organizationId)
      .write((writer) =>
        writer.insertDomain({ domain: 'acme.example', token: 't', createdBy: testing.userId }),
      )
    const method = { id: randomUUID(), organizationId, providerName: 'oidc', sealed: 'x' }
    await testing.database.system.signOn.save(
      [{ ...method, status: 'enable', by: testing.userId, endsSessions: false, isOtherProvider: false }],
      [],
    )
    const identity = { loginMethodId: method.id, organizationId, issuer: 'i', subject: 's', email: null }
    await testing.database.system.signOn.link(
      { identity, userId: testing.userId, exceptSignIn: await addTestSignIn(testing, testing) },
      anEntry,
    )
    await testing.database.system.audit.noteSignIn(anActivity(testing.userId))
    const mail = { about: 'added', mailbox: 'x', sealed: 'x', patienceMs: 60_000 }
    await testing.database.system.mails.keep([{ ...mail, id: randomUUID(), organizationId }])
    await testing.database.system.mails.keep([{ ...mail, id: randomUUID() }])
    await provisionOneOfEach(testing)
    const more: Record<string, number> = { roles: 5, auditEntries: 5 }
    for (const table of [...tables, 'organizations']) {
      const rows = more[table] ?? 1
      expect([table, await countAs(table, own)]).toEqual([table, rows])
      expect([table, await countAs(table, stranger)]).toEqual([table, 0])
      expect([table, await countAs(table, '')]).toEqual([table, 0])
    }
    for (const table of ['users', 'flows', 'runs', 'sessions']) {
      expect([table, await countAs(table, own)]).toEqual([table, 0])
    }
  })

  test('every table of the schema is forced behind a policy, but those of the migrations', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and not (relrowsecurity and relforcerowsecurity) order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['migrationLock', 'migrations'])
  })

  test('a row for another tenant cannot be written, not even by hand-made SQL', async () => {
    await client.query(
      `begin; select set_config('role', 'runnel_app', true), set_config('app.workspace', 'mine', true)`,
    )
    const insertion = client.query(`insert into "runEvents" values ($1, 1, 1, 1, $2, '[]')`, [
      randomUUID(),
      testing.workspaceId,
    ])
    await expect(insertion).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback')
  })

  test('a statement of a workspace cannot widen its own scope for the next one', async () => {
    const adapter = await openAdapter(testing.options)
    try {
      const stranger = { kind: 'tenant', workspaceId: "x', true), set_config('app.scope','system" } as const
      expect(await adapter.reader(stranger).selectFrom('flows').selectAll().execute()).toEqual([])
      const tenant = { kind: 'tenant', workspaceId: testing.workspaceId } as const
      expect(await adapter.reader(tenant).selectFrom('flows').selectAll().execute()).toHaveLength(1)
      expect(await adapter.reader(stranger).selectFrom('flows').selectAll().execute()).toEqual([])
    } finally {
      await adapter.close()
    }
  })

  test('a login without special rights is bound by FORCE itself', async () => {
    if (testing.options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
    const login = `runnel_plain_${randomUUID().replaceAll('-', '')}`
    const name = `${login}_db`
    await client.query(`create role ${login} login`)
    await client.query(`create database ${name} owner ${login}`)
    const url = new URL(testing.options.url)
    url.username = login
    url.pathname = `/${name}`
    try {
      const { openDatabase } = await import('../open-database.ts')
      const database = await openDatabase({ kind: 'postgres', url: url.href })
      const first = await database.system.accounts.createFirstAdministrator({
        organization: { name: 'o' },
        workspace: { name: 'w' },
        user: { email: 'a@b.c', name: 'n', passwordHash: 'h' },
      })
      await database.write(first.workspaceId, (writer) =>
        writer.variables.insert({ name: 'v', type: 'static' }),
      )
      expect((await database.read(first.workspaceId).variables.list({})).total).toBe(1)
      await database.close()
      const plain = new Client({ connectionString: url.href })
      await plain.connect()
      expect((await plain.query('select * from "variables"')).rows).toEqual([])
      await plain.end()
    } finally {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${login}`)
    }
  })
})
