import { scimSchemas } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const MEGABYTE = 1024 * 1024

let server: TestServer
let administrator: TestCaller
let provider: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  provider = await server.withProvisioning()
})

afterAll(() => server.stop())

const list = (part: string, count: number) => `[${Array<string>(count).fill(part).join(',')}]`
const names = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}`
const flow = (more: string) => `{"name":"x","type":"CHATFLOW",${more}}`
const inText = (value: string) => flow(`"flowData":${JSON.stringify(`{"nodes":[],"edges":[],"x":${value}}`)}`)

/** Bodies that once held everybody up for seconds, with the bound that refuses them. */
const bodies: [what: string, json: string, bound: string][] = [
  ['lists', list('[]', 3_000_000), 'more than 100000 values'],
  ['objects', list('{"a":0}', 900_000), 'more than 100000 values'],
  ['names in one object', names(800_000), 'more than 5000 names'],
  ['names of many objects', list(names(1_000), 200), 'more than 100000 values'],
  ['texts that are no JSON', '""'.repeat(3_000_000), 'more than 100000 values'],
  ['blanks', ' '.repeat(9 * MEGABYTE), 'bytes beside its long texts'],
]

async function expectRefused(answer: ReturnType<TestCaller['call']>, bound: string): Promise<void> {
  const beside = await Promise.all(Array.from({ length: 5 }, () => server.anonymous().call('GET', '/ping')))
  expect(beside.map(({ text }) => text)).toEqual(beside.map(() => 'pong'))
  const { status, text } = await answer
  expect([status, text]).toEqual([413, expect.stringContaining(bound)])
}

describe('a body of somebody who is signed in', () => {
  test.each(bodies)('with too many %s is refused by the bound, in a document', async (_what, json, bound) => {
    await expectRefused(administrator.call('POST', '/chatflows', flow(`"flowData":"{}","x":${json}`)), bound)
  })

  test.each([
    ['lists', list('[]', 2_000_000), 'more than 500000 values'],
    ['names', names(20_000), 'more than 5000 names'],
    ['texts that are no JSON', '""'.repeat(2_000_000), 'more than 500000 values'],
  ])('with too many %s is refused in the text of a flow', async (_what, json, bound) => {
    await expectRefused(administrator.call('POST', '/chatflows', inText(json)), bound)
  })

  test('may hold a long text with escapes, read as it is written', async () => {
    const note = `${'\\u00e9ü😀"\\'.repeat(200_000)}end`
    const flowData = JSON.stringify({ nodes: [], edges: [], note })
    const made = await administrator.expect<{ flowData: string }>(200, 'POST', '/chatflows', {
      name: 'x',
      type: 'CHATFLOW',
      flowData,
    })
    expect((JSON.parse(made.flowData) as { note: string }).note === note).toBe(true)
  })

  test('may hold many values on no route that takes no flows', async () => {
    await expectRefused(
      administrator.call('POST', '/variables', `{"name":${list('[]', 200_000)}}`),
      'more than 10000 values',
    )
  })
})

describe('a body of a provider of identities', () => {
  const user = (more: string) => `{"schemas":["${scimSchemas.user}"],"userName":"x","x":${more}}`

  test.each([
    ['lists', list('[]', 400_000), 'more than 50000 values'],
    ['names', names(50_000), 'more than 5000 names'],
    ['bytes', `"${'x'.repeat(4 * MEGABYTE)}"`, 'larger than'],
  ])('with too many %s is refused', async (_what, json, bound) => {
    await expectRefused(provider.call('POST', '/scim/v2/Users', user(json)), bound)
  })
})

test('a form of a provider of sign-ins may hold few fields', async () => {
  const response = await fetch(`${server.origin}/api/v1/saml/00000000-0000-4000-8000-000000000000/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a&'.repeat(500_000),
  })
  expect([response.status, await response.text()]).toEqual([
    413,
    expect.stringContaining('more than 20 fields'),
  ])
})
