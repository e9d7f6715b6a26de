import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller
let credentialId: string
let guarded: Server
let port: number
let reached = 0

beforeAll(async () => {
  guarded = createServer((_request, response) => response.end('{}'))
  guarded.on('connection', () => {
    reached += 1
  })
  await new Promise<void>((resolve) => guarded.listen(0, resolve))
  port = (guarded.address() as AddressInfo).port
  server = await startTestServer({ env: { EGRESS_ALLOW: 'nobody.invalid:1' } })
  administrator = await server.administrator()
  credentialId = await makeCredential(administrator)
})

afterAll(async () => {
  await server.stop()
  guarded.close()
})

const addresses = [
  'http://127.0.0.1:PORT',
  'http://localhost:PORT',
  'http://[::1]:PORT',
  'http://[::]:PORT',
  'http://0.0.0.0:PORT',
  'http://127.1:PORT',
  'http://2130706433:PORT',
  'http://0x7f.1:PORT',
  'http://0177.0.0.1:PORT',
  'http://[::ffff:127.0.0.1]:PORT',
  'http://[::ffff:a9fe:a9fe]',
  'http://169.254.169.254',
  'http://metadata.google.internal',
  'http://[fd00::1]',
  'http://10.0.0.1',
  'http://100.64.0.1',
  'http://[64:ff9b::7f00:1]',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT',
  'ftp://127.0.0.1:PORT',
  'data:text/plain,x',
]

describe.each(addresses)('a model at %s', (address) => {
  const vendor = () =>
    ({ baseURL: `${address.replace('PORT', String(port))}/v1` }) as Parameters<typeof llmFlow>[0]

  const refusal = address.startsWith('http') ? [500, 'egress_denied'] : [400, 'invalid_input']

  test('is refused in an agent flow and in a chat flow, and nothing leaves', async () => {
    const flows = [
      await makeFlow(administrator, llmFlow(vendor(), credentialId)),
      await makeFlow(administrator, chatFlow(vendor(), credentialId), { type: 'CHATFLOW' }),
    ]
    for (const id of flows) {
      const answer = await server
        .anonymous()
        .call<{ code: string; message: string }>('POST', `/prediction/${id}`, { question: 'x' })
      expect([answer.status, answer.body.code], answer.text).toEqual(refusal)
    }
    expect(reached).toBe(0)
  })
})
