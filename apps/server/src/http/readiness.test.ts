import { databaseKinds, openSilentRelay } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const ready = async (server: TestServer) => {
  const { status, headers } = await server.anonymous().call('GET', '/ready')
  return { status, retryAfter: headers.get('retry-after') }
}

describe.each(databaseKinds)('a server on %s', (kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.stop())

  test('is not ready while its database takes no writes, and looks again with the next question', async () => {
    const { meta } = server.context.db.system
    vi.spyOn(meta, 'set').mockRejectedValue(Object.assign(new Error('read-only'), { code: '25006' }))
    expect(await ready(server)).toEqual({ status: 503, retryAfter: '5' })
    vi.restoreAllMocks()
    expect(await ready(server)).toEqual({ status: 200, retryAfter: null })
  })

  test('tries a write now and then, however often it is asked', async () => {
    const set = vi.spyOn(server.context.db.system.meta, 'set')
    for (let n = 0; n < 5; n += 1) await ready(server)
    await Promise.all([ready(server), ready(server)])
    expect(set.mock.calls.length).toBeLessThanOrEqual(1)
    vi.restoreAllMocks()
  })

  test('is ready while its database answers, and not while it ends', async () => {
    expect(await ready(server)).toEqual({ status: 200, retryAfter: null })
    expect((await server.anonymous().call('GET', '/ready')).text).toBe('ready')
    await server.context.worker.close()
    expect(await ready(server)).toEqual({ status: 503, retryAfter: '5' })
  })
})

test('a server whose database fell silent lives, is not ready, and comes back by itself', {
  timeout: 90_000,
}, async () => {
  const server = await startTestServer({ kind: 'postgres', through: openSilentRelay })
  const { relay } = server
  await server.administrator()
  relay?.fallSilentForEver()
  expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')
  expect(await ready(server)).toEqual({ status: 503, retryAfter: '5' })
  const sending = server.context.queue.send('run', 'nobody')
  await expect(sending, 'the queue has a deadline too').rejects.toThrow()
  relay?.speak()
  await expect.poll(async () => (await ready(server)).status, { timeout: 40_000 }).toBe(200)
  await expect
    .poll(() => server.context.queue.send('run', 'nobody').then(() => 'sent', String), { timeout: 40_000 })
    .toBe('sent')
  await server.stop()
  relay?.close()
})
