import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { newMessage, newRun } from '../runs/runs.fixture.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewFile } from './file-writer.ts'

const GIVEN_AT = 5_000

describe.each(databaseKinds)('files that nobody needs on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  let close: () => Promise<void>
  let insert: (changes: Partial<NewFile>) => Promise<string>
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const flow = await testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
    const past = await openDatabase({ ...testing.options, now: () => GIVEN_AT })
    close = () => past.close()
    insert = async (changes) => {
      const file = { blobId: randomUUID(), name: 'a', mediaType: 'text/plain', size: 1, sha256: 'h' }
      const owner = { ownerKind: 'flow', ownerId: flowId }
      return (
        await past.write(testing.workspaceId, ({ files }) => files.insert({ ...file, ...owner, ...changes }))
      ).id
    }
  })
  afterAll(async () => {
    await close()
    await testing.drop()
  })

  const findStray = async (before = GIVEN_AT + 1, limit = 100) =>
    (await testing.database.system.files.findStray(before, limit)).map(({ id }) => id).toSorted()
  const isStray = async (id: string) => (await findStray()).includes(id)
  const progress = () => testing.database.progress(testing.workspaceId)
  const begin = async (changes: Parameters<typeof newRun>[1]) => {
    const run = newRun(flowId, { lease: { owner: 'me', until: 9_000 }, ...changes })
    await progress().accept({ run })
    return run.id
  }
  const end = (runId: string, status: 'finished' | 'error', now = 6_000) =>
    progress().end({ runId, fence: 1, records: [], events: [], status, messages: [], now })

  test('what a run wrote stays until its journal is pruned, or the run is gone', async () => {
    const runId = await begin({})
    const file = await insert({ ownerKind: 'run', ownerId: runId })
    expect(await isStray(file)).toBe(false)
    await end(runId, 'finished', 6_000)
    expect(await isStray(file)).toBe(false)
    await testing.database.system.runs.prune(7_000)
    expect(await isStray(file)).toBe(true)
    expect(await isStray(await insert({ ownerKind: 'run', ownerId: randomUUID() }))).toBe(true)
  })

  test('what was given in a chat stays while it has an open run or a message', async () => {
    const [chatId, told] = [randomUUID(), randomUUID()]
    const file = await insert({ chatId, sessionId: chatId })
    expect(await isStray(file)).toBe(true)
    const runId = await begin({ chatId })
    expect(await isStray(file)).toBe(false)
    await end(runId, 'error')
    expect(await isStray(file)).toBe(true)
    await testing.database.write(testing.workspaceId, ({ messages }) =>
      messages.insert(newMessage(flowId, { chatId: told })),
    )
    expect(await isStray(await insert({ chatId: told, sessionId: told }))).toBe(false)
  })

  test.each(['finished', 'error'] as const)('what was given to a fill that is %s', async (status) => {
    const chatId = randomUUID()
    const file = await insert({ chatId })
    expect(await isStray(file), 'its run never began').toBe(true)
    const runId = await begin({ chatId, kind: 'ingestion', subject: 'store_0' })
    expect(await isStray(file), 'its run is under way').toBe(false)
    await end(runId, status)
    expect(await isStray(file)).toBe(status === 'error')
  })

  test('what belongs to the flow itself stays, and so does what is young', async () => {
    expect(await isStray(await insert({}))).toBe(false)
    await insert({ ownerKind: 'run', ownerId: randomUUID() })
    expect(await findStray(GIVEN_AT)).toEqual([])
    expect(await findStray(GIVEN_AT + 1, 2)).toHaveLength(2)
  })

  test('strangers have a quota for each session and each flow, also many at once', async () => {
    const give = (sessionId: string, size: number) =>
      testing.database.write(testing.workspaceId, async ({ files }) => {
        const owner = { sessionId, namespace: 'quota' }
        await files.checkQuota(
          { flowId, ...owner, sizes: [size] },
          { sessionBytes: 10_000, flowBytes: 25_000 },
        )
        const file = { blobId: randomUUID(), name: 'a', mediaType: 'text/plain', sha256: 'h' }
        await files.insert({ ...file, ...owner, size, ownerKind: 'flow', ownerId: flowId, chatId: sessionId })
      })
    await give('one', 10_000)
    await expect(give('one', 1)).rejects.toMatchObject({
      code: 'body_too_large',
      message: expect.stringContaining('A conversation takes'),
    })
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => give(id, 5_000)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(give('g', 1)).rejects.toMatchObject({
      message: expect.stringContaining('This flow holds as many'),
    })
  })
  test('small files count as the room that each takes', async () => {
    const owner = { flowId, sessionId: 'small', namespace: 'small' }
    const quota = { sessionBytes: 10_000, flowBytes: 25_000 }
    const check = (sizes: number[]) =>
      testing.database.write(testing.workspaceId, ({ files }) => files.checkQuota({ ...owner, sizes }, quota))
    await check([1, 1])
    await expect(check([1, 1, 1])).rejects.toMatchObject({ code: 'body_too_large' })
    for (const chatId of ['one', 'two'])
      await insert({ sessionId: owner.sessionId, chatId, namespace: owner.namespace })
    await expect(check([1])).rejects.toMatchObject({ code: 'body_too_large' })
  })
})
