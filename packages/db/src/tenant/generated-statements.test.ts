import { campaign, campaignTimeout } from '@runnel/contract/testing'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { openAdapter } from '../adapters/open-adapter.ts'
import { openDatabase } from '../open-database.ts'
import type { DatabaseSchema } from '../schema.ts'
import { createTestDatabasePlace, databaseKinds, type TestDatabasePlace } from '../testing.ts'
import { buildStatement, type LooseDb, type Speech } from './build-statement.fixture.ts'
import { type Generated, generatedStatement } from './generated-statement.fixture.ts'
import { createTenantPlugin } from './tenant-plugin.ts'

const OWN = 'a-workspace'
const FOREIGN = 'b-workspace'
const NAMES = ['alpha', 'beta', 'gamma', 'alpha']

/** An installation with these workspaces, each with the same names. */
async function makeInstallation(place: TestDatabasePlace, workspaces: readonly string[]) {
  await (await openDatabase(place.options)).close()
  const adapter = await openAdapter(place.options)
  await adapter.write({ kind: 'system' }, async (db) => {
    await db.insertInto('organizations').values({ id: 'o', name: 'o', createdAt: 1 }).execute()
    for (const id of workspaces) await fillWorkspace(db, id)
  })
  return adapter
}

async function fillWorkspace(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<void> {
  const times = { createdAt: 1, updatedAt: 1 }
  const workspace = { id: workspaceId, organizationId: 'o', name: workspaceId, description: null, ...times }
  await db.insertInto('workspaces').values(workspace).execute()
  const loose = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  for (const [index, name] of NAMES.entries()) {
    const row = { workspaceId, name, revision: index, ...times }
    await loose
      .insertInto('variables')
      .values({ ...row, id: `${workspaceId}-v${index}`, type: 'static', value: workspaceId })
      .execute()
    if (index > 2) continue
    await loose
      .insertInto('credentials')
      .values({ ...row, id: `${workspaceId}-c${index}`, credentialName: 'c', sealed: workspaceId })
      .execute()
    await loose
      .insertInto('customTools')
      .values({ ...row, id: `${workspaceId}-t${index}`, description: workspaceId, color: 'c' })
      .execute()
  }
}

class UndoneError extends Error {}

/** What a statement gave and what it left behind; `refused` when the database refused it. */
interface Outcome {
  rows: string[] | 'refused'
  own: string[]
  foreign: string[]
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

async function readRows(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<string[]> {
  const [variables, credentials, tools] = [
    await db.selectFrom('variables').selectAll().where('workspaceId', '=', workspaceId).execute(),
    await db.selectFrom('credentials').selectAll().where('workspaceId', '=', workspaceId).execute(),
    await db.selectFrom('customTools').selectAll().where('workspaceId', '=', workspaceId).execute(),
  ]
  return sorted([...variables, ...credentials, ...tools])
}

/** Runs a statement as the system, so that nothing but the plugin can hold it, and undoes it. */
async function run(
  adapter: DatabaseAdapter,
  spec: Generated,
  { isHeld, speech }: { isHeld: boolean; speech: Speech },
): Promise<Outcome> {
  let outcome: Outcome = { rows: 'refused', own: [], foreign: [] }
  const work = adapter.write({ kind: 'system' }, async (db) => {
    const scoped = isHeld ? db.withPlugin(createTenantPlugin(OWN)) : db
    const rows = await buildStatement(scoped as unknown as LooseDb, spec, speech).execute()
    outcome = { rows: sorted(rows), own: await readRows(db, OWN), foreign: await readRows(db, FOREIGN) }
    throw new UndoneError()
  })
  await work.catch((error: unknown) => {
    const isConflict = (error as { code?: string }).code === 'conflict'
    if (!(error instanceof UndoneError) && !isConflict) throw error
  })
  return outcome
}

describe.each(databaseKinds)('generated statements on %s', (kind) => {
  const speech: Speech = {
    lateral: kind === 'postgres',
    deleteUsing: kind === 'postgres',
    changingResults: kind === 'postgres',
  }
  const places: TestDatabasePlace[] = []
  let shared: DatabaseAdapter
  let alone: DatabaseAdapter
  let foreign: string[]
  beforeAll(async () => {
    places.push(await createTestDatabasePlace(kind), await createTestDatabasePlace(kind))
    const [first, second] = places
    if (!first || !second) throw new Error('There are no places.')
    shared = await makeInstallation(first, [OWN, FOREIGN])
    alone = await makeInstallation(second, [OWN])
    foreign = await readRows(shared.reader({ kind: 'system' }), FOREIGN)
  })
  afterAll(async () => {
    await shared.close()
    await alone.close()
    for (const place of places) await place.drop()
  })

  test('read and change what they would if the other workspace did not exist', {
    timeout: campaignTimeout(60_000),
  }, async () => {
    const kinds = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(generatedStatement, async (spec) => {
        const held = await run(shared, spec, { isHeld: true, speech })
        // An insert needs its workspace also where there is only one.
        const expected = await run(alone, spec, { isHeld: spec.kind === 'insert', speech })
        expect(held.rows).toEqual(expected.rows)
        expect(held.own).toEqual(expected.own)
        if (held.rows !== 'refused') expect(held.foreign).toEqual(foreign)
        if (held.rows.length > 0) kinds.set(spec.kind, (kinds.get(spec.kind) ?? 0) + 1)
      }),
      campaign(300, 30_000),
    )
    for (const shape of ['select', 'count', 'update', 'delete', 'insert', 'changing result']) {
      expect([shape, (kinds.get(shape) ?? 0) > 5]).toEqual([shape, true])
    }
  })

  test('would read the other workspace’s rows without the plugin', async () => {
    const source = { kind: 'table', table: 'variables' } as const
    const select = { source, join: undefined, where: undefined, counted: undefined, compound: undefined }
    const spec = { kind: 'select', select } as const
    expect((await run(shared, spec, { isHeld: false, speech })).rows).toHaveLength(NAMES.length * 2)
    expect((await run(shared, spec, { isHeld: true, speech })).rows).toHaveLength(NAMES.length)
  })
})
