import { sharedItemTypes } from '@runnel/contract'
import { campaign, campaignTimeout } from '@runnel/contract/testing'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { SharedItem } from './share-store.ts'

type Kind = SharedItem['kind']

const anEntry: NewAuditEntry = {
  action: 'workspace.deleted',
  actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
  subject: { kind: 'workspace', id: null, name: null },
}
const aTemplate = { description: '', badge: '', usecases: '[]', content: '{}', nodeTypes: '[]' }
const notFound = { code: 'not_found' }

async function insertItem({ database }: TestDatabase, workspaceId: string, kind: Kind): Promise<string> {
  return database.write(workspaceId, async ({ credentials, customTemplates }) => {
    const { id } =
      kind === 'credential'
        ? await credentials.insert({ name: 'c', credentialName: 'x', sealed: `of ${workspaceId}` })
        : await customTemplates.insert({ ...aTemplate, name: 't', type: 'Chatflow' })
    return id
  })
}

/** What a workspace finds by every way there is, each as a sorted list of ids. */
async function findAll({ database }: TestDatabase, workspaceId: string, ids: readonly string[]) {
  const { credentials, customTemplates } = database.read(workspaceId)
  const found = async (find: (id: string) => Promise<unknown>) => {
    const results = await Promise.all(ids.map(async (id) => ((await find(id)) ? [id] : [])))
    return results.flat().toSorted()
  }
  const template = (id: string) => customTemplates.get(id).catch(() => undefined)
  const inList = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
  return {
    own: await found(async (id) => (await credentials.find(id)) ?? (await customTemplates.find(id))),
    usable: await found(async (id) => (await credentials.findUsable(id)) ?? (await template(id))),
    named: [...(await credentials.findIds(ids))].toSorted(),
    credentials: inList((await credentials.list({})).rows),
    ownCredentials: inList((await credentials.list({ isOwn: true })).rows),
    templates: inList((await customTemplates.list({ isWhole: true })).rows),
  }
}

/** What is to be there: whose each thing is, and with whom it is shared. */
interface Item {
  id: string
  kind: Kind
  owner: string
  sharedWith: Set<string>
}

/** What a workspace is to find. */
function expected(items: readonly Item[], workspaceId: string) {
  const idsOf = (wanted: Item[]) => wanted.map(({ id }) => id).toSorted()
  const own = items.filter(({ owner }) => owner === workspaceId)
  const usable = items.filter(({ owner, sharedWith }) => owner === workspaceId || sharedWith.has(workspaceId))
  const credentials = usable.filter(({ kind }) => kind === 'credential')
  return {
    own: idsOf(own),
    usable: idsOf(usable),
    named: idsOf(credentials),
    credentials: idsOf(credentials),
    ownCredentials: idsOf(own.filter(({ kind }) => kind === 'credential')),
    templates: idsOf(usable.filter(({ kind }) => kind === 'custom_template')),
  }
}

const PLACES = 3
const place = fc.nat(PLACES - 1)
const item = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('share' as const), by: place, item, with: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('take back' as const), by: place, item, with: place }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), by: place, item, with: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), by: place, item, with: place }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** Does a step in the database. */
function write({ database }: TestDatabase, { actor, other, on, act }: Taken): Promise<unknown> {
  const isCredential = on.kind === 'credential'
  return database.write(actor, async ({ shares, credentials, customTemplates }): Promise<unknown> => {
    switch (act) {
      case 'share':
        return shares.add(on, [other])
      case 'take back':
        return shares.remove(on, [other])
      case 'delete':
        return isCredential ? credentials.delete(on.id) : customTemplates.delete(on.id)
      case 'change':
        return isCredential && credentials.update(on.id, { name: 'changed' })
    }
  })
}

/** Whether the database refuses a step: what is another's is not there to be written, and nobody shares with themselves. */
const isRefused = ({ actor, other, on, act }: Taken): boolean =>
  on.owner === actor
    ? act === 'share' && other === actor
    : act === 'share' || act === 'delete' || (act === 'change' && on.kind === 'credential')

/** What a step of the owner changes. */
function note(items: Item[], { other, on, act }: Taken): void {
  if (act === 'share') on.sharedWith.add(other)
  if (act === 'take back') on.sharedWith.delete(other)
  if (act === 'delete') items.splice(items.indexOf(on), 1)
}

/** Does a step in the database and in the model; what a workspace may not do is refused. */
async function take(testing: TestDatabase, items: Item[], taken: Taken): Promise<void> {
  if (isRefused(taken)) return expect(write(testing, taken)).rejects.toThrow()
  await write(testing, taken)
  if (taken.on.owner === taken.actor) note(items, taken)
}

/** Makes things in two of the places, does the steps, and looks after each at what every place finds. */
async function walk(testing: TestDatabase, places: readonly string[], steps: readonly Step[]): Promise<void> {
  const items: Item[] = []
  for (const owner of places.slice(0, 2))
    for (const kind of sharedItemTypes)
      items.push({ id: await insertItem(testing, owner, kind), kind, owner, sharedWith: new Set() })
  const ids = items.map(({ id }) => id)
  for (const { do: act, by, item: at, with: other } of steps) {
    const on = items[at % Math.max(items.length, 1)]
    if (on) await take(testing, items, { actor: places[by] ?? '', other: places[other] ?? '', on, act })
    for (const workspaceId of places)
      expect(await findAll(testing, workspaceId, ids)).toEqual(expected(items, workspaceId))
  }
  for (const on of [...items]) await write(testing, { actor: on.owner, other: '', on, act: 'delete' })
}

