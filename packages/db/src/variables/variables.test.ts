import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('variables on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)

  test('are made, changed, listed and deleted', async () => {
    const variable = await write((writer) =>
      writer.variables.insert({ name: 'tone', value: 'dry', type: 'static' }),
    )
    expect(variable).toMatchObject({ name: 'tone', value: 'dry', type: 'static', revision: 1 })
    const changed = await write((writer) =>
      writer.variables.update(variable.id, { value: null, type: 'runtime' }, { expectedRevision: 1 }),
    )
    expect(changed).toMatchObject({ name: 'tone', value: null, type: 'runtime', revision: 2 })
    await expect(
      write((writer) => writer.variables.update(variable.id, { value: 'x' }, { expectedRevision: 1 })),
    ).rejects.toMatchObject({ code: 'stale_revision' })
    expect((await read().variables.list({ search: 'TON' })).rows).toEqual([changed])
    await write((writer) => writer.variables.delete(variable.id))
    expect(await read().variables.find(variable.id)).toBeUndefined()
    await expect(read().variables.get(variable.id)).rejects.toMatchObject({
      code: 'not_found',
      message: `Variable ${variable.id} not found`,
    })
    await expect(write((writer) => writer.variables.delete(variable.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('are listed by type', async () => {
    for (const [name, type] of [
      ['one', 'static'],
      ['two', 'runtime'],
    ] as const)
      await write((writer) => writer.variables.insert({ name, type }))
    expect((await read().variables.list({ type: 'runtime' })).rows.map(({ name }) => name)).toEqual(['two'])
    expect((await read().variables.list({ type: 'static' })).total).toBe(1)
  })

  test('of the type secret are found with what is sealed, and those alone', async () => {
    const content = { type: 'secret', sealed: 'v1.k.b', hosts: '["api.example.com"]' } as const
    const made = await write((writer) => writer.variables.insert({ name: 'key', ...content }))
    expect(await read().variables.listSecrets()).toEqual([
      expect.objectContaining({ id: made.id, ...content }),
    ])
    await write((writer) => writer.variables.delete(made.id))
  })

  test('have names of their own', async () => {
    const taken = { code: 'conflict', message: expect.stringContaining('“mine”') }
    const insert = (name: string) => write((writer) => writer.variables.insert({ name, type: 'static' }))
    const mine = await insert('mine')
    const other = await insert('Mine')
    await expect(insert('mine')).rejects.toMatchObject(taken)
    const rename = (id: string) => write((writer) => writer.variables.update(id, { name: 'mine' }))
    await expect(rename(other.id)).rejects.toMatchObject(taken)
    expect(await rename(mine.id)).toMatchObject({ name: 'mine', revision: 2 })
  })
})
