import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const EVIL = 'https://evil.example'
const LISTED = 'https://app.example.com'
const SITE = 'https://site.example.com'

let server: TestServer
let administrator: TestCaller
let openFlow: string
let listedFlow: string

beforeAll(async () => {
  server = await startTestServer({ env: { CORS_ORIGINS: LISTED } })
  administrator = await server.administrator()
  const create = async (name: string, chatbotConfig?: object) => {
    const made = await administrator.expect<{ id: string }>(200, 'POST', '/chatflows', {
      name,
      type: 'AGENTFLOW',
      flowData: JSON.stringify(replyFlow()),
      ...(chatbotConfig ? { chatbotConfig: JSON.stringify(chatbotConfig) } : {}),
    })
    return made.id
  }
  openFlow = await create('Open')
  listedFlow = await create('Listed', { allowedOrigins: [SITE] })
})

afterAll(() => server.stop())

const routes = Object.values(allRoutes) as RouteDefinition[]
const fill = (route: RouteDefinition, id: string) => {
  const path = route.path.replaceAll(/:(id|chatflowid|chatflowId)\b/g, id).replaceAll(/:\w+/g, 'x')
  return `${API_PREFIX}${path}${path === route.path ? `?chatflowId=${id}` : ''}`
}

/** What a browser of that origin is told about a route of a flow, before and with the call. */
async function corsOf(method: string, path: string, origin: string) {
  const preflight = await server.anonymous().call('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type',
  })
  const call = await server.anonymous().call(method, path, method === 'GET' ? undefined : {}, { origin })
  return [preflight, call].map(({ headers }) => headers.get('access-control-allow-origin'))
}

describe('a page of any origin', () => {
  const isOfFlow = ({ origins }: RouteDefinition) => origins === 'flow' || origins === 'flow of body'
  test.each(routes.filter((route) => !isOfFlow(route)))('reads no answer of $method $path', async (route) => {
    expect(await corsOf(route.method, fill(route, openFlow), EVIL)).toEqual([null, null])
    expect(await corsOf(route.method, fill(route, openFlow), 'null')).toEqual([null, null])
  })

  test.each(routes.filter(({ origins, path }) => origins === 'flow' && !path.startsWith('/runs')))(
    'reads the answers of an open flow at $method $path',
    async (route) => {
      expect(await corsOf(route.method, fill(route, openFlow), EVIL)).toEqual([EVIL, EVIL])
    },
  )

  test.each(routes.filter(({ origins }) => origins === 'flow of body'))(
    'may call $method $path, and reads the answers where the flow that the body names allows it',
    async ({ method, path }) => {
      const corsFor = async (chatflowId: string, origin: string) => {
        const body = { chatflowId, chatId: 'c', chatMessageId: 'm' }
        const answer = await server.anonymous().open(method, `${API_PREFIX}${path}`, body, { origin })
        await answer.body?.cancel()
        return answer.headers.get('access-control-allow-origin')
      }
      expect(await corsOf(method, `${API_PREFIX}${path}`, EVIL)).toEqual([EVIL, null])
      expect(await corsFor(openFlow, EVIL)).toBe(EVIL)
      expect(await corsFor(openFlow, 'null')).toBeNull()
      expect(await corsFor(listedFlow, EVIL)).toBeNull()
      expect(await corsFor(listedFlow, SITE)).toBe(SITE)
    },
  )

  test('is never told that cookies may come along, nor that anybody may', async () => {
    for (const route of routes) {
      const answer = await server
        .anonymous()
        .call(route.method, fill(route, openFlow), route.method === 'GET' ? undefined : {}, { origin: EVIL })
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin')).not.toBe('*')
    }
  })
})

describe('a flow that lists origins', () => {
  const path = () => `/prediction/${listedFlow}`

  test('is read by its pages', async () => {
    const answer = await server.anonymous().call('POST', path(), { question: 'Hi' }, { origin: SITE })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Run-Id')
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  test('refuses others', async () => {
    const answer = await server.anonymous().call('POST', path(), { question: 'Hi' }, { origin: EVIL })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('lets its pages follow a run that was cut, and no others', async () => {
    const answer = await server.anonymous().call('POST', path(), { question: 'Hi' }, { origin: SITE })
    const events = `/runs/${answer.headers.get('x-run-id')}/events`
    expect(await corsOf('GET', events, SITE)).toEqual([SITE, SITE])
    expect(await corsOf('GET', events, EVIL)).toEqual([null, null])
  })
})

test('an origin of CORS_ORIGINS reads every route', async () => {
  for (const route of routes.filter(({ path }) => !path.startsWith('/runs'))) {
    expect(await corsOf(route.method, fill(route, openFlow), LISTED), route.path).toEqual([LISTED, LISTED])
  }
})
