import { TOKEN_EXPIRED, TOKEN_INVALID } from '@runnel/contract'
import { leadingAway } from '@runnel/contract/testing'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import type { SessionEnd } from './session-end.ts'
import { answerJson, type SeenRequest, startServer } from './start-server.fixture.ts'

const expired = { message: TOKEN_EXPIRED, retry: true, code: 'token_expired' }
const isRefresh = (request: SeenRequest) => request.url === '/api/v1/auth/refreshToken'
const refreshes = (seen: SeenRequest[]) => seen.filter(isRefresh).length

test('an expired session is refreshed once for all waiting calls, and each is repeated as it was [S7-SESS-05 S7-SESS-06 S8-ERR-02 S8-ERR-03]', async () => {
  let isRenewed = false
  await using server = await startServer(async (request, response) => {
    if (isRefresh(request)) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      isRenewed = true
      return answerJson(response, 200, { id: 'u1' })
    }
    return isRenewed ? answerJson(response, 200, { echo: request.body }) : answerJson(response, 401, expired)
  })
  const renewed: string[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    onSessionRefresh: (user) => renewed.push(user.id),
    onSessionEnd: () => renewed.push('ended'),
  })
  const names = ['a', 'b', 'c', 'd']
  const answers = await Promise.all(names.map((name) => client.createChatflow({ body: { name } })))
  expect(answers).toEqual(names.map((name) => ({ echo: JSON.stringify({ name }) })))
  expect(server.seen.filter(isRefresh)).toMatchObject([{ method: 'POST', body: '{}' }])
  expect(renewed).toEqual(['u1'])
})

test('a refresh without a user ends the session and rejects, without a second try [S8-ERR-04 S8-CLR-10]', async () => {
  await using server = await startServer((request, response) =>
    isRefresh(request) ? answerJson(response, 200, {}) : answerJson(response, 401, expired),
  )
  const ends: SessionEnd[] = []
  const client = createClient({ baseUrl: server.baseUrl, onSessionEnd: (end) => ends.push(end) })
  await expect(client.ping()).rejects.toMatchObject({ status: 401, message: TOKEN_EXPIRED })
  expect(ends).toHaveLength(1)
  expect(server.seen).toHaveLength(2)
})

test.each([503, 500, 429])(
  'a refresh that fails with %i ends no session: its own failure is told, and the next call tries again',
  async (status) => {
    let isAway = true
    let isRenewed = false
    await using server = await startServer(async (request, response) => {
      if (isRefresh(request) && isAway) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return answerJson(response, status, { message: 'Not now.', code: 'unavailable' })
      }
      if (isRefresh(request)) isRenewed = true
      return isRefresh(request) || isRenewed
        ? answerJson(response, 200, { id: 'u1' })
        : answerJson(response, 401, expired)
    })
    const told: string[] = []
    const client = createClient({
      baseUrl: server.baseUrl,
      onSessionEnd: () => told.push('ended'),
      onFailure: ({ message }, { path }) => told.push(`${path} ${message}`),
    })
    const make = (name: string) => client.createChatflow({ body: { name } })
    const outcomes = await Promise.allSettled(['a', 'b'].map(make))
    expect(outcomes).toMatchObject(Array(2).fill({ reason: { status, message: 'Not now.' } }))
    expect(told).toEqual(['/auth/refreshToken Not now.'])
    isAway = false
    expect(await make('c')).toEqual({ id: 'u1' })
    expect(told).not.toContain('ended')
  },
)

test('a session that stays expired after its refresh ends instead of going round', async () => {
  await using server = await startServer((request, response) =>
    isRefresh(request) ? answerJson(response, 200, { id: 'u1' }) : answerJson(response, 401, expired),
  )
  const ends: SessionEnd[] = []
  const client = createClient({ baseUrl: server.baseUrl, onSessionEnd: (end) => ends.push(end) })
  await expect(client.ping()).rejects.toMatchObject({ status: 401 })
  expect(ends).toHaveLength(1)
  expect(server.seen).toHaveLength(3)
})

test('any other 401 ends the session without a refresh [S8-ERR-05]', async () => {
  await using server = await startServer((_request, response) =>
    answerJson(response, 401, { message: TOKEN_INVALID, code: 'unauthenticated' }),
  )
  const ends: SessionEnd[] = []
  const client = createClient({ baseUrl: server.baseUrl, onSessionEnd: (end) => ends.push(end) })
  await expect(client.ping()).rejects.toMatchObject({ message: TOKEN_INVALID })
  expect(ends).toHaveLength(1)
  expect(ends[0]?.redirectTo).toBeUndefined()
  expect(refreshes(server.seen)).toBe(0)
})

