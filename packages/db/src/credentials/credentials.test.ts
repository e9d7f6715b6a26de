import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewCredential } from './credential-writer.ts'

describe.each(databaseKinds)('credentials on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  const insert = (changes: Partial<NewCredential> = {}) =>
    write((writer) =>
      writer.credentials.insert({
        name: 'Mine',
        credentialName: 'openAIApi',
        sealed: 'envelope',
        ...changes,
      }),
    )

  test('come back whole by id, and without the envelope in lists', async () => {
    const credential = await insert()
    expect(await read().credentials.get(credential.id)).toEqual({
      id: credential.id,
      workspaceId: testing.workspaceId,
      name: 'Mine',
      credentialName: 'openAIApi',
      sealed: 'envelope',
      revision: 1,
      createdAt: 1_000,
      updatedAt: 1_000,
    })
    const { rows } = await read().credentials.list({})
    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toHaveProperty('sealed')
  })

  test('are listed by one type or several, and by name', async () => {
    await insert({ name: 'Search me', credentialName: 'tavilyApi' })
    const count = async (query: Parameters<TenantReader['credentials']['list']>[0]) =>
      (await read().credentials.list(query)).total
    expect(await count({ credentialName: 'tavilyApi' })).toBe(1)
    expect(await count({ credentialName: ['tavilyApi', 'openAIApi'] })).toBe(2)
    expect(await count({ credentialName: [] })).toBe(0)
    expect(await count({ search: 'SEARCH' })).toBe(1)
  })

  test('are found among any number of ids', async () => {
    const known = [await insert(), await insert()].map(({ id }) => id)
    const unknown = Array.from({ length: 2_500 }, () => crypto.randomUUID())
    expect(await read().credentials.findIds([...unknown, ...known])).toEqual(new Set(known))
    expect(await read().credentials.findIds([])).toEqual(new Set())
  })

  test('change what is named, and refuse a stale revision', async () => {
    const credential = await insert()
    clock = 2_000
    const changed = await write((writer) =>
      writer.credentials.update(credential.id, { sealed: 'new' }, { expectedRevision: 1 }),
    )
    expect(changed).toEqual({ ...credential, sealed: 'new', revision: 2, updatedAt: 2_000 })
    await expect(
      write((writer) => writer.credentials.update(credential.id, { name: 'x' }, { expectedRevision: 1 })),
    ).rejects.toMatchObject({ code: 'stale_revision' })
  })

  test('are refused twice under one id, and not found when they are gone', async () => {
    const credential = await insert()
    await expect(insert({ id: credential.id })).rejects.toMatchObject({ code: 'conflict' })
    await write((writer) => writer.credentials.delete(credential.id))
    const missing = { code: 'not_found', message: `Credential ${credential.id} not found` }
    await expect(read().credentials.get(credential.id)).rejects.toMatchObject(missing)
    await expect(write((writer) => writer.credentials.delete(credential.id))).rejects.toMatchObject(missing)
    await expect(write((writer) => writer.credentials.update(credential.id, {}))).rejects.toMatchObject(
      missing,
    )
    expect(await read().credentials.find(randomUUID())).toBeUndefined()
  })
})
