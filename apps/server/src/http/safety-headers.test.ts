import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createApp } from './create-app.ts'

let scene: VendorServer
let flowId: string
let web: string

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'runnel-pages-'))
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Runnel</title>')
  writeFileSync(join(web, 'assets', 'page-1a2b.js'), 'export {}')
  scene = await startVendorServer({ webFolder: web })
  flowId = await makeFlow(scene.administrator, chatFlow(scene.vendor, scene.credentialId), {
    type: 'CHATFLOW',
  })
})

afterAll(async () => {
  await scene.stop()
  rmSync(web, { recursive: true })
})

function expectSafe(headers: Headers) {
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(headers.has('strict-transport-security')).toBe(false)
  expect(headers.has('x-powered-by')).toBe(false)
}

describe('the safety headers stand on', () => {
  test.each([
    ['an answer', 'GET /ping'],
    ['a refusal', 'GET /chatflows'],
    ['an unknown address', 'GET /nowhere'],
    ['an address that is none', 'GET /%zz'],
    ['a body that cannot be read', 'POST /auth/login'],
    ['the API’s own page', 'GET /../docs'],
  ])('%s', async (_what, call) => {
    const [method = '', path = ''] = call.split(' ')
    const body = method === 'POST' ? 'x' : undefined
    const { headers } = await scene.server.anonymous().call(method, path, body)
    expectSafe(headers)
  })

  test.each([
    '/',
    '/signin',
    '/users',
    '/chatbot/11111111-2222-4333-8444-555555555555',
    '/assets/page-1a2b.js',
  ])('the page %s', async (path) => {
    const response = await fetch(`${scene.server.origin}${path}`)
    expect([response.status, (await response.text()).length > 0]).toEqual([200, true])
    expectSafe(response.headers)
  })

  test('a streamed answer', async () => {
    const body = { question: 'Hello', streaming: true }
    const response = await scene.server.anonymous().open('POST', `/prediction/${flowId}`, body)
    await response.text()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    // One that comes twice is read as both together.
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store')
    expectSafe(response.headers)
  })
})

test('behind https the browser is told to stay there, and listed pages may frame the product', async () => {
  const { context, config } = scene.server
  const { server } = await createApp({
    context,
    config: { ...config, appUrl: 'https://runnel.example.com', frameOrigins: ['https://shop.example.com'] },
    version: '0.0.0-test',
    webFolder: web,
    log: pino({ level: 'silent' }),
  })
  const { headers } = await server.inject('/api/v1/ping')
  const page = await server.inject('/users')
  await server.close()
  expect(page.headers['content-security-policy']).toContain('frame-ancestors https://shop.example.com;')
  expect(headers['strict-transport-security']).toContain('max-age=')
  expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example.com')
  expect(headers).not.toHaveProperty('x-frame-options')
})
