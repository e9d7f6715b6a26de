import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(() => server.stop())

const create = (key: string, name: string) =>
  administrator.call<{ code: string; message: string }>(
    'POST',
    '/variables',
    { name },
    { 'idempotency-key': key },
  )

/** What a server leaves that was killed in the middle of a create: the key is reserved, and no answer is kept. */
async function reserve(key: string, name: string): Promise<void> {
  const user = await administrator.expect<{ id: string; activeWorkspaceId: string }>(
    200,
    'GET',
    '/auth/session',
  )
  const [method, path] = ['POST', '/api/v1/variables']
  const requestHash = createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify({ name })}`)
    .digest('hex')
  const use = {
    workspaceId: user.activeWorkspaceId,
    principal: `user:${user.id} ${user.activeWorkspaceId}`,
    key,
  }
  await server.context.db.system.idempotency.insert({ ...use, method, path, requestHash })
}

test('a create that is under way is not made again under its key', async () => {
  await reserve('busy', 'busy')
  expect(await create('busy', 'busy')).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('still under way') },
  })
})

test('a create that a crash interrupted is told apart, with what to do, and a new key goes on', async () => {
  await reserve('crashed', 'crashed')
  vi.spyOn(server.context, 'now').mockImplementation(() => Date.now() + 61_000)
  const answer = await create('crashed', 'crashed')
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This was sent before, and was cut off in the middle. Look whether it took effect; if not, send it again as a new call.',
  ])
  expect((await create('after the crash', 'crashed')).status).toBe(200)
})

test('an interrupted key is free again after a day', async () => {
  await reserve('old', 'old')
  await server.context.db.system.idempotency.prune(Date.now() + 1)
  expect((await create('old', 'old')).status).toBe(200)
})

test('a create whose answer could not be kept is not made again under its key', async () => {
  const make = () =>
    administrator.call('POST', '/chatflows', { name: 'only once' }, { 'idempotency-key': 'unkept' })
  const { idempotency } = server.context.db.system
  vi.spyOn(idempotency, 'complete').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  expect((await make()).status).toBe(503)
  expect((await make()).status).toBe(409)
  const flows = await administrator.expect<{ name: string }[]>(200, 'GET', '/chatflows')
  expect(flows.filter(({ name }) => name === 'only once')).toHaveLength(1)
})
