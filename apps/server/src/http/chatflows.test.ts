import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Flow {
  id: string
  name: string
  flowData: string
  revision: number
  headVersionId: string
  updatedDate: string
  createdDate: string
  workspaceId: string
  problems: { code: string; nodeId?: string }[]
}

const wire = (message: string) => JSON.stringify(replyFlow(message))

describe.each(databaseKinds)('flows on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller
  let flow: Flow

  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
  })

  beforeEach(async () => {
    flow = await create({ name: 'Greeter', flowData: wire('One') })
  })

  afterAll(() => server.stop())

  const create = (body: object) =>
    caller.expect<Flow>(200, 'POST', '/chatflows', { type: 'AGENTFLOW', ...body })
  const read = (id = flow.id) => caller.expect<Flow>(200, 'GET', `/chatflows/${id}`)
  const save = (body: object, headers?: Record<string, string>) =>
    caller.call<Flow & { code: string }>('PUT', `/chatflows/${flow.id}`, body, headers)

  test('are created, read, changed and deleted [S1-FLOW-01]', async () => {
    expect(await read()).toMatchObject({
      id: flow.id,
      name: 'Greeter',
      type: 'AGENTFLOW',
      deployed: false,
      isPublic: false,
    })
    const saved = await save({ name: 'Renamed' })
    expect(saved).toMatchObject({ status: 200, body: { name: 'Renamed', revision: flow.revision + 1 } })
    expect((await read()).flowData).toBe(saved.body.flowData)
    expect(await caller.expect(200, 'DELETE', `/chatflows/${flow.id}`)).toEqual({ raw: [], affected: 1 })
    expect((await caller.call('GET', `/chatflows/${flow.id}`)).status).toBe(404)
    expect((await caller.call('DELETE', `/chatflows/${flow.id}`)).status).toBe(404)
  })

  test('are saved only onto the revision that the client knows', async () => {
    const match = { 'if-match': `"${flow.revision}"` }
    expect((await save({ name: 'Mine' }, match)).status).toBe(200)
    expect(await save({ name: 'Stale' }, match)).toMatchObject({
      status: 409,
      body: { code: 'stale_revision' },
    })
    expect(await save({ flowData: wire('Stale') }, match)).toMatchObject({ status: 409 })
    expect((await read()).name).toBe('Mine')
  })

  test.each(['"x"', 'abc', '"1.5"', '-1', '"2147483648"'])(
    'are not saved with the unreadable If-Match %s',
    async (header) => {
      expect(await save({ name: 'Garbled' }, { 'if-match': header })).toMatchObject({ status: 400 })
      expect((await read()).name).toBe('Greeter')
    },
  )

  test('are saved by one of two at once', async () => {
    const match = { 'if-match': `"${flow.revision}"` }
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save({ name }, match)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect((await read()).name).toBe(winner?.body.name)
  })

  test('keep the version that an unconditional save replaces', async () => {
    const saved = await save({ flowData: wire('Two') })
    expect(saved.body.headVersionId).not.toBe(flow.headVersionId)
    const kept = await server.context.db.read(flow.workspaceId).flows.findVersion(flow.headVersionId)
    expect(kept?.document).toContain('One')
    expect((await read()).flowData).toContain('Two')
  })

  test('are created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `key-${flow.id}` }
    const body = { name: 'Once', type: 'AGENTFLOW', flowData: wire('x') }
    const twice = await Promise.all([1, 2].map(() => caller.call<Flow>('POST', '/chatflows', body, headers)))
    const made = twice.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    for (const { status } of twice) expect([200, 409]).toContain(status)
    const late = await caller.call<Flow>('POST', '/chatflows', body, headers)
    expect([late.status, late.body.id]).toEqual([200, made[0]?.body.id])
    const rows = await caller.expect<Flow[]>(200, 'GET', '/chatflows?search=Once')
    expect(rows.filter(({ id }) => id === late.body.id || id === made[0]?.body.id)).toHaveLength(1)
    expect((await caller.call('POST', '/chatflows', { ...body, name: 'Other' }, headers)).status).toBe(409)
  })

  test('that failed may be sent again under their Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `failed-${flow.id}` }
    const body = { name: 'Broken', type: 'AGENTFLOW', flowData: '{' }
    expect((await caller.call('POST', '/chatflows', body, headers)).status).toBe(400)
    expect((await caller.call('POST', '/chatflows', { ...body, flowData: wire('x') }, headers)).status).toBe(
      200,
    )
  })

  test('come back from a read with everything that a client sends again', async () => {
    const { flowData, ...rest } = await read()
    expect((await save({ ...rest, flowData })).status).toBe(200)
    expect((await read()).flowData).toBe(flowData)
  })

  test.each([
    ['id', '11111111-2222-4333-8444-555555555555'],
    ['workspaceId', '11111111-2222-4333-8444-555555555555'],
    ['createdDate', '2001-01-01T00:00:00.000Z'],
    ['organizationId', 'x'],
    ['createdBy', 'x'],
    ['userId', 'x'],
    ['role', 'owner'],
    ['permissions', ['workspace']],
    ['runMode', 'published'],
    ['isOrganizationAdmin', true],
  ])('take no %s from a save', async (field, value) => {
    expect(await save({ name: 'Taken', [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
    expect(await read()).toMatchObject({
      name: 'Greeter',
      workspaceId: flow.workspaceId,
      createdDate: flow.createdDate,
    })
  })

  test('take no id and no workspace when they are created', async () => {
    const other = '11111111-2222-4333-8444-555555555555'
    const answer = await caller.call<Flow>('POST', '/chatflows', {
      name: 'Twin',
      id: flow.id,
      workspaceId: other,
    })
    if (answer.status === 200) {
      expect(answer.body.id).not.toBe(flow.id)
      expect(answer.body.workspaceId).toBe(flow.workspaceId)
    } else expect(answer.status).toBe(400)
    expect((await read()).name).toBe('Greeter')
  })

  test('tell whether they changed since a time', async () => {
    const ask = (time: string) => caller.expect(200, 'GET', `/chatflows/has-changed/${flow.id}/${time}`)
    const { updatedDate } = await read()
    expect(await ask(updatedDate)).toEqual({ hasChanged: false })
    expect(await ask('2020-01-01T00:00:00.000Z')).toEqual({ hasChanged: true })
    await save({ name: 'Changed' })
    expect(await ask(updatedDate)).toEqual({ hasChanged: true })
  })

  test.each([
    ['chatbotConfig', 'not json'],
    ['apiConfig', '[1]'],
    ['analytic', '"x"'],
  ])('take no broken %s', async (field, value) => {
    expect(await save({ [field]: value })).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })

  test('keep their kind', async () => {
    expect((await save({ type: 'CHATFLOW' })).status).toBe(400)
    expect((await caller.call('POST', '/chatflows', { name: 'x', type: 'NONSENSE' })).status).toBe(400)
  })
})
