import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

describe.each(databaseKinds)('what a client says of a thing on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let flowId: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    flowId = await makeFlow(administrator, replyFlow(), { name: 'Kept' })
  })

  afterAll(() => server.stop())

  const stored = () =>
    administrator.expect<{ name: string; type: string; updatedDate: string }>(
      200,
      'GET',
      `/chatflows/${flowId}`,
    )

  test('makes no chatflow of an agent flow: who holds the rights of chatflows alone changes none', async () => {
    const before = await stored()
    const caller = await server.withKey([
      'chatflows:view',
      'chatflows:create',
      'chatflows:update',
      'chatflows:delete',
    ])
    const path = `/chatflows/${flowId}`
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Taken' }],
      ['PUT', { name: 'Taken', type: 'CHATFLOW' }],
      ['DELETE', undefined],
    ] as const)
      expect([403, 404], `${method} ${JSON.stringify(body)}`).toContain(
        (await caller.call(method, path, body)).status,
      )
    expect((await caller.call('POST', '/chatflows', { name: 'x', type: 'AGENTFLOW' })).status).toBe(403)
    expect(await stored()).toEqual(before)
  })

  test('changes of a run only whether it is shared, and only by who may change runs', async () => {
    const run = await administrator.call('POST', `/internal-prediction/${flowId}`, {
      question: 'x',
      chatId: 'c',
    })
    const path = `/executions/${run.headers.get('x-run-id')}`
    const before = await administrator.expect<object>(200, 'GET', path)
    for (const body of [
      { state: 'STOPPED' },
      { isPublic: true, state: 'STOPPED' },
      { isPublic: true, executionData: '[]' },
      { isPublic: true, agentflowId: flowId },
    ])
      expect((await administrator.call('PUT', path, body)).status).toBe(400)
    const viewer = await server.withKey(['executions:view'])
    expect((await viewer.call('PUT', path, { isPublic: true })).status).toBe(403)
    expect(await administrator.expect(200, 'GET', path)).toEqual(before)
  })

  test.each([
    { credential: '$2b$10$0123456789012345678901234567890123456789012345678901' },
    { tempToken: 'x' },
    { role: 'owner' },
    { isOrganizationAdmin: true },
    { passwordHash: 'x' },
    { lastLogin: null },
  ])('sets no hash, token or right of a person: %j', async (field) => {
    const { id } = await administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    expect((await administrator.call('PUT', '/user', { id, ...field })).status).toBe(400)
  })

  test('changes nobody else, and what is told of the status changes nothing', async () => {
    const { id } = await administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    const { caller } = await server.addOrganization()
    const taken = await caller.call('PUT', '/user', { id, name: 'Taken' })
    expect([401, 403, 404]).toContain(taken.status)
    const own = await administrator.call<{ status: string; name: string }>('PUT', '/user', {
      id,
      status: 'disable',
    })
    expect([200, 400]).toContain(own.status)
    const person = await administrator.expect<{ status: string; name: string }>(200, 'GET', `/user?id=${id}`)
    expect(person).toMatchObject({ status: 'active' })
    expect(person.name).not.toBe('Taken')
  })
})
