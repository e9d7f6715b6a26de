import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { countTurns } from '../tenant/count-turns.fixture.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import { parseRunInput } from './run-rows.ts'
import { newMessage, newRun, stepRecord, textEvents } from './runs.fixture.ts'

const lease = { owner: 'process-a', until: 5_000 }

describe.each(databaseKinds)('runs on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())
  beforeEach(async () => {
    const flow = await write((writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
  })

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const progress = () => testing.database.progress(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  async function acceptLeased(changes: Parameters<typeof newRun>[1] = {}) {
    const run = newRun(flowId, { lease, ...changes })
    await progress().accept({ run })
    return run
  }

  test('a run without a lease is queued; with one it runs in those hands', async () => {
    const queued = newRun(flowId)
    await progress().accept({ run: queued })
    const row = await read().runs.get(queued.id)
    expect(row).toMatchObject({ status: 'queued', fence: 0, leaseOwner: null, startedAt: null, kind: 'flow' })
    expect(row).toMatchObject({ streaming: true, isPublic: false, output: null, createdAt: 1_000 })
    expect(parseRunInput(row)).toEqual(queued.input)

    const running = await acceptLeased()
    expect(await read().runs.get(running.id)).toMatchObject({
      status: 'running',
      fence: 1,
      leaseOwner: 'process-a',
      leaseUntil: 5_000,
      startedAt: 1_000,
    })
  })

  test('a long journal is read in slices, in the order of its beginnings, and others go on in between', async () => {
    const { id: runId } = await acceptLeased()
    const records = Array.from({ length: 230 }, (_, n) =>
      stepRecord(`step#${(n * 7) % 230}`, { startedAt: 1_000 + n, attempt: 1 + (n % 2) }),
    )
    await progress().append({ runId, fence: 1, records, events: [] })
    const { value, turns } = await countTurns(() => read().runs.journal(runId))
    expect(value).toEqual(records)
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  test('run and user message are kept together or not at all', async () => {
    const run = newRun(flowId)
    const userMessage = newMessage(flowId, { id: randomUUID(), runId: run.id, content: 'Why? 🚀' })
    await progress().accept({ run, userMessage })
    expect(await read().messages.find(userMessage.id ?? '')).toMatchObject({
      content: 'Why? 🚀',
      runId: run.id,
      sourceDocuments: null,
    })

    const second = newRun(flowId)
    await expect(progress().accept({ run: second, userMessage })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await read().runs.find(second.id)).toBeUndefined()
  })

  test('a run of another kind needs no flow, and is listed by its kind and subject', async () => {
    const run = newRun(flowId, { flowId: null, versionId: null, kind: 'ingestion', subject: randomUUID() })
    await progress().accept({ run })
    const { rows, total } = await read().runs.list({ kind: 'ingestion', subject: run.subject })
    expect([rows.map(({ id }) => id), total]).toEqual([[run.id], 1])
    expect(rows[0]).toMatchObject({ flowId: null, flowName: null, versionId: null, subject: run.subject })
    const agentflows = await read().runs.list({ kind: 'ingestion', onlyAgentflows: true })
    expect(agentflows.total).toBe(0)
  })

  test('a run of a flow that is not there is refused', async () => {
    const run = newRun(randomUUID())
    await expect(progress().accept({ run })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a stop reaches the queued and running runs of the chat', async () => {
    const chatId = randomUUID()
    const running = await acceptLeased({ chatId })
    const queued = newRun(flowId, { chatId })
    await progress().accept({ run: queued })
    const elsewhere = await acceptLeased({ chatId: randomUUID() })
    const active = await read().runs.findActiveByChat(flowId, chatId)
    expect(active.toSorted()).toEqual([running.id, queued.id].toSorted())
    const stopped = await write((writer) => writer.runs.requestStop({ flowId, chatId, now: 4_000 }))
    expect(stopped.toSorted()).toEqual(active.toSorted())
    const { stopsRequested } = testing.database.system.runs
    expect(await stopsRequested([running.id, elsewhere.id])).toEqual([running.id])
    expect(await stopsRequested([])).toEqual([])
  })

  test('lists runs with their flow, filtered and newest change first', async () => {
    const chat = await write((writer) =>
      writer.flows.insert({ name: 'Chat helper', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const sessionId = randomUUID()
    const old = await acceptLeased({ sessionId, createdAt: 100 })
    const recent = await acceptLeased({ sessionId, createdAt: 300 })
    const ofChat = await acceptLeased({ sessionId, createdAt: 200, flowId: chat.id })
    const list = async (query: Parameters<TenantReader['runs']['list']>[0]) =>
      (await read().runs.list({ sessionId, ...query })).rows.map(({ id }) => id)

    expect(await list({})).toEqual([recent.id, ofChat.id, old.id])
    expect(await list({ onlyAgentflows: true })).toEqual([recent.id, old.id])
    expect(await list({ flowName: 'HELPER' })).toEqual([ofChat.id])
    expect(await list({ flowId: chat.id })).toEqual([ofChat.id])
    expect(await list({ from: 200, to: 300 })).toEqual([recent.id, ofChat.id])
    expect(await list({ status: 'waiting' })).toEqual([])
    expect(await list({ status: ['running', 'queued'], limit: 1, page: 2 })).toEqual([ofChat.id])
    expect(await list({ id: old.id })).toEqual([old.id])
    expect(await list({ kind: 'evaluation' })).toEqual([])
    expect(await list({ chatId: 'nobody' })).toEqual([])
    const [summary] = (await read().runs.list({ sessionId, flowId: chat.id })).rows
    expect(summary).toMatchObject({ flowName: 'Chat helper', flowType: 'CHATFLOW', streaming: true })
    expect(summary).not.toHaveProperty('input')
  })

  test('makes a run public and private again', async () => {
    const run = await acceptLeased()
    await write((writer) => writer.runs.setPublic(run.id, true))
    expect((await read().runs.get(run.id)).isPublic).toBe(true)
    await expect(write((writer) => writer.runs.setPublic(randomUUID(), true))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('deleting runs takes journal and events along and leaves the messages', async () => {
    const run = await acceptLeased()
    const message = await write((writer) => writer.messages.insert(newMessage(flowId, { runId: run.id })))
    await progress().append({
      runId: run.id,
      fence: 1,
      records: [stepRecord('x#0')],
      events: textEvents(1, 1, ['x']),
    })
    expect(await write((writer) => writer.runs.delete([run.id, randomUUID()]))).toMatchObject([
      { id: run.id },
    ])
    expect(await write((writer) => writer.runs.delete([]))).toEqual([])
    expect(await read().runs.find(run.id)).toBeUndefined()
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
    expect(await read().messages.find(message.id)).toMatchObject({ runId: null })
  })

  test('deleting a flow takes runs, journal and messages along', async () => {
    const run = await acceptLeased()
    const message = await write((writer) => writer.messages.insert(newMessage(flowId, { runId: run.id })))
    await progress().append({ runId: run.id, fence: 1, records: [stepRecord('x#0')], events: [] })
    await write((writer) => writer.flows.delete(flowId))
    while (await testing.database.system.deletions.eraseFlow(flowId));
    expect(await read().runs.find(run.id)).toBeUndefined()
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().messages.find(message.id)).toBeUndefined()
  })

  test('a snapshot is kept while an open run or a journal needs it', async () => {
    const snapshot = (text: string) =>
      write((writer) => writer.flows.snapshot(flowId, { document: text, documentHash: text }))
    const [open, journaled, unused] = [
      await snapshot('open'),
      await snapshot('journaled'),
      await snapshot('x'),
    ]
    await acceptLeased({ versionId: open })
    const ended = await acceptLeased({ versionId: journaled })
    const ending = { runId: ended.id, fence: 1, status: 'finished' as const, messages: [], events: [] }
    await progress().end({ ...ending, records: [stepRecord('x#0')], now: 10 })
    const soon = Date.now() + 1_000
    await write((writer) => writer.flows.pruneSnapshots(soon))
    expect(await read().flows.findVersion(unused)).toBeUndefined()
    expect(await read().flows.findVersion(open)).toBeDefined()
    expect(await read().flows.findVersion(journaled)).toBeDefined()

    expect(await testing.database.system.runs.prune(11)).toBeGreaterThan(0)
    expect(await read().runs.journal(ended.id)).toEqual([])
    expect(await read().runs.get(ended.id)).toMatchObject({ status: 'finished' })
    await write((writer) => writer.flows.pruneSnapshots(soon))
    expect(await read().flows.findVersion(journaled)).toBeUndefined()
    expect(await read().flows.findVersion(open)).toBeDefined()
  })
})
