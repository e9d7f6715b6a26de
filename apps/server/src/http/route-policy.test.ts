import { API_PREFIX, allRoutes, type RouteDefinition, scimSchemas } from '@runnel/contract'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createAdmission } from './admission.ts'
import type { Handlers } from './call.ts'
import { registerRoutes } from './register-routes.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let anonymous: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  await server.administrator()
  anonymous = server.anonymous()
})

afterAll(() => server.stop())

const routes = Object.entries(allRoutes as Record<string, RouteDefinition>)
const isPublic = ([, route]: [string, RouteDefinition]) => route.policy.gate === 'public'
const closedRoutes = routes.filter((entry) => !isPublic(entry))

/** A path of the route with every place filled in. */
function pathOf(route: RouteDefinition): string {
  return `${API_PREFIX}${route.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    name === 'name' ? 'chatOpenAI' : name === 'type' ? 'ROLE' : UNKNOWN_ID,
  )}`
}

/** A body that a route could take, as far as the gate can know. */
function bodyOf(route: RouteDefinition): unknown {
  return route.body === undefined ? undefined : { name: 'x', question: 'x', keyName: 'x' }
}

/** What an answer says, without the id of its request. */
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

test('the public routes are these and no others', () => {
  const listed = routes.filter(isPublic).map(([, route]) => `${route.method} ${route.path}`)
  expect(listed.sort()).toMatchInlineSnapshot(`
    [
      "GET /:providerName/callback",
      "GET /:providerName/login",
      "GET /chatflows-streaming/:id",
      "GET /chatflows-uploads/:id",
      "GET /chatflows/apikey/:apikey",
      "GET /components-credentials-icon/:name",
      "GET /get-upload-file",
      "GET /ip",
      "GET /loginmethod/default",
      "GET /node-icon/:name",
      "GET /oauth2-credential/callback",
      "GET /ping",
      "GET /public-chatbotConfig/:id",
      "GET /public-chatflows/:id",
      "GET /ready",
      "GET /runs/:id/events",
      "GET /saml/:organizationId/finish",
      "GET /saml/:organizationId/metadata",
      "GET /settings",
      "GET /verify/apikey/:apikey",
      "GET /version",
      "POST /account/confirm-email-change",
      "POST /account/forgot-password",
      "POST /account/invitation",
      "POST /account/logout",
      "POST /account/register",
      "POST /account/resend-verification",
      "POST /account/reset-password",
      "POST /account/verify",
      "POST /attachments/:chatflowId/:chatId",
      "POST /auth/login",
      "POST /auth/passkey",
      "POST /auth/passkey/options",
      "POST /auth/refreshToken",
      "POST /auth/resolve",
      "POST /prediction/:id",
      "POST /saml/:organizationId/callback",
      "POST /text-to-speech/abort",
      "POST /text-to-speech/generate",
      "PUT /chatmessage/abort/:chatflowid/:chatid",
    ]
  `)
})

/** All that stands before a route, in one line. */
function wallOf({ method, path, policy, audit }: RouteDefinition): string {
  const acts = audit === undefined || (typeof audit === 'object' && 'none' in audit) ? [] : [audit].flat()
  const none = typeof audit === 'object' && 'none' in audit ? `no act: ${audit.none}` : undefined
  const marks = Object.entries(policy).map(([name, value]) =>
    value === true ? name : `${name}: ${[value].flat().join(' | ')}`,
  )
  const said = acts.length > 0 ? `act: ${acts.join(' | ')}` : none
  return [`${method} ${path}`, ...marks, said].filter((part) => part !== undefined).join('; ')
}

test('every route stands behind the wall that is written down for it', async () => {
  const walls = routes.map(([, route]) => wallOf(route)).toSorted()
  await expect(`${walls.join('\n')}\n`).toMatchFileSnapshot('./walls-of-routes.txt')
})

