import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('custom tools on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>, workspaceId = testing.workspaceId) =>
    testing.database.write(workspaceId, work)
  const insert = (name: string, workspaceId?: string) =>
    write((writer) => writer.customTools.insert({ name, description: 'd', color: 'c' }), workspaceId)

  test('are made, changed, listed and deleted', async () => {
    const tool = await insert('get_weather')
    expect(tool).toMatchObject({ name: 'get_weather', iconSrc: null, schema: null, func: null, revision: 1 })
    const changed = await write((writer) =>
      writer.customTools.update(tool.id, { func: 'return 1', schema: '[]' }, { expectedRevision: 1 }),
    )
    expect(changed).toMatchObject({ name: 'get_weather', func: 'return 1', schema: '[]', revision: 2 })
    await expect(
      write((writer) => writer.customTools.update(tool.id, { func: 'x' }, { expectedRevision: 1 })),
    ).rejects.toMatchObject({ code: 'stale_revision' })
    expect((await read().customTools.list({ search: 'WEATHER' })).rows).toEqual([changed])
    expect(await read().customTools.get(tool.id)).toEqual(changed)
    await write((writer) => writer.customTools.delete(tool.id))
    expect(await read().customTools.find(tool.id)).toBeUndefined()
    await expect(read().customTools.get(tool.id)).rejects.toMatchObject({
      code: 'not_found',
      message: `Tool ${tool.id} not found`,
    })
    await expect(write((writer) => writer.customTools.delete(tool.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('have names of their own in their workspace, also when two are made at once', async () => {
    const taken = { code: 'conflict' }
    const mine = await insert('mine')
    await expect(insert('mine')).rejects.toMatchObject({ ...taken, issues: [{ path: 'name' }] })
    const other = await insert('Mine')
    await expect(
      write((writer) => writer.customTools.update(other.id, { name: 'mine' })),
    ).rejects.toMatchObject(taken)
    expect(await write((writer) => writer.customTools.update(mine.id, { name: 'mine' }))).toMatchObject({
      revision: 2,
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => insert('at once')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const elsewhere = await addTestWorkspace(testing)
    expect(await insert('mine', elsewhere)).toMatchObject({ workspaceId: elsewhere })
  })
})
