import { sharedItemTypes } from '@runnel/contract'
import { campaign, campaignTimeout } from '@runnel/contract/testing'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { TenantReader, TenantWriter } from '../database.ts'
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

type Rows = Promise<{ rows: { id: string }[] }>

/** How things of a kind are made, found and changed. A kind that is shared and does not stand here stops the compiler. */
interface Ways {
  insert(writer: TenantWriter, workspaceId: string): Promise<{ id: string }>
  find(read: TenantReader, id: string): Promise<unknown>
  findUsable(read: TenantReader, id: string): Promise<unknown>
  list(read: TenantReader): Rows
  delete(writer: TenantWriter, id: string): Promise<unknown>
  /** Where there is a list of one's own. */
  listOwn?(read: TenantReader): Rows
  /** Where several are found by their ids. */
  findIds?(read: TenantReader, ids: readonly string[]): Promise<Iterable<string>>
  /** Where they are changed at all. */
  change?(writer: TenantWriter, id: string): Promise<unknown>
}

const WAYS: Readonly<Record<Kind, Ways>> = {
  credential: {
    insert: ({ credentials }, of) =>
      credentials.insert({ name: 'c', credentialName: 'x', sealed: `of ${of}` }),
    find: ({ credentials }, id) => credentials.find(id),
    findUsable: ({ credentials }, id) => credentials.findUsable(id),
    list: ({ credentials }) => credentials.list({}),
    delete: ({ credentials }, id) => credentials.delete(id),
    listOwn: ({ credentials }) => credentials.list({ isOwn: true }),
    findIds: ({ credentials }, ids) => credentials.findIds(ids),
    change: ({ credentials }, id) => credentials.update(id, { name: 'changed' }),
  },
  custom_template: {
    insert: ({ customTemplates }) => customTemplates.insert({ ...aTemplate, name: 't', type: 'Chatflow' }),
    find: ({ customTemplates }, id) => customTemplates.find(id),
    findUsable: ({ customTemplates }, id) => customTemplates.get(id).catch(() => undefined),
    list: ({ customTemplates }) => customTemplates.list({ isWhole: true }),
    delete: ({ customTemplates }, id) => customTemplates.delete(id),
  },
}

const insertItem = ({ database }: TestDatabase, workspaceId: string, kind: Kind): Promise<string> =>
  database.write(workspaceId, async (writer) => (await WAYS[kind].insert(writer, workspaceId)).id)

const sortedIds = (things: readonly { id: string }[]) => things.map(({ id }) => id).toSorted()

/** What a workspace finds of a kind by every way there is, each as a sorted list of ids. */
async function findKind({ database }: TestDatabase, workspaceId: string, of: { kind: Kind; ids: string[] }) {
  const { ids } = of
  const { find, findUsable, list, listOwn, findIds } = WAYS[of.kind]
  const read = database.read(workspaceId)
  const found = async (way: Ways['find']) => {
    const results = await Promise.all(ids.map(async (id) => ((await way(read, id)) ? [id] : [])))
    return results.flat().toSorted()
  }
  return {
    own: await found(find),
    usable: await found(findUsable),
    listed: sortedIds((await list(read)).rows),
    ...(listOwn && { listedOwn: sortedIds((await listOwn(read)).rows) }),
    ...(findIds && { named: [...(await findIds(read, ids))].toSorted() }),
  }
}

/** What is to be there: whose each thing is, and with whom it is shared. */
interface Item {
  id: string
  kind: Kind
  owner: string
  sharedWith: Set<string>
}

/** What a workspace is to find of a kind. */
function expected(items: readonly Item[], workspaceId: string, kind: Kind) {
  const ofKind = items.filter((each) => each.kind === kind)
  const own = sortedIds(ofKind.filter(({ owner }) => owner === workspaceId))
  const usable = sortedIds(
    ofKind.filter(({ owner, sharedWith }) => owner === workspaceId || sharedWith.has(workspaceId)),
  )
  const { listOwn, findIds } = WAYS[kind]
  return {
    own,
    usable,
    listed: usable,
    ...(listOwn && { listedOwn: own }),
    ...(findIds && { named: usable }),
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
  const ways = WAYS[on.kind]
  return database.write(actor, async (writer): Promise<unknown> => {
    switch (act) {
      case 'share':
        return writer.shares.add(on, [other])
      case 'take back':
        return writer.shares.remove(on, [other])
      case 'delete':
        return ways.delete(writer, on.id)
      case 'change':
        return ways.change?.(writer, on.id)
    }
  })
}

/** Whether the database refuses a step: what is another's is not there to be written, and nobody shares with themselves. */
const isRefused = ({ actor, other, on, act }: Taken): boolean =>
  on.owner === actor
    ? act === 'share' && other === actor
    : act === 'share' || act === 'delete' || (act === 'change' && WAYS[on.kind].change !== undefined)

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

/** Looks at what a place finds of each kind. */
async function lookAround(
  testing: TestDatabase,
  workspaceId: string,
  { items, ids }: { items: readonly Item[]; ids: string[] },
): Promise<void> {
  for (const kind of sharedItemTypes)
    expect(await findKind(testing, workspaceId, { kind, ids })).toEqual(expected(items, workspaceId, kind))
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
    for (const workspaceId of places) await lookAround(testing, workspaceId, { items, ids })
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