test('what is a privileged act asks for more than to look', () => {
  const onlyLooks = closedRoutes.filter(([, { policy, audit }]) => {
    if (audit === undefined || (typeof audit === 'object' && 'none' in audit)) return false
    return 'permissions' in policy && [policy.permissions].flat().some((key) => key.endsWith(':view'))
  })
  expect(onlyLooks.map(([name]) => name)).toEqual([
    // Who starts test questions may stop them.
    'stopRetrievalTest',
  ])
})

describe.each(closedRoutes)('%s', (_name, route) => {
  test('is closed to callers without session and key', async () => {
    const answer = await anonymous.call(route.method, pathOf(route), bodyOf(route))
    if (route.policy.gate === 'provisioning') {
      expect(answer).toMatchObject({ status: 401, body: { schemas: [scimSchemas.error], status: '401' } })
      return
    }
    expect(answer).toMatchObject({
      status: 401,
      body: { statusCode: 401, success: false, code: 'unauthenticated', message: 'Invalid or Missing token' },
    })
  })

  test('is not opened by any header', async () => {
    const plain = await anonymous.call(route.method, pathOf(route), bodyOf(route), {
      'x-request-from': 'internal',
    })
    const headers: Record<string, string>[] = [
      { 'x-internal': '1' },
      { 'x-forwarded-user': 'admin' },
      { 'x-original-url': '/api/v1/ping' },
      { 'x-rewrite-url': '/api/v1/ping' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-http-method-override': 'GET' },
      { authorization: 'Bearer rk_nobody' },
      { cookie: 'token=nobody; refreshToken=nobody' },
    ]
    for (const header of headers) {
      const tried = await anonymous.call(route.method, pathOf(route), bodyOf(route), header)
      expect([tried.status, withoutRequestId(tried.text)], JSON.stringify(header)).toEqual([
        401,
        header.authorization === undefined || route.policy.gate === 'provisioning'
          ? withoutRequestId(plain.text)
          : expect.stringContaining('Unauthorized Access'),
      ])
    }
  })

  test('is not opened by a key in its address', async () => {
    const answer = await anonymous.call(
      route.method,
      `${pathOf(route)}?apikey=x&api_key=x&authorization=Bearer+x`,
    )
    expect(answer.status).toBe(401)
  })
})

describe('public routes', () => {
  // Those of the sign-in say by 401 that it failed.
  const others = routes.filter((entry) => isPublic(entry) && !/^\/(auth|account)\//.test(entry[1].path))
  test.each(others)('%s never asks for a session', async (_name, route) => {
    const answer = await anonymous.call(route.method, pathOf(route), bodyOf(route))
    // What stands in place of the key in these addresses is none.
    const wantsKey = route.path.endsWith('/:apikey')
    expect(wantsKey ? [401] : [200, 400, 404]).toContain(answer.status)
  })
})

/** Registers the table with a route more. */
function registerWith(route: object): void {
  const table = allRoutes as Record<string, unknown>
  table.addedByMistake = { tag: 'x', summary: 'x', response: 'text', ...route }
  try {
    const rules = { context: server.context, cookies: { access: 'a', refresh: 'b', secure: false } }
    registerRoutes(
      fastify(),
      {
        ...rules,
        appUrl: undefined,
        corsOrigins: [],
        admissions: {},
        noteRefusal: async () => undefined,
        admission: createAdmission(1),
      },
      {} as Handlers,
    )
  } finally {
    delete table.addedByMistake
  }
}

test('a route without a policy stops the start', () => {
  expect(() => registerWith({ method: 'GET', path: '/open-by-mistake' })).toThrow(
    'Route addedByMistake (GET /open-by-mistake) declares no policy',
  )
})

test('a route that may change something and says nothing of the audit log stops the start', () => {
  const policy = { gate: 'caller', permissions: ['tools:view'] }
  const path = '/unseen-by-mistake'
  expect(() => registerWith({ method: 'POST', path, policy })).toThrow(
    'Route addedByMistake (POST /unseen-by-mistake) declares neither a privileged act nor why it is none',
  )
})
