import type { JsonObject } from '@runnel/contract'
import { type FoundDocument, listProvided } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { type RerankerCase, rerankerCases, startFakeReranker } from './reranker-cases.fixture.ts'
import { rerankerRefusals } from './reranker-refusals.fixture.ts'
import type { FakeVendor } from './testing/chat-model-case.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'
import { providerContext } from './testing/provider-context.fixture.ts'
import { PROXY_PAGE, UNREADABLE } from './testing/vendor-refusal.ts'

const types = providerCatalogue.flatMap(({ nodes }) => nodes)
const QUERY = 'green tea in spring'
/** What the retriever below finds, as it orders it. */
const FOUND: FoundDocument[] = [
  { pageContent: 'coal comes by sea', metadata: { source: 'coal.pdf' }, score: 0.9 },
  { pageContent: 'tea', metadata: { source: 'tea.pdf' }, score: 0.8 },
  { pageContent: 'green tea is picked in spring', metadata: { source: 'green.pdf' }, score: 0.1 },
]

test('every reranker of the catalogue is held to these tests', () => {
  const names = types.filter(({ definition }) => listProvided(definition).includes('reranker'))
  expect(rerankerCases.map(({ node }) => node).sort()).toEqual(
    names.map(({ definition }) => definition.name).sort(),
  )
})

test('each reranker has its refusals', () => {
  expect(Object.keys(rerankerRefusals).sort()).toEqual(rerankerCases.map(({ node }) => node).sort())
})

interface Changes {
  values?: JsonObject
  credential?: Record<string, string> | undefined
  limit?: number
  found?: FoundDocument[]
  /** What stands in the place of the answer. */
  answer?: (response: Response) => Response | Promise<Response>
  isWired?: boolean
}

/** Has a retriever find, which has the fake order what is below it. */
async function find(
  facts: RerankerCase,
  { vendor, hosts = [] }: { vendor: FakeVendor; hosts?: string[] },
  changes: Changes = {},
) {
  const { node, credential, account } = facts
  const type = types.find(({ definition }) => definition.name === node)
  const [retrieve, rerank] = await Promise.all([type?.provides?.retriever?.(), type?.provides?.reranker?.()])
  if (!retrieve || !rerank) throw new Error(`The catalogue has no reranker ${node}.`)
  const fields = 'credential' in changes ? changes.credential : { ...credential, ...account }
  const toFake = leadToFake(vendor, hosts)
  const { answer = (response: Response) => response } = changes
  const changed: typeof fetch = async (...call) => answer(await toFake(...call))
  const context = { ...providerContext(fields), fetch: changed }
  const base = createTestComponent('base', {}, { retriever: async () => [] })
  const component = createTestComponent(node, {
    values: { ...changes.values },
    anchors: changes.isWired === false ? {} : { baseRetriever: [base] },
  })
  const { call } = createTestCallContext({ retrieve: () => changes.found ?? FOUND })
  return retrieve(
    component,
    { query: QUERY, ...(changes.limit && { limit: changes.limit }) },
    { ...call, rerank: (own, request) => rerank(own, context, { ...request, signal: call.signal }) },
  )
}

