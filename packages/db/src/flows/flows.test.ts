import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { FlowPatch, NewFlow, NewFlowVersion } from './flow-rows.ts'

const chatflow: NewFlow = { name: 'Support', type: 'CHATFLOW' }
const diff = '{"nodes":{}}'
const version = (text: string, hosts: string[] = []): NewFlowVersion => ({
  document: JSON.stringify({ nodes: [], edges: [], extra: { text } }),
  documentHash: `hash of ${text}`,
  consentedHosts: hosts,
})

describe.each(databaseKinds)('flows on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  const insert = (flow: Partial<NewFlow> = {}) =>
    write((writer) => writer.flows.insert({ ...chatflow, ...flow }, version('one')))

  test('a new flow has defaults, revision 1 and version 1 as its head', async () => {
    clock = 5_000
    const flow = await insert({ viewport: { x: 1.5, y: -2, zoom: 0.5 }, deployed: true, category: undefined })
    expect(flow).toEqual({
      id: flow.id,
      workspaceId: testing.workspaceId,
      name: 'Support',
      type: 'CHATFLOW',
      category: null,
      deployed: true,
      isPublic: false,
      documentTags: null,
      apikeyid: null,
      chatbotConfig: null,
      apiConfig: null,
      analytic: null,
      speechToText: null,
      textToSpeech: null,
      followUpPrompts: null,
      mcpServerConfig: null,
      privateSessions: true,
      webhookSecretConfigured: null,
      concurrency: 1,
      runMode: 'latest',
      headVersionId: flow.headVersionId,
      publishedVersionId: null,
      viewport: { x: 1.5, y: -2, zoom: 0.5 },
      summary: { nodeTypes: [], nodeCount: 0 },
      revision: 1,
      changeSequence: 0,
      createdBy: null,
      createdAt: 5_000,
      updatedAt: 5_000,
      isExample: false,
    })
    const head = await read().flows.getHead(flow.id)
    expect(head.flow).toEqual(flow)
    expect(head.version).toMatchObject({
      id: flow.headVersionId,
      number: 1,
      kind: 'saved',
      consentedHosts: [],
    })
    expect(head.version.document).toBe(version('one').document)
  })

  test('an id that exists already is a conflict and changes nothing', async () => {
    const flow = await insert()
    await expect(insert({ id: flow.id, name: 'Intruder' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A record with the same key exists already.',
    })
    expect(await read().flows.get(flow.id)).toEqual(flow)
  })

  test('an update changes only what it names', async () => {
    clock = 6_000
    const flow = await insert({ chatbotConfig: '{"a":1}', apikeyid: 'key' })
    clock = 7_000
    const changed = await write((writer) =>
      writer.flows.update(flow.id, { name: 'Renamed', apikeyid: null, chatbotConfig: undefined }),
    )
    expect(changed).toEqual({ ...flow, name: 'Renamed', apikeyid: null, revision: 2, updatedAt: 7_000 })
  })

  test('a patch cannot move a flow to another workspace, not even by a trick of types', async () => {
    const flow = await insert()
    const sly = { name: 'Sly', workspaceId: await addTestWorkspace(testing) } as FlowPatch
    await expect(write((writer) => writer.flows.update(flow.id, sly))).rejects.toThrow('workspace')
    expect(await read().flows.get(flow.id)).toEqual(flow)
  })

  test('a stale revision is refused, an unconditional update is not', async () => {
    const flow = await insert()
    await write((writer) => writer.flows.update(flow.id, { name: 'A' }, { expectedRevision: 1 }))
    await expect(
      write((writer) => writer.flows.update(flow.id, { name: 'B' }, { expectedRevision: 1 })),
    ).rejects.toMatchObject({ code: 'stale_revision', status: 409 })
    await expect(
      write((writer) =>
        writer.flows.saveVersion(flow.id, { version: version('two'), diff }, { expectedRevision: 1 }),
      ),
    ).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await read().flows.get(flow.id)).toMatchObject({ name: 'A', revision: 2 })
    expect(await write((writer) => writer.flows.update(flow.id, { name: 'C' }))).toMatchObject({
      revision: 3,
    })
  })

  test('of two updates at the same time with the same revision one wins', async () => {
    const flow = await insert()
    const outcomes = await Promise.allSettled(
      ['A', 'B'].map((name) =>
        write((writer) => writer.flows.update(flow.id, { name }, { expectedRevision: 1 })),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await read().flows.get(flow.id)).toMatchObject({ revision: 2 })
  })

  test('what does not exist is not found, by name', async () => {
    const id = randomUUID()
    expect(await read().flows.find(id)).toBeUndefined()
    const missing = { code: 'not_found', message: `Chatflow ${id} not found` }
    await expect(read().flows.get(id)).rejects.toMatchObject(missing)
    await expect(write((writer) => writer.flows.update(id, { name: 'x' }))).rejects.toMatchObject(missing)
    await expect(write((writer) => writer.flows.delete(id))).rejects.toMatchObject(missing)
    await expect(
      write((writer) => writer.flows.saveVersion(id, { version: version('x'), diff })),
    ).rejects.toMatchObject(missing)
  })

  test('saving makes the next version the head and keeps the old one', async () => {
    const flow = await insert()
    const saved = await write((writer) =>
      writer.flows.saveVersion(flow.id, {
        version: version('two', ['b.example', 'a.example', 'b.example']),
        diff,
        viewport: { x: 0, y: 0, zoom: 2 },
        patch: { name: 'Two' },
      }),
    )
    expect(saved).toMatchObject({ name: 'Two', revision: 2, viewport: { x: 0, y: 0, zoom: 2 } })
    await write((writer) => writer.flows.saveVersion(flow.id, { version: version('three'), diff }))
    const { rows, total } = await read().flows.listVersions(flow.id, {})
    expect(total).toBe(3)
    expect(rows.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(rows[1]).toMatchObject({ id: saved.headVersionId, consentedHosts: ['a.example', 'b.example'] })
    expect(rows[1]).not.toHaveProperty('document')
    expect((await read().flows.getVersion(flow.headVersionId)).document).toBe(version('one').document)
    expect((await read().flows.get(flow.id)).viewport).toEqual({ x: 0, y: 0, zoom: 2 })
  })

  test('a flow keeps the summary of its head', async () => {
    const of = (types: string[]) => JSON.stringify({ nodes: types.map((type) => ({ type })), edges: [] })
    const flow = await write((writer) =>
      writer.flows.insert(chatflow, { document: of(['chain', 'model', 'model']), documentHash: 'a' }),
    )
    expect(flow.summary).toEqual({ nodeTypes: ['chain', 'model'], nodeCount: 3 })
    const next = { document: of(['agent']), documentHash: 'b' }
    await write((writer) => writer.flows.snapshot(flow.id, next))
    expect((await read().flows.get(flow.id)).summary).toEqual(flow.summary)
    await write((writer) => writer.flows.saveVersion(flow.id, { version: next, diff }))
    expect((await read().flows.get(flow.id)).summary).toEqual({ nodeTypes: ['agent'], nodeCount: 1 })
  })

  test('many saves at the same time get one number each', async () => {
    const flow = await insert()
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        write((writer) => writer.flows.saveVersion(flow.id, { version: version(`save ${index}`), diff })),
      ),
    )
    const { rows } = await read().flows.listVersions(flow.id, {})
    expect(rows.map(({ number }) => number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(rows[0]?.id).toBe((await read().flows.get(flow.id)).headVersionId)
  })

  test('keeps the repairs of an import with its version, until they are dismissed or a save follows', async () => {
    const repair = { code: 'node_missing_size', severity: 'repair', message: 'No size', nodeId: 'a' } as const
    const flow = await write((writer) =>
      writer.flows.insert(chatflow, { ...version('imported'), repairs: [repair] }),
    )
    const repairs = async () => (await read().flows.getHead(flow.id)).version.repairs
    expect(await repairs()).toEqual([repair])
    await write((writer) => writer.flows.saveVersion(flow.id, { version: version('saved'), diff }))
    expect(await repairs()).toEqual([])
    expect((await read().flows.getVersion(flow.headVersionId)).repairs).toEqual([repair])
    const again = { ...version('again'), repairs: [repair, repair] }
    await write((writer) => writer.flows.saveVersion(flow.id, { version: again, diff }))
    expect(await repairs()).toHaveLength(2)
    expect(await write((writer) => writer.flows.dismissRepairs(flow.id))).toBe(1)
    expect(await write((writer) => writer.flows.dismissRepairs(flow.id))).toBe(0)
    expect(await repairs()).toEqual([])
    expect((await read().flows.getVersion(flow.headVersionId)).repairs).toEqual([repair])
    expect(await read().flows.get(flow.id)).toMatchObject({ revision: 3 })
  })

  test('publishes saved versions of the flow only', async () => {
    const flow = await insert()
    const other = await insert()
    const snapshotId = await write((writer) => writer.flows.snapshot(flow.id, version('draft')))
    for (const id of [other.headVersionId, snapshotId, randomUUID()]) {
      await expect(write((writer) => writer.flows.publish(flow.id, id))).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    const published = await write((writer) => writer.flows.publish(flow.id, flow.headVersionId))
    expect(published).toMatchObject({ publishedVersionId: flow.headVersionId, revision: 2 })
  })

  test('a snapshot reuses an equal document with equal consent, and never becomes the head', async () => {
    const flow = await insert()
    const snapshot = (text: string, hosts?: string[]) =>
      write((writer) => writer.flows.snapshot(flow.id, version(text, hosts)))
    expect(await snapshot('one')).toBe(flow.headVersionId)
    const draft = await snapshot('draft')
    expect(await snapshot('draft')).toBe(draft)
    expect(await snapshot('draft', ['api.example'])).not.toBe(draft)
    expect(await read().flows.findVersion(draft)).toMatchObject({ number: null, kind: 'snapshot' })
    expect((await read().flows.get(flow.id)).headVersionId).toBe(flow.headVersionId)
    expect((await read().flows.listVersions(flow.id, {})).total).toBe(1)
  })

  test('prunes old snapshots, and spares one that is taken again', async () => {
    clock = 10_000
    const flow = await insert()
    const [old, again] = await write(async (writer) => [
      await writer.flows.snapshot(flow.id, version('old')),
      await writer.flows.snapshot(flow.id, version('again')),
    ])
    clock = 20_000
    await write((writer) => writer.flows.snapshot(flow.id, version('again')))
    await write((writer) => writer.flows.pruneSnapshots(15_000))
    expect(await read().flows.findVersion(old ?? '')).toBeUndefined()
    expect(await read().flows.findVersion(again ?? '')).toBeDefined()
    expect(await read().flows.findVersion(flow.headVersionId)).toBeDefined()
  })

  test('deleting a flow takes versions, drafts and its feed along', async () => {
    const flow = await insert()
    const draft = { flowId: flow.id, userId: testing.userId, baseVersionId: flow.headVersionId }
    await write((writer) => writer.flows.appendDraft({ ...draft, diff, viewport: null, after: 0 }))
    await write((writer) => writer.flows.delete(flow.id))
    while (await testing.database.system.deletions.eraseFlow(flow.id));
    expect(await read().flows.find(flow.id)).toBeUndefined()
    expect(await read().flows.findVersion(flow.headVersionId)).toBeUndefined()
    expect(await read().flows.findDraft(flow.id, testing.userId)).toBeUndefined()
    expect(await read().flows.listChanges({ ...draft, after: 0, limit: 10 })).toEqual([])
  })

  test('an error undoes everything of its write', async () => {
    const ids = [randomUUID(), randomUUID()]
    await expect(
      write(async (writer) => {
        for (const id of ids) await writer.flows.insert({ ...chatflow, id }, version('x'))
        throw new Error('after all')
      }),
    ).rejects.toThrow('after all')
    for (const id of ids) expect(await read().flows.find(id)).toBeUndefined()
  })

  test('texts come back as they were given, odd characters included', async () => {
    const name = 'Ünï "quoted" \'single\' \\ 日本語 🚀 \n\t %_'
    const flow = await insert({ name })
    expect((await read().flows.get(flow.id)).name).toBe(name)
  })
})
