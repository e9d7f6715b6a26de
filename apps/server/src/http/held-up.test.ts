import { databaseKinds } from '@runnel/db/testing'
import { createPasswordReset } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
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
  // Those of one network: first tries are used up, and so are those of the account.
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

describe.each(databaseKinds)('an account that strangers of a thousand networks try on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { TRUSTED_PROXIES: '127.0.0.1/32, ::1' } })
  })
  afterAll(() => scene.stop())

  test('is opened by the mailed link, and by the sign-in that follows, while they go on', async () => {
    const member = 'held-up@example.com'
    await scene.makeMember(member, ['chatflows:view'])
    let strangers = 0
    const from = (caller: TestCaller, path: string, body: unknown) =>
      caller.call<{ message: string }>('POST', path, body, { 'x-forwarded-for': '203.0.113.77' })
    const guess = () => {
      strangers += 1
      const headers = { 'x-forwarded-for': `198.51.${strangers >> 8}.${strangers & 255}` }
      const body = { email: member, password: 'Wrong-Horse-9' }
      return scene.server.anonymous().call('POST', '/auth/login', body, headers)
    }
    const attack = async () => {
      for (let index = 0; index < 150; index++) await guess()
    }
    await attack()
    const owner = scene.server.anonymous()
    const refused = await from(owner, '/auth/login', { email: member, password: PASSWORD })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toContain('Forgot your password?')
    // Strangers ask for the link, too: the owner's own asking is answered alike, and the mail is there.
    for (let index = 0; index < 20; index++) {
      const headers = { 'x-forwarded-for': `192.0.2.${index}` }
      const asked = { user: { email: 'held-up@example.com' } }
      await scene.server.anonymous().call('POST', '/account/forgot-password', asked, headers)
    }
    expect((await from(owner, '/account/forgot-password', { user: { email: member } })).status).toBe(201)
    const tempToken = await scene.tokenFromMail(member)
    const user = { email: member, tempToken, password: 'Another-Horse-7' }
    expect((await from(owner, '/account/reset-password', { user })).status).toBe(200)
    await attack()
    const body = { email: member, password: 'Another-Horse-7' }
    expect((await from(owner, '/auth/login', body)).status).toBe(200)
    expect((await from(scene.server.anonymous(), '/auth/login', body)).status).toBe(429)
  })
})

test('who types names of counts keeps nobody from changing a password', async () => {
  const own = await known.call<{ id: string }>('GET', '/auth/session')
  for (const typed of [`password of ${own.body.id}`, own.body.id, `["password","own","${own.body.id}"]`])
    for (let index = 0; index < 12; index++)
      await server.anonymous().call('POST', '/auth/login', { email: typed, password: 'x' })
  const wrong = await known.call('PUT', '/account/password', {
    oldPassword: 'x',
    newPassword: 'Third-Horse-7',
  })
  expect(wrong.status).toBe(400)
})
