import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantReader } from '../database.ts'
import { newMessage, newRun } from '../runs/runs.fixture.ts'
import { countTurns } from '../tenant/count-turns.fixture.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { MessageQuery } from './message-reader.ts'
import type { NewChatMessage } from './message-rows.ts'

describe.each(databaseKinds)('messages on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())
  beforeEach(async () => {
    const flow = await testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
  })

  const insert = (changes: Partial<NewChatMessage>) =>
    testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.insert(newMessage(flowId, changes)),
    )
  const contents = async (query: Omit<MessageQuery, 'flowId'> = {}) => {
    const { rows, total } = await testing.database
      .read(testing.workspaceId)
      .messages.list({ flowId, ...query })
    return { texts: rows.map(({ content }) => content).join(' '), total }
  }

  test('messages of the same millisecond keep the order in which they came', async () => {
    for (const content of ['1', '2', '3', '4']) await insert({ content, createdAt: 7 })
    await insert({ content: 'first', createdAt: 6 })
    expect(await contents()).toEqual({ texts: 'first 1 2 3 4', total: 5 })
    expect(await contents({ order: 'desc' })).toEqual({ texts: '4 3 2 1 first', total: 5 })
    expect(await contents({ page: 2, limit: 2 })).toEqual({ texts: '2 3', total: 5 })
  })

  test('every filter narrows the list', async () => {
    const id = randomUUID()
    await insert({ id, content: 'a', chatId: 'c1', sessionId: 's1', memoryType: 'Buffer', createdAt: 1 })
    await insert({ content: 'b', chatId: 'c2', sessionId: 's1', chatType: 'INTERNAL', createdAt: 2 })
    await insert({ content: 'c', chatId: 'c1', sessionId: 's2', namespace: 'n', createdAt: 3 })
    const cases: [Omit<MessageQuery, 'flowId'>, string][] = [
      [{ chatId: 'c1' }, 'a c'],
      [{ sessionId: 's1' }, 'a b'],
      [{ chatTypes: ['INTERNAL'] }, 'b'],
      [{ chatTypes: ['INTERNAL', 'EXTERNAL'] }, 'a b c'],
      [{ chatTypes: [] }, ''],
      [{ memoryType: 'Buffer' }, 'a'],
      [{ messageId: id }, 'a'],
      [{ namespace: 'n' }, 'c'],
      [{ from: 2, to: 3 }, 'b c'],
      [{ chatId: 'c1', sessionId: 's2' }, 'c'],
    ]
    for (const [query, texts] of cases) expect((await contents(query)).texts).toBe(texts)
  })

  const conversation = () => ({ flowId, sessionId: 'session', namespace: 'anonymous' })
  const upTo = async (part: Parameters<TenantReader['messages']['upTo']>[1]) => {
    const rows = await testing.database.read(testing.workspaceId).messages.upTo(conversation(), part)
    return rows.map(({ content }) => content).join(' ')
  }

  test('a conversation is read up to a position, newest first, page by page', async () => {
    const rows = []
    for (let index = 1; index <= 5; index += 1)
      rows.push(await insert({ content: `m${index}`, createdAt: 7 }))
    await insert({ content: 'of somebody else', namespace: 'user:2' })
    await insert({ content: 'of another session', sessionId: 'other' })
    expect(new Set(rows.map(({ position }) => position)).size).toBe(5)
    expect(await upTo({ limit: 3 })).toBe('m5 m4 m3')
    expect(await upTo({ limit: 3, before: rows[2] })).toBe('m2 m1')
    expect(await upTo({ limit: 10, until: rows[3]?.position })).toBe('m4 m3 m2 m1')
    expect(await upTo({ limit: 2, until: rows[3]?.position, before: rows[1] })).toBe('m1')
  })

  test('a run that is open sees to its end what was deleted since its start, and nobody else does', async () => {
    const run = newRun(flowId, { createdAt: 1_000 })
    await insert({ content: 'seen' })
    await insert({ content: 'elsewhere', sessionId: 'other' })
    await testing.database.progress(testing.workspaceId).accept({ run })
    const deleted = await testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId }),
    )
    expect(deleted.affected).toBe(2)
    expect(await contents()).toEqual({ texts: '', total: 0 })
    expect(await upTo({ limit: 9 })).toBe('')
    expect(await upTo({ limit: 9, seenAt: run.createdAt })).toBe('seen')
    expect(await upTo({ limit: 9, seenAt: Date.now() + 9_000 })).toBe('')
    const again = await testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId }),
    )
    expect(again.affected).toBe(0)

    const { runs, messages } = testing.database.system
    expect(await messages.pruneDeleted()).toBe(0)
    await runs.claim({ runId: run.id, owner: 'a', now: 2_000, until: 9_000 })
    const ending = { runId: run.id, fence: 1, records: [], events: [], messages: [], now: 3_000 }
    await testing.database.progress(testing.workspaceId).end({ ...ending, status: 'finished' })
    expect(await messages.pruneDeleted()).toBe(1)
    expect(await upTo({ limit: 9, seenAt: run.createdAt })).toBe('')
  })

  test('names all that a filter means, beyond a page', async () => {
    const chatId = 'many'
    await testing.database.write(testing.workspaceId, async (writer) => {
      for (let n = 0; n < 230; n += 1) await writer.messages.insert(newMessage(flowId, { chatId }))
    })
    const reader = testing.database.read(testing.workspaceId)
    const ids = await reader.messages.findIds({ flowId, chatId })
    expect(new Set(ids).size).toBe(230)
    const messageIds = ids.slice(0, 100)
    const deleted = await testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId, messageIds }),
    )
    expect(deleted.affected).toBe(100)
    expect((await reader.messages.findIds({ flowId, chatId })).toSorted()).toEqual(ids.slice(100).toSorted())
    await testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId, chatId }),
    )
  })

  test('reads a long conversation in slices, and lets others go on in between', async () => {
    const sessionId = 'long'
    for (let n = 0; n < 1_000; n += 200) {
      await testing.database.write(testing.workspaceId, async (writer) => {
        for (let k = n; k < n + 200; k += 1)
          await writer.messages.insert(newMessage(flowId, { sessionId, content: String(k) }))
      })
    }
    const conversation = { flowId, sessionId, namespace: 'anonymous' }
    const { messages } = testing.database.read(testing.workspaceId)
    const { value, turns } = await countTurns(() => messages.upTo(conversation, { limit: 700 }))
    expect(value.map(({ content }) => Number(content))).toEqual(
      Array.from({ length: 700 }, (_, index) => 999 - index),
    )
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('deletes what the filter means and names the runs', async () => {
    const runId = randomUUID()
    await insert({ content: 'a', chatId: 'c1', runId })
    await insert({ content: 'b', chatId: 'c1', runId })
    await insert({ content: 'c', chatId: 'c2' })
    const deleted = await testing.database.write(testing.workspaceId, (writer) =>
      writer.messages.deleteWhere({ flowId, chatId: 'c1' }),
    )
    expect(deleted).toEqual({ affected: 2, runIds: [runId] })
    expect((await contents()).texts).toBe('c')
    expect(
      await testing.database.write(testing.workspaceId, (writer) =>
        writer.messages.deleteWhere({ flowId, chatId: 'nobody' }),
      ),
    ).toEqual({ affected: 0, runIds: [] })
  })

  test('an id that exists already is a conflict', async () => {
    const { id } = await insert({})
    await expect(insert({ id })).rejects.toMatchObject({ code: 'conflict' })
  })
})
