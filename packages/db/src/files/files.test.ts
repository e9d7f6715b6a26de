import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewFile } from './file-writer.ts'

describe.each(databaseKinds)('files on %s', (kind) => {
  let testing: TestDatabase
  let other: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    other = await addTestWorkspace(testing)
  })
  afterAll(() => testing.drop())

  const insert = (changes: Partial<NewFile> = {}, workspaceId = testing.workspaceId) =>
    testing.database.write(workspaceId, ({ files }) =>
      files.insert({
        blobId: randomUUID(),
        name: 'Übersicht.pdf',
        mediaType: 'application/pdf',
        size: 3_000_000_000,
        sha256: randomUUID(),
        ownerKind: 'flow',
        ownerId: 'f',
        ...changes,
      }),
    )
  const read = (workspaceId = testing.workspaceId) => testing.database.read(workspaceId).files
  const remove = (ids: string[], workspaceId = testing.workspaceId) =>
    testing.database.write(workspaceId, ({ files }) => files.delete(ids))

  test('a file is kept with all that is known of it', async () => {
    const file = await insert({ sessionId: 's', chatId: 'c' })
    expect(file).toMatchObject({ name: 'Übersicht.pdf', size: 3_000_000_000, sessionId: 's', chatId: 'c' })
    expect(await read().get(file.id)).toEqual(file)
    expect(await read().find(randomUUID())).toBeUndefined()
    await expect(read().get(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    await expect(insert({ size: -1 })).rejects.toThrow()
  })

  test('files are listed by their owner and their conversation', async () => {
    const ownerId = randomUUID()
    const first = await insert({ ownerId, sessionId: 's1' })
    const second = await insert({ ownerId, sessionId: 's2', chatId: 'c2' })
    await insert({ ownerId, ownerKind: 'run' })
    const list = async (query: Parameters<ReturnType<typeof read>['list']>[0]) =>
      (await read().list({ ownerKind: 'flow', ownerId, ...query })).rows.map(({ id }) => id)
    expect((await list({})).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(await list({ sessionId: 's1' })).toEqual([first.id])
    expect(await list({ chatId: 'c2' })).toEqual([second.id])
    expect(await list({ limit: 1 })).toHaveLength(1)
  })

  test('files of a chat are those of its namespace, newest first', async () => {
    const chat = { flowId: randomUUID(), chatId: 'c', namespace: 'user:1' }
    const given = { ownerId: chat.flowId, chatId: 'c', namespace: 'user:1' }
    const first = await insert({ ...given, name: 'a' })
    await insert({ ...given, namespace: 'anonymous' })
    await insert({ ...given, chatId: 'd' })
    await insert({ ...given, ownerKind: 'run' })
    expect((await read().listOfChat(chat)).map(({ id }) => id)).toEqual([first.id])
    expect(await read(other).listOfChat(chat)).toEqual([])
  })

  test('a second file of the same content finds the first, in its own workspace only', async () => {
    const file = await insert()
    expect((await read().findByContent(file.sha256))?.id).toBe(file.id)
    expect(await read(other).findByContent(file.sha256)).toBeUndefined()
  })

  test('a blob goes with the last file that names it', async () => {
    const blobId = randomUUID()
    const [first, second] = [await insert({ blobId }), await insert({ blobId })]
    const foreign = await insert({ blobId }, other)
    const { files } = testing.database.system
    expect(await remove([first.id])).toEqual([])
    expect(await remove([foreign.id])).toEqual([])
    expect(await remove([second.id, second.id])).toEqual([blobId])
    expect(await files.findUnusedBlobs([blobId])).toEqual([])
    expect(await remove([foreign.id], other)).toEqual([blobId])
    expect(await files.findUnusedBlobs([blobId])).toEqual([blobId])
    expect(await files.findUnusedBlobs([])).toEqual([])
    expect(await remove([])).toEqual([])
  })
})
