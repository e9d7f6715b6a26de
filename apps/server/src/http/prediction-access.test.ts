import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

const ask = (
  caller: TestCaller,
  flowId: string,
  ...[streaming, headers]: [boolean, Record<string, string>?]
) =>
  caller.call<Record<string, unknown>>(
    'POST',
    `/prediction/${flowId}`,
    { question: 'Hi', streaming },
    headers,
  )

/** The refusal of a call that wants JSON and of one that wants a stream, which the widget prints as it is. */
async function refusals(caller: TestCaller, flowId: string, headers?: Record<string, string>) {
  const json = await ask(caller, flowId, false, headers)
  const text = await ask(caller, flowId, true, headers)
  expect(json.headers.get('content-type')).toContain('application/json')
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(json.body.message).toBe(text.text)
  return { statuses: [json.status, text.status], message: text.text, body: json.body }
}

describe('a flow that asks for a key', () => {
  test('is opened by that key alone', async () => {
    const key = await server.withKey(['chatflows:view'])
    const other = await server.withKey(['chatflows:update'])
    const id = await makeFlow(administrator, replyFlow(), { apikeyid: key.id })
    for (const caller of [server.anonymous(), other, administrator]) {
      expect(await refusals(caller, id)).toMatchObject({
        statuses: [401, 401],
        message: 'Unauthorized',
        body: { error: 'Unauthorized Access', code: 'unauthenticated' },
      })
    }
    expect((await ask(key, id, false)).status).toBe(200)
    expect((await ask(key, id, true)).headers.get('content-type')).toContain('text/event-stream')
    expect((await ask(server.anonymous(), `${id}?apikey=${key.key}`, false)).status).toBe(401)
    await administrator.expect(200, 'DELETE', `/apikey/${key.id}`)
    expect((await ask(key, id, false)).status).toBe(401)
  })
})

describe('a flow with allowed origins', () => {
  const site = 'https://site.example.com'

  test('refuses pages of others with its author’s words', async () => {
    const chatbotConfig = JSON.stringify({
      allowedOrigins: [site],
      allowedOriginsError: 'Not on your site, sorry',
    })
    const id = await makeFlow(administrator, replyFlow(), { chatbotConfig })
    expect(await refusals(server.anonymous(), id, { origin: 'https://evil.example' })).toMatchObject({
      statuses: [403, 403],
      message: 'Not on your site, sorry',
    })
    for (const origin of [
      'https://site.example.com.evil.example',
      'https://evilsite.example.com',
      'null',
      'x',
    ])
      expect((await ask(server.anonymous(), id, false, { origin })).status, origin).toBe(403)
    expect((await ask(server.anonymous(), id, false, { origin: site })).status).toBe(200)
    expect((await ask(server.anonymous(), id, false)).status).toBe(200)
  })

  test.each([[[]], [['']], [undefined]])('takes every page when the list is %j', async (allowedOrigins) => {
    const id = await makeFlow(administrator, replyFlow(), {
      chatbotConfig: JSON.stringify({ allowedOrigins }),
    })
    expect((await ask(server.anonymous(), id, false, { origin: 'https://any.example' })).status).toBe(200)
  })

  test('does not tell its origins to anybody', async () => {
    const chatbotConfig = JSON.stringify({ allowedOrigins: [site], title: 'Bot' })
    const id = await makeFlow(administrator, replyFlow(), { chatbotConfig })
    const answer = await server.anonymous().call('GET', `/public-chatbotConfig/${id}`)
    expect(answer.body).toMatchObject({ title: 'Bot', isTTSEnabled: false })
    expect(answer.text).not.toContain('site.example.com')
    expect(answer.text).not.toContain('directReplyMessage')
  })
})

describe('a flow with a rate limit', () => {
  const apiConfig = JSON.stringify({
    rateLimit: { status: true, limitMax: 2, limitDuration: 3_600, limitMsg: 'Slow down, please' },
  })

  test('answers so many calls, then 429 with its author’s words', async () => {
    const id = await makeFlow(administrator, replyFlow(), { apiConfig })
    expect((await ask(server.anonymous(), id, false)).status).toBe(200)
    expect((await ask(server.anonymous(), id, false)).status).toBe(200)
    expect(await refusals(server.anonymous(), id)).toMatchObject({
      statuses: [429, 429],
      message: 'Slow down, please',
    })
    const forged = await ask(server.anonymous(), id, false, { 'x-forwarded-for': '9.9.9.9' })
    expect(forged.status).toBe(429)
  })

  test('is counted for each flow by itself, and not for the canvas', async () => {
    const [one, two] = [
      await makeFlow(administrator, replyFlow(), { apiConfig }),
      await makeFlow(administrator, replyFlow(), { apiConfig }),
    ]
    for (const id of [one, one, two, two]) expect((await ask(server.anonymous(), id, false)).status).toBe(200)
    expect((await ask(server.anonymous(), one, false)).status).toBe(429)
    expect((await administrator.call('POST', `/internal-prediction/${one}`, { question: 'x' })).status).toBe(
      200,
    )
  })
})

describe('the route for pages and keys of the own workspace', () => {
  const askInside = (caller: TestCaller, flowId: string, headers?: Record<string, string>) =>
    caller.call('POST', `/internal-prediction/${flowId}`, { question: 'Hi' }, headers)
  const apiConfig = JSON.stringify({ rateLimit: { status: true, limitMax: 1, limitDuration: 3_600 } })
  const chatbotConfig = JSON.stringify({ allowedOrigins: ['https://site.example.com'] })
  const evil = { origin: 'https://evil.example' }

  test('runs flows for those who may see them, each kind by its own permission', async () => {
    const agent = await makeFlow(administrator, replyFlow())
    for (const [permission, status] of [
      ['agentflows:view', 200],
      ['agentflows:update', 200],
      ['chatflows:update', 403],
      ['assistants:view', 403],
      ['tools:view', 403],
    ] as const) {
      const key = await server.withKey([permission])
      expect((await askInside(key, agent)).status, permission).toBe(status)
    }
  })

  test('keeps a key that may only see a flow to the rules of its author', async () => {
    const viewer = await server.withKey(['agentflows:view'])
    const owner = await server.withKey(['agentflows:view', 'tools:view'])
    const locked = await makeFlow(administrator, replyFlow(), { apikeyid: owner.id })
    expect((await askInside(viewer, locked)).status).toBe(401)
    expect((await askInside(owner, locked)).status).toBe(200)
    const listed = await makeFlow(administrator, replyFlow(), { chatbotConfig })
    expect((await askInside(viewer, listed, evil)).status).toBe(403)
    const limited = await makeFlow(administrator, replyFlow(), { apiConfig })
    expect([(await askInside(viewer, limited)).status, (await askInside(viewer, limited)).status]).toEqual([
      200, 429,
    ])
  })

  test('does not bind those who may edit the flow', async () => {
    const editor = await server.withKey(['agentflows:update'])
    const { id: apikeyid } = await server.withKey(['agentflows:view'])
    const bound = await makeFlow(administrator, replyFlow(), { apiConfig, chatbotConfig, apikeyid })
    for (const _again of [1, 2]) expect((await askInside(editor, bound, evil)).status).toBe(200)
  })
})
