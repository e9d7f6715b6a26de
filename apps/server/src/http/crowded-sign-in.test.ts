import { databaseKinds } from '@runnel/db/testing'
import { createPasswordHasher } from '@runnel/drivers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const { email, password } = ADMINISTRATOR
const CROWD = 40

describe.each(databaseKinds)('a crowd of strangers who sign in at once on %s', (kind) => {
  let server: TestServer
  let known: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ kind, env: { TRUSTED_PROXIES: '127.0.0.1/32, ::1' } })
    known = await server.administrator()
    // Slow enough that a crowd has to wait.
    const cost = { memoryKib: 16 * 1024, passes: 1 }
    server.context.passwords = createPasswordHasher({ cost, concurrency: 1, mostStrangers: 5 })
  })
  afterAll(() => server.stop())

  const from = (index: number) => ({ 'x-forwarded-for': `198.51.${index}.1` })
  const login = (caller: TestCaller, index: number, word: string) =>
    caller.call('POST', '/auth/login', { email, password: word }, from(index))

  test('is told to come again, and holds up nobody whose browser signed in before', async () => {
    const order: string[] = []
    const crowd = Array.from({ length: CROWD }, async (_, index) => {
      const { status, headers } = await server
        .anonymous()
        .call('POST', '/auth/login', { email: `${index}@example.com`, password: 'x' }, from(index))
      if (status === 401) order.push('stranger')
      return { status, retryAfter: headers.get('retry-after') }
    })
    const own = await login(known, 200, password)
    order.push('known')
    const answers = await Promise.all(crowd)
    expect(own.status).toBe(200)
    expect(order.at(-1), 'the crowd waits longer').toBe('stranger')
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(CROWD / 2)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 503 || status === 401)).toBe(true)
  })

  test('costs who is refused no try', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => login(server.anonymous(), 201, 'wrong')))
    expect(tries.some(({ status }) => status === 503)).toBe(true)
    expect((await login(server.anonymous(), 201, password)).status).toBe(200)
  })
})

describe.each(databaseKinds)('sign-ins while the server cannot make them on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
    await server.administrator()
  })
  afterAll(() => server.stop())

  test('are no guesses: who was right all the time is let in as soon as it can be', async () => {
    const { audit } = server.context.db.system
    const { noteSignIn } = audit
    audit.noteSignIn = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const call = () => server.anonymous().call('POST', '/auth/login', { email, password })
    for (let index = 0; index < 15; index++) expect((await call()).status).toBe(503)
    audit.noteSignIn = noteSignIn
    expect((await call()).status).toBe(200)
  })
})
