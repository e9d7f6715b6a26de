import {
  type LocalServer,
  startLocalServer,
  startMcpServer,
  startProxy,
  type TestMcpServer,
  type TestProxy,
} from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let web: LocalServer
let tools: TestMcpServer
let proxy: TestProxy
let server: TestServer
let administrator: TestCaller
const lines: string[] = []

beforeAll(async () => {
  web = await startLocalServer((_request, response) => response.end('of the web'))
  tools = await startMcpServer()
  proxy = await startProxy({ 'web.example': web.origin, 'tools.example': tools.origin })
  server = await startTestServer({
    env: { EGRESS_PROXY: proxy.address, EGRESS_PROXY_NAMES: 'proxy' },
    onLogLine: (line) => lines.push(line),
  })
  administrator = await server.administrator()
})

beforeEach(() => {
  proxy.asked.length = 0
})

afterAll(async () => {
  await server.stop()
  await proxy.close()
  await tools.close()
  await web.close()
})

const runCode = (url: string) =>
  administrator.call<unknown>('POST', '/node-custom-function', {
    javascriptFunction: `return await (await fetch('${url}')).text()`,
  })

test('code of people goes out by the proxy, and to no inner address', async () => {
  expect(await runCode('http://web.example/a')).toMatchObject({ status: 200, body: 'of the web' })
  expect(proxy.asked).toEqual(['web.example:80'])
  for (const host of ['10.0.0.1', 'wiki', 'metadata.google.internal'])
    expect(JSON.stringify(await runCode(`http://${host}/`))).toContain('is not allowed')
  expect(proxy.asked).toHaveLength(1)
})

test('so do clients of MCP servers', async () => {
  const mcpServerConfig = JSON.stringify({ url: 'http://tools.example/mcp' })
  const asked = { loadMethod: 'listActions', inputs: { mcpServerConfig } }
  const { body } = await administrator.call<{ label: string }[]>('POST', '/node-load-method/customMCP', asked)
  expect(body.map(({ label }) => label)).toContain('add (reads only)')
  expect(new Set(proxy.asked)).toEqual(new Set(['tools.example:80']))
})

test('what the proxy refuses is said as such, and its password stands in no answer and no line of the log', async () => {
  const answer = JSON.stringify(await runCode('http://unknown.example/'))
  expect(answer).toContain('The outgoing proxy did not reach unknown.example:80 (502)')
  const secret = decodeURIComponent(new URL(proxy.address).password)
  for (const told of [answer, lines.join(), await server.dump()]) {
    expect(told).not.toContain(secret)
    expect(told).not.toContain(btoa(`runnel:${secret}`))
  }
})
