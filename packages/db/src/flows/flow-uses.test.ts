import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import type { TenantReader, TenantWriter } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { openDatabase } from '../open-database.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

const using = (credential: string, text = '') => ({
  document: JSON.stringify({
    nodes: [
      {
        id: 'a',
        type: 't',
        values: { text, config: { selectedTool: `tool ${credential}` } },
        credentials: { credential },
      },
    ],
  }),
  documentHash: `${credential} ${text}`,
})

describe.each(databaseKinds)('what flows use, on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) => {
    clock += 1
    return testing.database.write(testing.workspaceId, work)
  }
  const insert = (name: string, version: ReturnType<typeof using>) =>
    write((writer) => writer.flows.insert({ name, type: 'CHATFLOW' }, version))
  const save = (id: string, version: ReturnType<typeof using>) =>
    write((writer) => writer.flows.saveVersion(id, { version, diff: '{}' }))
  const usersOf = async (target: string, of: 'credential' | 'variable' | 'tool' = 'credential') =>
    (await read().flows.findUsage(of, [target])).get(target)?.flows.map(({ name }) => name) ?? []

  test('is told of each target, newest change first, and of each version anew', async () => {
    const first = await insert('First', using('key-1', 'In {{$vars.town}}'))
    await insert('Second', using('key-1'))
    expect(await usersOf('key-1')).toEqual(['Second', 'First'])
    expect(await usersOf('town', 'variable')).toEqual(['First'])
    expect(await usersOf('tool key-1', 'tool')).toEqual(['Second', 'First'])
    await save(first.id, using('key-2', 'In {{$vars.land}}'))
    expect(await usersOf('key-1')).toEqual(['Second'])
    expect(await usersOf('key-2')).toEqual(['First'])
    expect(await usersOf('town', 'variable')).toEqual([])
    expect(await usersOf('land', 'variable')).toEqual(['First'])
    const both = await read().flows.findUsage('credential', ['key-1', 'key-2', 'none'])
    expect([...both].map(([target, { total }]) => [target, total])).toEqual([
      ['key-1', 1],
      ['key-2', 1],
    ])
    expect(await read().flows.findUsage('credential', [])).toEqual(new Map())
  })

  test('counts the published version as well as the saved one, and a deleted flow no more', async () => {
    const flow = await insert('Published', using('old-key'))
    await write((writer) => writer.flows.publish(flow.id, flow.headVersionId))
    const saved = await save(flow.id, using('new-key'))
    expect(await usersOf('old-key')).toEqual(['Published'])
    expect(await usersOf('new-key')).toEqual(['Published'])
    await write((writer) => writer.flows.publish(flow.id, saved.headVersionId))
    expect(await usersOf('old-key')).toEqual([])
    await write((writer) => writer.flows.delete(flow.id))
    expect(await usersOf('new-key')).toEqual([])
  })

  test('names twenty flows and counts them all', async () => {
    for (let index = 0; index < 25; index += 1) await insert(`Many ${index}`, using('shared'))
    const usage = (await read().flows.findUsage('credential', ['shared'])).get('shared')
    expect([usage?.flows.length, usage?.total]).toEqual([20, 25])
    expect(usage?.flows[0]?.name).toBe('Many 24')
  })

  test('stays in its workspace', async () => {
    const other = await addTestWorkspace(testing)
    expect(await testing.database.read(other).flows.findUsage('credential', ['shared'])).toEqual(new Map())
  })

  test('is filled in for flows that were there before it was kept', async () => {
    const old = await createTestDatabase(kind)
    try {
      const before = await old.database.write(old.workspaceId, (writer) =>
        writer.flows.insert({ name: 'Old', type: 'AGENTFLOW' }, using('key', '{{$vars.town}}')),
      )
      await old.database.write(old.workspaceId, (writer) =>
        writer.flows.publish(before.id, before.headVersionId),
      )
      await old.database.close()
      const adapter = await openAdapter(old.options)
      await migrate(adapter, '0002-session-rules')
      await adapter.close()
      const again = await openDatabase(old.options)
      const { flows } = again.read(old.workspaceId)
      const expected = { flows: [{ id: before.id, name: 'Old', type: 'AGENTFLOW' }], total: 1 }
      expect(await flows.findUsage('credential', ['key'])).toEqual(new Map([['key', expected]]))
      expect(await flows.findUsage('variable', ['town'])).toEqual(new Map([['town', expected]]))
      expect(await flows.findUsage('tool', ['tool key'])).toEqual(new Map([['tool key', expected]]))
      await again.close()
    } finally {
      await old.drop()
    }
  })

  test('of tools is filled in for flows that named one before tools were kept', async () => {
    const old = await createTestDatabase(kind)
    try {
      const { id } = await old.database.write(old.workspaceId, (writer) =>
        writer.flows.insert({ name: 'Imported', type: 'CHATFLOW' }, using('key')),
      )
      await old.database.migrateDown('0006-connected-accounts')
      const again = await openDatabase(old.options)
      const usage = await again.read(old.workspaceId).flows.findUsage('tool', ['tool key'])
      expect(usage.get('tool key')?.flows).toEqual([{ id, name: 'Imported', type: 'CHATFLOW' }])
      await again.close()
    } finally {
      await old.drop()
    }
  })
})
