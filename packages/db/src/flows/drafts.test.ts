import { randomUUID } from 'node:crypto'
import type { FlowDiff } from '@runnel/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import type { TenantReader, TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { DraftAppend, FlowRow } from './flow-rows.ts'

const diffOf = (name: string): FlowDiff => ({
  nodes: { added: [], removed: [], changed: [{ id: name, changes: [] }] },
  edges: { added: [], removed: [], changed: [] },
})
const nameOf = ({ diff }: { diff: FlowDiff }) => diff.nodes.changed[0]?.id

/** Somebody else who works on the same flows. */
async function addUser({ options }: TestDatabase): Promise<string> {
  const id = randomUUID()
  const adapter = await openAdapter(options)
  const user = { id, email: `${id}@example.com`, name: 'Bo', passwordHash: null, status: 'active' as const }
  const times = { createdAt: 0, updatedAt: 0, lastLoginAt: null }
  try {
    await adapter.write({ kind: 'system' }, (db) =>
      db
        .insertInto('users')
        .values({ ...user, ...times })
        .execute(),
    )
    return id
  } finally {
    await adapter.close()
  }
}

describe.each(databaseKinds)('drafts on %s', (kind) => {
  let testing: TestDatabase
  let flow: FlowRow
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  beforeEach(async () => {
    flow = await write((writer) =>
      writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  const append = (name: string, options: Partial<DraftAppend> = {}) =>
    write((writer) =>
      writer.flows.appendDraft({
        flowId: flow.id,
        userId: testing.userId,
        baseVersionId: flow.headVersionId,
        diff: JSON.stringify(diffOf(name)),
        viewport: null,
        ...options,
      }),
    )
  const find = () => read().flows.findDraft(flow.id, testing.userId)
  const log = async (after: number) =>
    (await read().flows.listDraftChanges({ flowId: flow.id, userId: testing.userId }, after)).map(nameOf)
  const save = (name: string) =>
    write((writer) =>
      writer.flows.saveVersion(flow.id, {
        version: { document: '{}', documentHash: name },
        diff: JSON.stringify(diffOf(name)),
      }),
    )
  const feed = (options: { userId?: string; after?: number; limit?: number } = {}) =>
    read().flows.listChanges({ flowId: flow.id, userId: testing.userId, after: 0, limit: 10, ...options })

  test('are a log on a version, one per flow and user', async () => {
    expect(await append('one', { after: 0, viewport: { x: 1, y: 1, zoom: 1 } })).toBe(1)
    expect(await append('two', { after: 1, viewport: { x: 2, y: 1, zoom: 1 } })).toBe(2)
    expect(await find()).toMatchObject({
      baseVersionId: flow.headVersionId,
      document: null,
      startSequence: 0,
      sequence: 2,
      viewport: { x: 2, y: 1, zoom: 1 },
    })
    expect(await log(0)).toEqual(['one', 'two'])
    expect(await read().flows.get(flow.id)).toMatchObject({
      revision: flow.revision,
      updatedAt: flow.updatedAt,
    })
  })

  test('take on nothing after a change that the caller does not know', async () => {
    await append('one', { after: 0 })
    for (const after of [0, 2, 7]) {
      await expect(append('late', { after })).rejects.toMatchObject({ code: 'stale_draft', status: 409 })
    }
    expect(await log(0)).toEqual(['one'])
    expect((await read().flows.get(flow.id)).changeSequence).toBe(1)
  })

  test('take one of two that come at once', async () => {
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => append(name, { after: 0 })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await log(0)).toHaveLength(1)
  })

  test('begin anew where the caller does not ask what is there, and where a document is kept', async () => {
    await append('one', { after: 0 })
    await append('anew')
    expect(await find()).toMatchObject({ startSequence: 1, sequence: 2, document: null })
    await append('kept', { after: 2, restart: { document: 'whole' } })
    expect(await find()).toMatchObject({ startSequence: 3, sequence: 3, document: 'whole' })
    await append('more', { after: 3 })
    expect(await find()).toMatchObject({ startSequence: 3, sequence: 4, document: 'whole' })
    expect(await log(3)).toEqual(['more'])
  })

  test('go, with a number only when they stand at it', async () => {
    await append('one', { after: 0 })
    const draft = { flowId: flow.id, userId: testing.userId }
    expect(await write((writer) => writer.flows.deleteDraft({ ...draft, sequence: 9 }))).toBe(false)
    expect(await write((writer) => writer.flows.deleteDraft({ ...draft, sequence: 1 }))).toBe(true)
    expect(await write((writer) => writer.flows.deleteDraft(draft))).toBe(false)
    expect(await find()).toBeUndefined()
    await append('again', { after: 0 })
    expect(await find()).toMatchObject({ startSequence: 1, sequence: 2 })
  })

  test('of a flow that is gone are refused', async () => {
    await expect(append('x', { flowId: randomUUID(), after: 0 })).rejects.toMatchObject({ code: 'not_found' })
    await write((writer) => writer.flows.delete(flow.id))
    await expect(append('x', { after: 0 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('stand in the feed of the flow beside the saves; everybody sees only their own', async () => {
    await append('mine', { after: 0 })
    const saved = await save('saved')
    const other = await addUser(testing)
    await append('theirs', { userId: other, after: 0 })
    const rows = await feed()
    expect(rows.map((row) => [row.sequence, nameOf(row), row.draftOf, row.versionId])).toEqual([
      [1, 'mine', testing.userId, flow.headVersionId],
      [2, 'saved', null, saved.headVersionId],
    ])
    expect(saved.changeSequence).toBe(2)
    expect((await feed({ userId: other })).map(nameOf)).toEqual(['saved', 'theirs'])
    expect((await feed({ after: 1 })).map(nameOf)).toEqual(['saved'])
    expect((await feed({ limit: 1 })).map(nameOf)).toEqual(['mine'])
    const saves = await read().flows.listChanges({ flowId: flow.id, after: 0, limit: 10 })
    expect(saves.map(nameOf)).toEqual(['saved'])
  })

  test('keep their log when old entries of the feed are deleted', async () => {
    clock = 1_000
    await append('given up', { after: 0 })
    await append('mine')
    await save('saved')
    clock = 5_000
    await save('newer')
    await write((writer) => writer.flows.pruneChanges(5_000))
    expect((await feed()).map(nameOf)).toEqual(['mine', 'newer'])
  })

  test('lose old entries of the feed a few at once', async () => {
    clock = 1_000
    for (const name of ['a', 'b', 'c']) await save(name)
    const prune = () => write((writer) => writer.flows.pruneChanges(1_001, 2))
    while ((await write((writer) => writer.flows.pruneChanges(1_000))) > 0);
    expect(await prune()).toBe(2)
    expect(await prune()).toBeGreaterThan(0)
    expect((await feed()).map(nameOf)).toEqual([])
  })
})
