import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('API keys on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  const insert = (keyHash: string) =>
    write((writer) =>
      writer.apiKeys.insert({ keyName: 'Site', keyHash, keyHint: 'abcd', permissions: ['tools:view'] }),
    )

  test('are found by their hash, and never shown with it', async () => {
    const keyHash = randomUUID()
    const key = await insert(keyHash)
    expect(key).toMatchObject({
      keyName: 'Site',
      keyHint: 'abcd',
      permissions: ['tools:view'],
      lastUsedAt: null,
    })
    const shown = [key, await read().apiKeys.get(key.id), ...(await read().apiKeys.list({})).rows]
    for (const row of shown) expect(row).not.toHaveProperty('keyHash')
    const { apiKeys } = testing.database.system
    expect(await apiKeys.findByHash(keyHash)).toEqual({
      id: key.id,
      workspaceId: testing.workspaceId,
      keyName: 'Site',
      permissions: ['tools:view'],
      expiresAt: null,
    })
    expect(await apiKeys.findByHash(randomUUID())).toBeUndefined()
    await apiKeys.touch(key.id, 77)
    expect(await read().apiKeys.get(key.id)).toMatchObject({ lastUsedAt: 77 })
  })

  test('are changed by name and permissions, never by hash', async () => {
    const key = await insert(randomUUID())
    const renamed = await write((writer) => writer.apiKeys.update(key.id, { keyName: 'Shop' }))
    expect(renamed).toMatchObject({ keyName: 'Shop', permissions: ['tools:view'], revision: 2 })
    const narrowed = await write((writer) =>
      writer.apiKeys.update(key.id, { permissions: [] }, { expectedRevision: 2 }),
    )
    expect(narrowed).toMatchObject({ keyName: 'Shop', permissions: [], revision: 3 })
    await expect(
      write((writer) => writer.apiKeys.update(key.id, { keyName: 'x' }, { expectedRevision: 2 })),
    ).rejects.toMatchObject({ code: 'stale_revision' })
  })

  test('open nothing once they are deleted; one hash belongs to one key', async () => {
    const keyHash = randomUUID()
    const key = await insert(keyHash)
    await expect(insert(keyHash)).rejects.toMatchObject({ code: 'conflict' })
    await write((writer) => writer.apiKeys.delete(key.id))
    expect(await testing.database.system.apiKeys.findByHash(keyHash)).toBeUndefined()
    await expect(read().apiKeys.get(key.id)).rejects.toMatchObject({ message: `API key ${key.id} not found` })
    await expect(write((writer) => writer.apiKeys.delete(key.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