interface Taken {
  actor: string
  other: string
  on: Item
  act: Step['do']
}

describe.each(databaseKinds)('what workspaces share on %s', (kind) => {
  let testing: TestDatabase
  let places: string[]
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    places = [testing.workspaceId]
    while (places.length < PLACES) places.push(await addTestWorkspace(testing))
  })
  afterAll(() => testing.drop())

  const placeOf = (index: number) => places[index] ?? ''

  test('is found by those it is shared with, as long as it is, and by nobody else', {
    timeout: campaignTimeout(60_000),
  }, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) =>
      walk(testing, places, steps),
    )
    await fc.assert(property, campaign(12, 2_000))
  })

  test('comes with its envelope and its owner, and is told apart from what is one’s own', async () => {
    const [home, market] = [placeOf(0), placeOf(1)]
    const id = await insertItem(testing, home, 'credential')
    await testing.database.write(home, ({ shares }) => shares.add({ kind: 'credential', id }, [market]))
    const there = testing.database.read(market)
    const facts = { workspaceId: home, sealed: `of ${home}` }
    expect(await there.credentials.findUsable(id)).toMatchObject({ ...facts, isShared: true })
    const here = testing.database.read(home)
    expect(await here.credentials.findUsable(id)).toMatchObject({ ...facts, isShared: false })
    expect((await there.credentials.list({})).rows).toMatchObject([{ id, workspaceId: home, isShared: true }])
    await expect(there.credentials.get(id)).rejects.toMatchObject(notFound)
    expect(await here.shares.list({ kind: 'credential', id })).toEqual([market])
    expect(await there.shares.list({ kind: 'credential', id })).toEqual([])
    await testing.database.write(home, ({ credentials }) => credentials.delete(id))
    expect(await there.credentials.findUsable(id)).toBeUndefined()
  })

  test.each(['owner', 'other'] as const)('ends when the workspace of the %s is deleted', async (which) => {
    const [home, market] = [await addTestWorkspace(testing), await addTestWorkspace(testing)]
    const id = await insertItem(testing, home, 'credential')
    await testing.database.write(home, ({ shares }) => shares.add({ kind: 'credential', id }, [market]))
    const workspaceId = which === 'owner' ? home : market
    await testing.database.system.workspaces.delete(
      { organizationId: testing.organizationId, workspaceId },
      anEntry,
    )
    expect(await testing.database.read(market).credentials.findUsable(id)).toBeUndefined()
    expect(await testing.database.read(home).shares.list({ kind: 'credential', id })).toEqual([])
  })
})

describe('row-level security of what is shared', () => {
  let testing: TestDatabase
  let client: Client
  let market: string
  let id: string
  beforeAll(async () => {
    testing = await createTestDatabase('postgres')
    market = await addTestWorkspace(testing)
    id = await insertItem(testing, testing.workspaceId, 'credential')
    await insertItem(testing, testing.workspaceId, 'credential')
    if (testing.options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
    client = new Client({ connectionString: testing.options.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await testing.drop()
  })

  /** What a statement does for a workspace, however it is written; it is undone. */
  async function as(workspaceId: string, statement: string) {
    await client.query(
      `begin; select set_config('role', 'runnel_app', true), set_config('app.workspace', '${workspaceId}', true)`,
    )
    try {
      const { rows, rowCount } = await client.query<{ id: string }>(statement)
      return { ids: rows.map((row) => row.id), rowCount }
    } finally {
      await client.query('rollback')
    }
  }

  test('lets exactly the shared row be read, and nothing of it be written', async () => {
    expect(await as(market, 'select * from "credentials"')).toMatchObject({ ids: [] })
    await testing.database.write(testing.workspaceId, ({ shares }) =>
      shares.add({ kind: 'credential', id }, [market]),
    )
    for (const from of ['credentials', 'usableCredentials'])
      expect(await as(market, `select distinct "id" from "${from}"`)).toMatchObject({ ids: [id] })
    for (const statement of [
      `update "credentials" set "name" = 'taken'`,
      `delete from "credentials"`,
      `delete from "workspaceShares"`,
    ])
      expect(await as(market, statement)).toMatchObject({ rowCount: 0 })
    const share = (workspaceId: string) => `insert into "workspaceShares"
      ("id", "workspaceId", "sharedWith", "credentialId", "createdAt")
      values ('x', '${workspaceId}', '${market}', '${id}', 1)`
    await expect(as(market, share(testing.workspaceId))).rejects.toThrow('row-level security')
    expect(await as(market, 'select "credentialId" as "id" from "connections"')).toMatchObject({ ids: [] })
    expect(await as(`${market}x`, 'select "id" from "usableCredentials"')).toMatchObject({ ids: [] })
  })
})
