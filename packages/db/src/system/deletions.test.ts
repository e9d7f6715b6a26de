import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { newMessage, newRun, stepRecord, textEvents } from '../runs/runs.fixture.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

const RUNS = 60

/** Characters of what a step of a run gave. */
const TEXT = 10_000

async function insertFlow({ database, workspaceId }: TestDatabase, name: string): Promise<string> {
  const version = { document: '{"nodes":[],"edges":[]}', documentHash: name }
  const flow = await database.write(workspaceId, (writer) =>
    writer.flows.insert({ name, type: 'AGENTFLOW' }, version),
  )
  return flow.id
}

async function addRun({ database, workspaceId }: TestDatabase, flowId: string): Promise<string> {
  const run = newRun(flowId, { lease: { owner: 'p', until: 9 } })
  const progress = database.progress(workspaceId)
  await progress.accept({ run, userMessage: newMessage(flowId, { runId: run.id }) })
  await progress.end({
    runId: run.id,
    fence: 1,
    records: [stepRecord('x#0', { output: { text: 'x'.repeat(TEXT) } })],
    events: textEvents(1, 1, ['x']),
    status: 'finished',
    messages: [],
    now: 10,
  })
  return run.id
}

describe.each(databaseKinds)('deletions on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())
  const read = () => testing.database.read(testing.workspaceId)
  const system = () => testing.database.system

  test('the runs of a deleted flow go while they are written and renewed, and nobody waits in a ring', async () => {
    const flowId = await insertFlow(testing, 'live')
    const progress = testing.database.progress(testing.workspaceId)
    const runIds = Array.from({ length: RUNS * 5 }, () => newRun(flowId, { lease: { owner: 'p', until: 9 } }))
    await Promise.all(runIds.map((run) => progress.accept({ run })))
    const ids = runIds.map(({ id }) => id)
    await testing.database.write(testing.workspaceId, (writer) => writer.flows.delete(flowId))
    let isOver = false
    const faults: unknown[] = []
    const note = (error: { code?: unknown }) => {
      if (error.code !== 'conflict') faults.push(error)
    }
    const write = async () => {
      for (let n = 0; !isOver; n += 1) {
        const records = [stepRecord(`x#${n}`)]
        const writes = ids.map((runId) =>
          progress.append({ runId, fence: 1, records, events: [] }).catch(note),
        )
        await Promise.all(writes)
      }
    }
    const renew = async () => {
      while (!isOver)
        await system().runs.renew({ owner: 'p', runIds: ids.toReversed(), until: 9 }).catch(note)
    }
    const others = Promise.all([write(), renew(), renew()])
    const erase = async () => {
      while (await system().deletions.eraseFlow(flowId));
    }
    await Promise.all([erase(), erase()]).catch((error) => faults.push(error))
    isOver = true
    await others
    expect(faults).toEqual([])
    expect(await read().runs.list({ flowId })).toMatchObject({ rows: [] })
  })

  test('a deleted flow is gone for everybody at once, and its rows go in slices', async () => {
    const [flowId, other] = [await insertFlow(testing, 'large'), await insertFlow(testing, 'other')]
    const runs = await Promise.all(Array.from({ length: RUNS }, () => addRun(testing, flowId)))
    const kept = await addRun(testing, other)
    await testing.database.write(testing.workspaceId, (writer) => writer.flows.delete(flowId))

    expect(await read().flows.find(flowId)).toBeUndefined()
    expect((await read().flows.list({})).rows.map(({ id }) => id)).toEqual([other])
    expect((await read().runs.list({})).rows.map(({ id }) => id)).toEqual([kept])
    expect(await system().routes.findWorkspaceOfFlow(flowId)).toBeUndefined()
    expect(await system().deletions.flows(10)).toEqual([flowId])
    const again = testing.database.write(testing.workspaceId, (writer) => writer.flows.delete(flowId))
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
    const change = testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.update(flowId, { name: 'back' }),
    )
    await expect(change).rejects.toMatchObject({ code: 'not_found' })

    expect(await system().deletions.eraseFlow(flowId)).toBe(true)
    const left = await Promise.all(runs.map((id) => read().runs.find(id)))
    expect(left.filter(Boolean).length).toBeGreaterThan(0)
    while (await system().deletions.eraseFlow(flowId));
    expect(await Promise.all(runs.map((id) => read().runs.find(id)))).toEqual(runs.map(() => undefined))
    expect(await read().runs.journal(runs[0] ?? '')).toEqual([])
    expect((await read().messages.list({ flowId })).total).toBe(0)
    expect(await system().deletions.flows(10)).toEqual([])
    expect(await read().runs.journal(kept)).toHaveLength(1)
    expect((await read().messages.list({ flowId: other })).total).toBe(1)
  })

  test('the history of upserts of a flow, and of a document store, goes in slices', async () => {
    const { database, workspaceId } = testing
    const flowId = await insertFlow(testing, 'filled')
    const storeId = await database.write(workspaceId, async ({ documentStores }) => {
      const store = await documentStores.insert({ name: 'filled', description: null, consentedHosts: '[]' })
      for (let n = 0; n < 110; n += 1) {
        const entry = { nodes: '[]', result: '{}' }
        await documentStores.insertHistory({ ...entry, id: randomUUID(), flowId, storeId: null })
        await documentStores.insertHistory({ ...entry, id: randomUUID(), flowId: null, storeId: store.id })
      }
      return store.id
    })
    const left = (of: { flowId: string } | { storeId: string }) =>
      read().documentStores.listHistory({ ...of, direction: 'asc' })
    const eraseContents = () =>
      database.write(workspaceId, ({ documentStores }) => documentStores.eraseContents(storeId))
    await database.write(workspaceId, (writer) => writer.flows.delete(flowId))
    while ((await left({ flowId })).length === 110 && (await system().deletions.eraseFlow(flowId)));
    while ((await left({ storeId })).length === 110 && (await eraseContents()));
    expect([await left({ flowId }), await left({ storeId })].map(({ length }) => length)).toEqual([10, 10])
    while (await system().deletions.eraseFlow(flowId));
    while (await eraseContents());
    expect([...(await left({ flowId })), ...(await left({ storeId }))]).toEqual([])
  })

  test('a flow that was not deleted is not erased', async () => {
    const flowId = await insertFlow(testing, 'alive')
    const runId = await addRun(testing, flowId)
    expect(await system().deletions.eraseFlow(flowId)).toBe(false)
    expect(await read().flows.find(flowId)).toBeDefined()
    expect(await read().runs.find(runId)).toBeDefined()
  })
})

test('the space of what was pruned goes back to the disk, on sqlite', async () => {
  const testing = await createTestDatabase('sqlite')
  const { options } = testing
  if (options.kind !== 'sqlite') throw new Error('A file was asked for')
  const sizeOf = async () => {
    await testing.database.close()
    testing.database = await openDatabase(options)
    return statSync(options.file).size
  }
  const flowId = await insertFlow(testing, 'pruned')
  const empty = await sizeOf()
  for (let n = 0; n < RUNS; n += 1) await addRun(testing, flowId)
  const before = await sizeOf()
  while ((await testing.database.system.runs.prune(11)) > 0);
  while ((await testing.database.releaseSpace()) > 0);
  const after = await sizeOf()
  await testing.drop()
  // Rows of runs and messages stay.
  expect(before - empty).toBeGreaterThan(RUNS * TEXT)
  expect(before - after).toBeGreaterThan(0.9 * RUNS * TEXT)
})