describe.each(rerankerCases)('$node', (facts) => {
  let vendor: FakeVendor
  beforeAll(async () => {
    vendor = await startFakeReranker(facts)
  })
  afterAll(() => vendor.close())
  const sources = (found: FoundDocument[]) => found.map(({ metadata }) => metadata.source)

  test('what fits best comes first, with its score, from the vendor’s own address', async () => {
    const hosts: string[] = []
    const found = await find(facts, { vendor, hosts })
    expect(sources(found)).toEqual(['green.pdf', 'tea.pdf', 'coal.pdf'])
    expect(found.map(({ score }) => score)).toEqual([1, 0.25, 0])
    expect(hosts).toEqual([facts.host])
  })

  test('settings of the author reach the vendor, and bound what is kept', async () => {
    const { values, body } = facts.settings
    expect(sources(await find(facts, { vendor }, { values }))).toEqual(['green.pdf', 'tea.pdf'])
    expect(vendor.requests.at(-1)?.body).toMatchObject({ ...body, query: QUERY })
  })

  test('whoever asks may want fewer', async () => {
    expect(sources(await find(facts, { vendor }, { limit: 1 }))).toEqual(['green.pdf'])
  })

  test('nothing is ordered where nothing is found', async () => {
    const before = vendor.requests.length
    expect(await find(facts, { vendor }, { found: [] })).toEqual([])
    expect(vendor.requests).toHaveLength(before)
  })

  test.each([
    [401, false],
    [429, true],
    [500, true],
  ])('a refusal with status %i is said in plain words', async (status, retryable) => {
    const [key = ''] = Object.values(facts.credential)
    vendor.respondWith({ status, message: `No ${key}` })
    const failing = find(facts, { vendor })
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
    await expect(failing).rejects.not.toThrow(key)
  })

  test.each([
    ['is cut', { hangUp: true as const }],
    ['holds no order', { malformed: '{"cups":3}' }],
    ['names a text that was not sent', { malformed: '' }],
  ])('an answer that %s is told as such', async (_what, reply) => {
    const odd = JSON.stringify({ [facts.resultsField]: [{ index: 9, relevance_score: 1 }] })
    vendor.respondWith('malformed' in reply && reply.malformed === '' ? { malformed: odd } : reply)
    await expect(find(facts, { vendor })).rejects.toMatchObject({ code: 'model_error' })
  })

  test.each(rerankerRefusals[facts.node] ?? [])(
    'what its vendor refuses is told in its words: $status $says',
    async ({ status, headers, body, says, retryAfterMs }) => {
      const answer = () => Response.json(body, { status, ...(headers && { headers }) })
      const error = await find(facts, { vendor }, { answer }).catch((fault: unknown) => fault)
      expect(error).toMatchObject({
        code: 'model_error',
        vendorStatus: status,
        retryable: status === 429 || status >= 500,
        message: expect.stringContaining(says),
      })
      expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs)
      expect((error as Error).message).not.toMatch(/[{}[\]]\s*"|: \./)
    },
  )

  test.each([502, 403])('the status %i of a proxy is told without its page', async (status) => {
    const answer = () => new Response(PROXY_PAGE, { status })
    const error = await find(facts, { vendor }, { answer }).catch((fault: unknown) => fault)
    expect(error).toMatchObject({ code: 'model_error', vendorStatus: status })
    expect((error as Error).message).not.toMatch(/<|: \./)
  })

  test.each(UNREADABLE)('an answer that %s is no order', async (_what, answer) => {
    await expect(find(facts, { vendor }, { answer })).rejects.toMatchObject({
      code: 'model_error',
      retryable: true,
      message: expect.stringContaining('cannot be read'),
    })
  })

  test.each([
    ['is of nothing', []],
    [
      'names one text twice',
      [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 0.5 },
      ],
    ],
    ['names a text between two', [{ index: 0.5, relevance_score: 1 }]],
    ['has a score without end', [{ index: 0, relevance_score: 'ENDLESS' }]],
  ])('an order that %s is told as such', async (_what, order) => {
    const body = JSON.stringify({ [facts.resultsField]: order }).replace('"ENDLESS"', '1e999')
    const answer = () => new Response(body)
    await expect(find(facts, { vendor }, { answer })).rejects.toMatchObject({ code: 'model_error' })
  })

  test('a missing key, or no retriever below, is told before anybody is called', async () => {
    const before = vendor.requests.length
    await expect(find(facts, { vendor }, { credential: facts.account })).rejects.toMatchObject({
      code: 'missing_credential',
    })
    await expect(find(facts, { vendor }, { isWired: false })).rejects.toMatchObject({
      code: 'missing_component',
    })
    expect(vendor.requests).toHaveLength(before)
  })
})
