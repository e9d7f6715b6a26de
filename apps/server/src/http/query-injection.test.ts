import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const corpus = [
  "' OR '1'='1",
  "' OR 1=1 --",
  '" OR ""="',
  "') OR ('1'='1",
  "x' UNION SELECT id, sealed FROM credentials --",
  "'; DROP TABLE flows; --",
  "'; UPDATE users SET role = 'owner'; --",
  '1; SELECT pg_sleep(5)',
  "'||(SELECT keyHash FROM apiKeys LIMIT 1)||'",
  "\\' OR 1=1 --",
  '/**/OR/**/1=1',
  '{{x}}',
  '{"$ne":null}',
  '$1',
  '?',
  ':name',
  'name) FROM users --',
]

/** Filters that take any text: what is no row's text finds no row. */
const filters = [
  '/chatflows?search=',
  '/variables?search=',
  '/credentials?search=',
  '/credentials?credentialName=',
  '/executions?kind=all&agentflowName=',
  '/executions?kind=all&sessionId=',
  '/executions?kind=all&id=',
  '/executions?kind=all&agentflowId=',
  '/chatmessage/FLOW?chatId=',
  '/chatmessage/FLOW?sessionId=',
  '/chatmessage/FLOW?memoryType=',
  '/chatmessage/FLOW?messageId=',
  '/chatmessage/FLOW?chatType=',
]

/** Filters that take one of a few words, a number or a time. */
const choices = [
  '/chatflows?sort=',
  '/chatflows?direction=',
  '/chatflows?view=',
  '/chatflows?limit=',
  '/chatflows?page=',
  '/executions?state=',
  '/executions?kind=',
  '/executions?startDate=',
  '/executions?endDate=',
  '/chatmessage/FLOW?order=',
  '/chatmessage/FLOW?startDate=',
]

describe.each(databaseKinds)('a query that is smuggled in on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let flowId: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    flowId = await makeFlow(administrator, replyFlow())
    await makeCredential(administrator)
    await administrator.expect(200, 'POST', '/variables', { name: 'x', value: 'x' })
    await administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x', chatId: 'x' })
  })

  afterAll(() => server.stop())

  const ask = (filter: string, text: string) =>
    administrator.call<unknown[] | { data: unknown[] }>(
      'GET',
      `${filter.replace('FLOW', flowId)}${encodeURIComponent(text)}`,
    )

  test.each(filters)('by %s finds nothing', async (filter) => {
    for (const text of corpus) {
      const { status, body } = await ask(filter, text)
      if (status === 400) continue
      const rows = Array.isArray(body) ? body : body.data
      expect([status, rows], text).toEqual([200, []])
    }
  })

  test.each(choices)('by %s is refused by name', async (filter) => {
    const name = /(\w+)=$/.exec(filter)?.[1]
    for (const text of corpus)
      expect(await ask(filter, text), text).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: expect.stringContaining(name ?? '') },
      })
  })

  const counts = () =>
    Promise.all(
      ['/chatflows', '/variables', '/credentials', '/apikey'].map(
        async (path) => (await administrator.call<unknown[]>('GET', path)).body.length,
      ),
    )

  test('is a session and nothing else in a prediction', async () => {
    const before = await counts()
    for (const text of corpus) {
      const answer = await server.anonymous().call<{ text: string }>('POST', `/prediction/${flowId}`, {
        question: text,
        sessionId: text,
        chatId: text,
      })
      expect([answer.status, answer.body.text]).toEqual([200, `You said ${text}`])
    }
    expect(await counts()).toEqual(before)
  })
})
