import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMessage } from '../runs/runs.fixture.ts'
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

  test('history gives the last messages of one conversation of one caller, oldest first', async () => {
    for (let index = 1; index <= 5; index += 1) await insert({ content: `m${index}`, createdAt: index })
    await insert({ content: 'of somebody else', namespace: 'user:2', createdAt: 6 })
    const reader = testing.database.read(testing.workspaceId)
    const history = await reader.messages.history({
      flowId,
      namespace: 'anonymous',
      sessionId: 'session',
      limit: 3,
    })
    expect(history.map(({ content }) => content)).toEqual(['m3', 'm4', 'm5'])
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
