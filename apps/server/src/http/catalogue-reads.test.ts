import type { NodeDefinition } from '@runnel/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let caller: TestCaller
let reads = 0

/** Counts how often the whole catalogue is read. */
function countReads({ context }: TestServer): void {
  const { definitions, credentialTypes } = context.catalogue
  const counted = <T>(value: T) => ({
    get() {
      reads += 1
      return value
    },
  })
  Object.defineProperties(context.catalogue, {
    definitions: counted(definitions),
    credentialTypes: counted(credentialTypes),
  })
}

beforeAll(async () => {
  server = await startTestServer()
  caller = await server.administrator()
  countReads(server)
})

beforeEach(() => {
  reads = 0
})

afterAll(() => server.stop())

describe('the catalogue', () => {
  test.each(['/nodes', '/nodes?client=agentflowv2', '/components-credentials'])(
    'at %s is built once, however many ask and whatever encoding they take',
    async (path) => {
      const encodings = ['br', 'gzip', 'identity']
      const ask = () =>
        encodings.map((encoding) => caller.call('GET', path, undefined, { 'accept-encoding': encoding }))
      const first = await Promise.all([...ask(), ...ask()])
      const later = await Promise.all(ask())
      expect(reads).toBe(1)
      expect(new Set([...first, ...later].map(({ text }) => text)).size).toBe(1)
    },
  )

  test('is built once for all clients that no param names', async () => {
    await caller.expect(200, 'GET', '/nodes?client=unheard-of')
    reads = 0
    for (let at = 0; at < 20; at += 1) await caller.expect(200, 'GET', `/nodes?client=unheard-of-${at}`)
    expect(reads).toBe(0)
  })

  test('leaves out params of other clients', async () => {
    const paramsOf = async (path: string) =>
      (await caller.expect<NodeDefinition[]>(200, 'GET', path)).flatMap(({ inputs }) => inputs)
    const all = await paramsOf('/nodes')
    const named = all.filter(({ client }) => client !== undefined)
    expect((await paramsOf('/nodes?client=unheard-of')).length).toBe(all.length - named.length)
  })
})

test.each([
  '/nodes',
  '/components-credentials',
  '/node-icon/chatOpenAI',
  '/components-credentials-icon/openAIApi',
])('who holds %s already gets 304 without a body, from the tag alone', async (path) => {
  const first = await caller.call('GET', path)
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"[\w-]{20,}"$/)
  for (const held of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
    const again = await caller.call('GET', path, undefined, { 'if-none-match': held })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
  }
  const other = await caller.call('GET', path, undefined, { 'if-none-match': '"other"' })
  expect([other.status, other.text]).toEqual([200, first.text])
})

test('a stranger gets no catalogue, whatever tag is sent', async () => {
  expect((await server.anonymous().call('GET', '/nodes', undefined, { 'if-none-match': '*' })).status).toBe(
    401,
  )
})
