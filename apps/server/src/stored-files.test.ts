import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

test('a server keeps files among its data, for its owner alone, from the first one on', async () => {
  const folder = join(server.config.dataDir, 'blobs')
  expect(existsSync(folder)).toBe(false)
  const id = await server.context.blobs.put(Buffer.from('a file'))
  expect((await buffer(await server.context.blobs.get(id))).toString()).toBe('a file')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})