test('a redirect of a 401 is followed only inside the own origin [S8-ERR-07 S8-ERR-09 S8-ERR-10]', async () => {
  const bodies: Record<string, unknown> = {
    '/api/v1/ping': { redirectTo: '/signin', error: 'unauthorized' },
    '/api/v1/version': { redirectTo: '/signin?x=1', error: 'subscription_canceled' },
    '/api/v1/settings': { redirectTo: 'https://evil.example/', error: 'unauthorized' },
    '/api/v1/nodes': { redirectTo: '//evil.example/', error: 'unauthorized' },
    '/api/v1/variables': { redirectTo: '/signin' },
  }
  await using server = await startServer((request, response) =>
    answerJson(response, 401, bodies[request.url]),
  )
  const targets: (string | undefined)[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    onSessionEnd: ({ redirectTo }) => targets.push(redirectTo),
  })
  const calls = [client.ping, client.getVersion, client.getSettings, client.listNodes, client.listVariables]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 401 })
  expect(targets).toEqual([
    '/signin',
    '/signin?x=1&error=subscription_canceled',
    undefined,
    undefined,
    undefined,
  ])
})

test.each(leadingAway)('a redirect of a 401 to %j is followed nowhere', async (redirectTo) => {
  await using server = await startServer((_request, response) =>
    answerJson(response, 401, { redirectTo, error: 'subscription_canceled' }),
  )
  const ends: SessionEnd[] = []
  const client = createClient({ baseUrl: server.baseUrl, onSessionEnd: (end) => ends.push(end) })
  await expect(client.ping()).rejects.toMatchObject({ status: 401 })
  expect(ends).toHaveLength(1)
  expect(ends[0]?.redirectTo).toBeUndefined()
})

test('a refused call is told to the owner and to the caller [S8-ERR-01]', async () => {
  await using server = await startServer((_request, response) =>
    answerJson(response, 403, { message: 'You may not do that.', code: 'forbidden' }),
  )
  const refused: string[] = []
  const client = createClient({ baseUrl: server.baseUrl, onForbidden: ({ code }) => refused.push(code) })
  await expect(client.ping()).rejects.toMatchObject({ status: 403 })
  expect(refused).toEqual(['forbidden'])
})

test('every other failed call is told to the owner, and an ended session and a refused page are not [S8-ERR-11]', async () => {
  const answers = [
    [400, 'invalid_input'],
    [500, 'internal'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [409, 'workspace_unavailable'],
    [409, 'conflict'],
  ] as const
  let asked = 0
  const server = await startServer((_request, response) => {
    const [status, code] = answers[asked++] ?? [500, 'internal']
    return answerJson(response, status, { message: `It is ${code}.`, code })
  })
  const failed: string[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    onFailure: ({ status, message }, { method, path }) =>
      failed.push(`${method} ${path} ${status} ${message}`),
  })
  for (const [status] of answers) await expect(client.ping()).rejects.toMatchObject({ status })
  expect(failed).toEqual([
    'GET /ping 400 It is invalid_input.',
    'GET /ping 500 It is internal.',
    'GET /ping 409 It is conflict.',
  ])
  await server[Symbol.asyncDispose]()
  await expect(client.ping()).rejects.toMatchObject({ status: 0 })
  expect(failed.at(-1)).toMatch(/^GET \/ping 0 The server cannot be reached/)
})

test('a call that met the end of the session is sent again, as it was, once its person is back', async () => {
  let isBack = false
  await using server = await startServer((request, response) =>
    isBack
      ? answerJson(response, 200, { echo: request.body })
      : answerJson(response, 401, { message: TOKEN_INVALID, code: 'unauthenticated' }),
  )
  const met: string[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    onSessionEnd: async (_end, { method, path }) => {
      met.push(`${method} ${path}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      isBack = true
      return true
    },
  })
  const answer = await client.createChatflow({ body: { name: 'Typed for an hour' } })
  expect(answer).toEqual({ echo: JSON.stringify({ name: 'Typed for an hour' }) })
  expect(met).toEqual(['POST /chatflows'])
})

test('a call that met another person’s session is told as that and not as a fault', async () => {
  await using server = await startServer((_request, response) =>
    answerJson(response, 409, { message: 'This page is somebody else’s.', code: 'session_of_another' }),
  )
  const told: string[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    onFailure: () => told.push('failed'),
    onOtherPerson: ({ method }) => {
      told.push(method)
    },
  })
  await expect(client.listVariables()).rejects.toMatchObject({ code: 'session_of_another' })
  const answer = client.createVariable({ body: { name: 'region', value: 'eu', type: 'static' } })
  await expect(answer).rejects.toMatchObject({ status: 409 })
  expect(told).toEqual(['GET', 'POST'])
})

test('it waits until its own person is back, where that may be, and goes through then', async () => {
  let isBack = false
  await using server = await startServer((_request, response) =>
    isBack
      ? answerJson(response, 200, { id: 'v1' })
      : answerJson(response, 409, { message: 'This page is somebody else’s.', code: 'session_of_another' }),
  )
  const client = createClient({
    baseUrl: server.baseUrl,
    onOtherPerson: async () => {
      isBack = true
      return true
    },
  })
  expect(await client.listVariables()).toEqual({ id: 'v1' })
})
