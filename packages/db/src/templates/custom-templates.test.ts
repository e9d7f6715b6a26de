import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewCustomTemplate } from './template-writer.ts'

describe.each(databaseKinds)('templates of a workspace on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const read = () => testing.database.read(testing.workspaceId).customTemplates
  const insert = (changes: Partial<NewCustomTemplate>) => {
    clock += 1
    return testing.database.write(testing.workspaceId, ({ customTemplates }) =>
      customTemplates.insert({
        name: 'Mine',
        description: '',
        badge: '',
        usecases: '[]',
        type: 'AgentflowV2',
        content: '{"nodes":[],"edges":[]}',
        nodeTypes: '[]',
        ...changes,
      }),
    )
  }

  test('come back whole by id, and short or whole in lists', async () => {
    const template = await insert({ name: 'First', usecases: '["Support"]' })
    const { workspaceId } = testing
    expect(await read().get(template.id)).toEqual({ ...template, workspaceId, isShared: false })
    const [short] = (await read().list({ isWhole: false })).rows
    expect(short).toMatchObject({ id: template.id, name: 'First', usecases: '["Support"]' })
    expect(short).not.toHaveProperty('content')
    expect((await read().list({ isWhole: true })).rows[0]?.content).toBe(template.content)
  })

  test('are searched by name and description, filtered by type, sorted and paged', async () => {
    await insert({ name: 'Tea house', description: 'Sells Oolong', type: 'Chatflow' })
    await insert({ name: 'Adder', type: 'Tool', content: '{}' })
    const names = async (query: object) =>
      (await read().list({ isWhole: false, ...query })).rows.map(({ name }) => name)
    expect(await names({})).toEqual(['Adder', 'Tea house', 'First'])
    expect(await names({ search: 'tea' })).toEqual(['Tea house'])
    expect(await names({ search: 'OOLONG' })).toEqual(['Tea house'])
    expect(await names({ type: 'Tool' })).toEqual(['Adder'])
    expect(await names({ type: ['Tool', 'Chatflow'] })).toEqual(['Adder', 'Tea house'])
    expect(await names({ sort: 'name', limit: 1, page: 2 })).toEqual(['First'])
    expect((await read().list({ isWhole: false, limit: 1 })).total).toBe(3)
  })

  test('are gone once deleted, and unknown ones are not found', async () => {
    const { id } = await insert({})
    const remove = () =>
      testing.database.write(testing.workspaceId, ({ customTemplates }) => customTemplates.delete(id))
    await remove()
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
    await expect(read().get(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
