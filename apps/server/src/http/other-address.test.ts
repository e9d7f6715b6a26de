import { findFreePort } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

let own: string
let server: TestServer
beforeAll(async () => {
  const port = await findFreePort()
  own = `http://localhost:${port}`
  server = await startTestServer({ env: { APP_URL: own, PORT: String(port) } })
})
afterAll(() => server.stop())

test('a page under another address is told which one to open, before a form is filled in and after', async () => {
  const from = (origin: string, path: string, body: object) =>
    server.anonymous().call('POST', path, body, { origin })
  const elsewhere = 'http://10.0.0.7:3000'
  expect((await from(elsewhere, '/auth/resolve', {})).body).toMatchObject({ opensAt: own })
  expect((await from(own, '/auth/resolve', {})).body).not.toHaveProperty('opensAt')
  const { name, email, password: credential } = ADMINISTRATOR
  const refused = await from(elsewhere, '/account/register', { user: { name, email, credential } })
  expect(refused).toMatchObject({
    status: 403,
    body: { reason: 'page_of_other_address', details: { address: own } },
  })
  const signIn = await from(elsewhere, '/auth/login', { email, password: credential })
  expect((signIn.body as { message: string }).message).toContain(own)
})
