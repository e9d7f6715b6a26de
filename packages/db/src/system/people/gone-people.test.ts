import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../../adapters/adapter.ts'
import { openAdapter } from '../../adapters/open-adapter.ts'
import { entry } from '../../audit/audit-entry.fixture.ts'
import { anEntry, recordOf } from '../../provisioning/provision-one.fixture.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { addTestUser, createTestDatabase, databaseKinds, type TestDatabase } from '../../testing.ts'
import { handOver } from '../invitations/hand-over.ts'

const FAR = Date.now() + 1e9
const NONE = { added: [], removed: [], changed: [] }
const EMPTY_DIFF = JSON.stringify({ nodes: NONE, edges: NONE })

/** Where an account that was deleted is still named, and why. */
const KEPT = {
  loginActivities: 'a log of its organisation, which goes with its time',
  sessions: 'ended, and pruned with their time',
}
/** What an account takes over of its placeholder. All else that names a placeholder goes with it. */
const TAKEN_OVER = ['organizationMembers', 'scimUsers', 'workspaceMembers']

describe.each(databaseKinds)('rows that name somebody who is gone, on %s', (kind) => {
  let testing: TestDatabase
  let adapter: DatabaseAdapter
  let ids: { loginMethodId: string; flowId: string; baseVersionId: string; roleId: string }
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    adapter = await openAdapter(testing.options)
    ids = await prepare()
  })
  afterAll(async () => {
    await adapter.close()
    await testing.drop()
  })

  const system = () => testing.database.system
  const write = <T>(work: (db: Kysely<DatabaseSchema>) => Promise<T>) =>
    adapter.write({ kind: 'system' }, work)

  async function prepare() {
    const { organizationId, userId: by, workspaceId } = testing
    const method = { id: randomUUID(), organizationId, providerName: 'oidc', status: 'enable' as const, by }
    await system().signOn.save([{ ...method, sealed: 's', endsSessions: false, isOtherProvider: false }], [])
    const version = { document: '{}', documentHash: 'h' }
    const { id: flowId, headVersionId: baseVersionId } = await testing.database.write(workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, version),
    )
    const roles = await testing.database.organization(organizationId).read.listBuiltInRoles()
    return { loginMethodId: method.id, flowId, baseVersionId, roleId: roles[0]?.id ?? '' }
  }

  /** Somebody, with a row in each table that names people. */
  async function addEverywhere() {
    const { organizationId, workspaceId } = testing
    const { loginMethodId, flowId, baseVersionId, roleId } = ids
    const email = `${randomUUID()}@example.com`
    const account = { organizationId, name: 'Gone', email, passwordHash: null }
    const userId = await addTestUser(testing, account)
    const known = { email, name: 'Gone', isOwnDomain: true }
    const person = { organizationId, record: recordOf(email), account: known }
    await system().provisioning.createUser(person, () => [anEntry])
    const identity = { loginMethodId, organizationId, issuer: 'i', subject: email, email }
    await write(async (db) => {
      const place = { workspaceId, organizationId, userId, roleId, createdAt: 1 }
      await db.insertInto('workspaceMembers').values(place).execute()
      const stamp = { createdAt: 1, lastUsedAt: null }
      await db
        .insertInto('identities')
        .values({ ...identity, userId, ...stamp })
        .execute()
      const token = {
        hash: randomUUID(),
        purpose: 'x',
        userId,
        data: JSON.stringify({ email }),
        usedAt: null,
      }
      await db
        .insertInto('oneTimeTokens')
        .values({ ...token, expiresAt: FAR, createdAt: 1 })
        .execute()
      await db.insertInto('recoveryCodes').values({ userId, hash: randomUUID(), usedAt: null }).execute()
      const app = {
        userId,
        sealed: 's',
        confirmedAt: 1,
        lastStep: 0,
        failures: 0,
        lockedUntil: 0,
        createdAt: 1,
      }
      await db.insertInto('secondFactors').values(app).execute()
      const passkey = { id: randomUUID(), userId, credentialId: randomUUID(), publicKey: '', counter: 0 }
      await db
        .insertInto('passkeys')
        .values({ ...passkey, transports: '[]', name: 'k', ...stamp })
        .execute()
      const activity = { id: randomUUID(), organizationId, userId, username: '', code: 0, method: 'password' }
      await db
        .insertInto('loginActivities')
        .values({ ...activity, message: '', address: null, agent: null, at: 1 })
        .execute()
      const mail = { id: randomUUID(), about: 'x', purpose: null, mailbox: 'h', sealed: 's', fault: null }
      await db
        .insertInto('outgoingMails')
        .values({ ...mail, userId, attempts: 0, createdAt: 1, dueAt: 0, endsAt: FAR, endedAt: null })
        .execute()
    })
    const draft = { flowId, userId, baseVersionId, viewport: null, diff: EMPTY_DIFF }
    await testing.database.write(workspaceId, (writer) => writer.flows.appendDraft(draft))
    const tokens = { accessHash: randomUUID(), refreshHash: randomUUID() }
    const expiry = { accessExpiresAt: FAR, refreshExpiresAt: FAR }
    await system().sessions.insert({ userId, workspaceId, ...tokens, ...expiry })
    return { userId, email, identity }
  }

  async function columnsOf() {
    const tables = await adapter.changeSchema((db) => db.introspection.getTables())
    return tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType }) => ({ table, name, isText: dataType.toLowerCase() === 'text' })),
    )
  }

  /** The tables that name a user, each with whether it names this one. */
  async function naming(userId: string): Promise<Map<string, boolean>> {
    const found = new Map<string, boolean>()
    for (const { table, name } of await columnsOf()) {
      if (name !== 'userId') continue
      const rows = sql`select 1 from ${sql.table(table)} where ${sql.ref(name)} = ${userId} limit 1`
      found.set(table, (await write((db) => rows.execute(db))).rows.length > 0)
    }
    return found
  }

  /** The columns in which an address stands. */
  async function holding(email: string): Promise<string[]> {
    const found: string[] = []
    for (const { table, name, isText } of await columnsOf()) {
      if (!isText) continue
      const rows = sql`select 1 from ${sql.table(table)} where ${sql.ref(name)} like ${`%${email}%`} limit 1`
      if ((await write((db) => rows.execute(db))).rows.length > 0) found.push(`${table}.${name}`)
    }
    return found
  }
  const present = (named: Map<string, boolean>) =>
    [...named].flatMap(([table, isThere]) => (isThere ? [table] : [])).toSorted()

  test('an account that is deleted is named, and has its address, nowhere but in logs', async () => {
    const { userId, email, identity } = await addEverywhere()
    const before = await naming(userId)
    expect(present(before)).toEqual([...before.keys()].toSorted())
    const [signIn] = await system().sessions.listLive(userId, Date.now())
    await system().accountLife.erase(userId, { signInId: signIn?.familyId ?? '', entry })
    expect(present(await naming(userId))).toEqual(Object.keys(KEPT))
    expect(await system().sessions.listLive(userId, Date.now())).toEqual([])
    expect(await holding(email)).toEqual([])
    // The same person may come again.
    expect(await system().signOn.findIdentity(identity)).toBeUndefined()
    const { workspaceId } = testing
    const again = { identity, email, name: 'Back', workspaceId, roleId: ids.roleId }
    expect(await system().signOn.admit(again, () => entry)).not.toBe(userId)
  })

  test('an account takes over all that its placeholder holds, and nothing else stays of it', async () => {
    const { organizationId } = testing
    const { userId: from } = await addEverywhere()
    const to = await addTestUser(testing, {
      organizationId: null,
      name: 'To',
      email: `${randomUUID()}@example.com`,
      passwordHash: null,
    })
    await write((db) => handOver(db, { organizationId, from, to }))
    expect(present(await naming(to))).toEqual(TAKEN_OVER)
    // A log says who somebody was then.
    expect(present(await naming(from))).toEqual(['loginActivities'])
  })
})
