import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress, type Egress } from '../egress/create-egress.ts'
import { type LocalServer, startLocalServer } from '../egress/local-server.fixture.ts'
import { brokerFetchBy } from './broker-fetch.ts'
import { createSandbox } from './create-sandbox.ts'

const sandbox = createSandbox({ childPath: join(import.meta.dirname, 'sandbox-child.ts'), maxChildren: 1 })
let server: LocalServer
let egress: Egress

beforeAll(async () => {
  server = await startLocalServer((_request, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"made":true}'),
  )
  egress = createEgress({ allow: [`127.0.0.1:${server.port}`] })
})

afterAll(async () => {
  await Promise.all([sandbox.close(), egress.close(), server.close()])
})

test('user code reaches an allowed host through egress', async () => {
  const broker = { fetch: brokerFetchBy(egress.fetch) }
  const code = 'const r = await axios.post($url, { a: 1 }); return [r.status, r.data.made]'
  const { value } = await sandbox.run({ code, globals: { $url: `${server.origin}/things` }, broker })
  expect(value).toEqual([201, true])
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/things', body: '{"a":1}' })
})

test.each([['http://169.254.169.254/latest'], ['http://localhost:1'], ['file:///etc/passwd']])(
  'user code cannot reach %s',
  async (url) => {
    const broker = { fetch: brokerFetchBy(egress.fetch) }
    const code = 'try { await fetch($url) } catch (e) { return e.code }'
    expect((await sandbox.run({ code, globals: { $url: url }, broker })).value).toBe('egress_denied')
  },
)

test('the grant of a run narrows what its code may call', async () => {
  const broker = { fetch: brokerFetchBy(egress.fetch, { allowHosts: ['api.example'] }) }
  const code = 'try { await fetch($url) } catch (e) { return e.code }'
  expect((await sandbox.run({ code, globals: { $url: server.origin }, broker })).value).toBe('egress_denied')
})
