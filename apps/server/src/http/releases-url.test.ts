import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

afterEach(() => server.stop())

/** What a page may know and call. */
async function look(env: Record<string, string>) {
  server = await startTestServer({ env })
  const { body, headers } = await server.anonymous().call('GET', '/settings')
  const policy = headers.get('content-security-policy') ?? ''
  return { body, connections: /connect-src ([^;]*)/.exec(policy)?.[1] }
}

test('pages ask no outside address unless the operator names one [S3-MISC-01 S7-SESS-01]', async () => {
  expect(await look({})).toEqual({ body: { PLATFORM_TYPE: 'enterprise' }, connections: "'self'" })
})

test('the place of the stars is told and open where the operator names one, and never on enterprise [S7-SESS-04]', async () => {
  const place = 'https://releases.example/api/repos/a/b'
  const env = { STARS_URL: place, PLATFORM_TYPE: 'cloud' }
  expect(await look(env)).toEqual({
    body: { PLATFORM_TYPE: 'cloud', STARS_URL: place },
    connections: "'self' https://releases.example",
  })
  await server.stop()
  expect(await look({ ...env, PLATFORM_TYPE: 'enterprise' })).toEqual({
    body: { PLATFORM_TYPE: 'enterprise' },
    connections: "'self'",
  })
})

test('the place of the releases that the operator names is told to pages and open to them [S7-SESS-03]', async () => {
  const place = 'https://releases.example/api/repos/a/b/releases/latest'
  expect(await look({ RELEASES_URL: place })).toEqual({
    body: { PLATFORM_TYPE: 'enterprise', RELEASES_URL: place },
    connections: "'self' https://releases.example",
  })
})
