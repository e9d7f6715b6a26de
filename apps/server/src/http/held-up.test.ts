import { createPasswordReset } from '@runnel/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const { email, password } = ADMINISTRATOR
let server: TestServer
let known: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  known = await server.administrator()
})

afterAll(() => server.stop())

const login = (caller = server.anonymous(), word = password) =>
  caller.call('POST', '/auth/login', { email, password: word })

test('a device that is made up, or of another account, is none', async () => {
  for (let index = 0; index < 10; index++) await login(server.anonymous(), 'Wrong-Horse-9')
  expect((await login()).status).toBe(429)
  const [id = '', end = '', signature = ''] = (known.cookies.get('device') ?? '').split('.')
  const forged = [
    `${id}.${end}.x`,
    `${id}.${Number(end) + 1}.${signature}`,
    'x',
    '..',
    `other.${end}.${signature}`,
  ]
  for (const device of forged) {
    const caller = server.anonymous()
    caller.cookies.set('device', device)
    expect((await login(caller)).status, device).toBe(429)
  }
})

test('strangers who guess keep neither a known device nor a reset link from the account', async () => {
  expect((await login(known)).status).toBe(200)
  expect((await login(server.anonymous())).status).toBe(429)
  const { token } = await createPasswordReset(server.context, email)
  const user = { email, tempToken: token, password: 'Another-Horse-7' }
  expect((await server.anonymous().call('POST', '/account/reset-password', { user })).status).toBe(200)
  expect((await login(known, 'Another-Horse-7')).status).toBe(200)
})
