import type { JsonValue } from '@runnel/contract'
import type { Embedder } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { embedderCases } from './embedder-cases.fixture.ts'
import { embedderRefusals } from './embedder-refusals.fixture.ts'
import type { EmbedderCase, FakeEmbeddingVendor } from './testing/embedder-case.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'
import { providerContext } from './testing/provider-context.fixture.ts'
import { PROXY_PAGE, UNREADABLE } from './testing/vendor-refusal.ts'

const signal = new AbortController().signal
const types = providerCatalogue.flatMap(({ nodes }) => nodes)
const TEXTS = ['tea on hills', 'coal at sea']

test('each embedder has its refusals', () => {
  expect(Object.keys(embedderRefusals).sort()).toEqual(embedderCases.map(({ node }) => node).sort())
})

/** What stands in the place of what the vendor answered. */
type Change = (response: Response) => Response | Promise<Response>

/** Embeds with an answer that is changed: that of the call which embeds, behind those which fetch a token. */
async function embedChanged(facts: EmbedderCase, vendor: FakeEmbeddingVendor, change: Change) {
  const load = types.find(({ definition }) => definition.name === facts.node)?.provides?.embedder
  const open = await load?.()
  if (!open) throw new Error(`The catalogue has no embedder ${facts.node}.`)
  const component = createTestComponent(facts.node, { values: facts.values })
  const embedThrough = async (fetchIt: typeof fetch) => {
    const context = { ...providerContext({ ...facts.credential, ...facts.account }), fetch: fetchIt }
    const embedder: Embedder = await open(component, context)
    return embedder.embed(TEXTS.slice(0, embedder.maxTexts), signal)
  }
  const toFake = leadToFake(vendor)
  let last = ''
  await embedThrough((...call) => {
    last = String(call[0])
    return toFake(...call)
  })
  return embedThrough(async (...call) => {
    const response = await toFake(...call)
    return String(call[0]) === last ? change(response) : response
  })
}

/** As numbers, or as their bytes in base64. */
type Vector = number[] | string
const PACKED = /^[\w+/]{100,}={0,2}$/

/** Writes the vectors of an answer anew, each by its place. */
function changeVectors(write: (vector: Vector, n: number) => JsonValue | undefined): Change {
  let n = 0
  const isVector = (value: JsonValue): value is Vector =>
    typeof value === 'string'
      ? PACKED.test(value)
      : Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'number')
  /** Undefined where what is in it is gone. */
  const walk = (value: JsonValue): JsonValue | undefined => {
    if (isVector(value)) return write(value, n++)
    if (Array.isArray(value)) return value.map(walk).filter((one) => one !== undefined)
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([key, one]) => [key, walk(one ?? null)] as const)
    if (entries.some(([, one]) => one === undefined)) return undefined
    return Object.fromEntries(entries) as JsonValue
  }
  return async (response) =>
    // JSON has no number that is none; one that is too large for a double is read as such.
    new Response(
      JSON.stringify(walk((await response.json()) as JsonValue) ?? {}).replaceAll('"ENDLESS"', '1e999'),
      {
        headers: { 'content-type': 'application/json' },
      },
    )
}

describe.each(embedderCases)('$node', (facts) => {
  let vendor: FakeEmbeddingVendor
  beforeAll(async () => {
    vendor = await facts.startFake()
  })
  afterAll(() => vendor.close())

  test.each(embedderRefusals[facts.node] ?? [])(
    'tells what its vendor refuses: $status $says',
    async (row) => {
      const { status, headers = {}, body, says, retryAfterMs } = row
      const answer = () =>
        new Response(JSON.stringify(body), {
          status,
          headers: { 'content-type': 'application/json', ...headers },
        })
      const error = await embedChanged(facts, vendor, answer).catch((fault: unknown) => fault)
      expect(error).toMatchObject({
        code: 'model_error',
        vendorStatus: status,
        retryable: status === 429 || status >= 500,
        message: expect.stringContaining(says.replace(/\.$/, '')),
      })
      expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs)
      expect((error as Error).message).not.toMatch(/[{}[\]]\s*"|Unknown fault|: \./)
    },
  )

  test.each([502, 403])('tells the status %i of a proxy without its page', async (status) => {
    for (const statusText of ['', 'Bad Gateway']) {
      const page = () =>
        new Response(PROXY_PAGE, { status, statusText, headers: { 'content-type': 'text/html' } })
      const error = await embedChanged(facts, vendor, page).catch((fault: unknown) => fault)
      expect(error).toMatchObject({ code: 'model_error', vendorStatus: status })
      expect((error as Error).message).not.toMatch(/<|: \.|Unknown fault/)
    }
  })

  test.each<[string, Change]>([
    ...UNREADABLE,
    ['holds a vector less', changeVectors((vector, n) => (n === 0 ? undefined : vector))],
    ['holds a vector of nothing', changeVectors((vector, n) => (n === 0 ? [] : vector))],
    ['holds a vector of text', changeVectors((vector, n) => (n === 0 ? ['a', 'b'] : vector))],
    ['holds a vector of each word', changeVectors((vector, n) => (n === 0 ? [vector, vector] : vector))],
    ['holds nothing for a vector', changeVectors((vector, n) => (n === 0 ? null : vector))],
    [
      'holds a number without end',
      changeVectors((vector, n) => (n === 0 ? [...vector.slice(1), 'ENDLESS'] : vector)),
    ],
  ])('an answer that %s is no vector', async (_what, change) => {
    await expect(embedChanged(facts, vendor, change)).rejects.toMatchObject({
      code: 'model_error',
      retryable: true,
      message: expect.stringMatching(/cannot be read.*base path|connection/s),
    })
  })

  test('vectors of one answer are all of one length', async () => {
    if (facts.mostTexts === 1) return
    const change = changeVectors((vector, n) => (n === 0 ? vector.slice(1) : vector))
    await expect(embedChanged(facts, vendor, change)).rejects.toMatchObject({ code: 'model_error' })
  })
})
