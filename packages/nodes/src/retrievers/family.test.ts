import type { JsonObject } from '@runnel/contract'
import {
  type Capabilities,
  type Component,
  type FoundDocument,
  listProvided,
  type RetrieveRequest,
} from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** What a retriever makes of the documents below. */
interface RetrieverCase {
  node: string
  does: string
  values?: JsonObject
  /** What who asks says beside the query. */
  request?: Omit<RetrieveRequest, 'query'>
  /** The texts that it gives, best first. */
  gives: string[]
  /** How many the store or the base retriever is asked for; undefined where that says it itself. */
  limit?: number
}

/** Three documents of a store, as well as they fit the query of these tests. */
const library: FoundDocument[] = [
  { pageContent: 'green', metadata: { source: 'tea.pdf', loc: { page: 3 } }, score: 0.9 },
  { pageContent: 'black', metadata: { source: 'tea.pdf', tags: ['hot'] }, score: 0.8 },
  { pageContent: '{{context}} $&', metadata: {}, score: 0.1 },
]
const [green, black, odd] = ['green', 'black', '{{context}} $&'] as const

/** Vectors of the texts above and of the query, for who compares them itself: black is the most alike. */
const VECTORS: Record<string, number[]> = { query: [1, 0], green: [1, 1], black: [5, 0], [odd]: [0, 0] }

const cases: RetrieverCase[] = [
  { node: 'similarityThresholdRetriever', does: 'takes what fits', gives: [green, black], limit: 20 },
  {
    node: 'similarityThresholdRetriever',
    does: 'takes what fits better',
    values: { minSimilarityScore: '85' },
    gives: [green],
    limit: 20,
  },
  {
    node: 'similarityThresholdRetriever',
    does: 'takes maxK at most',
    values: { minSimilarityScore: 0, maxK: '1' },
    request: { limit: 7 },
    gives: [green],
    limit: 1,
  },
  {
    node: 'similarityThresholdRetriever',
    does: 'takes as many as who asks wants',
    request: { limit: 1 },
    gives: [green],
    limit: 1,
  },
  {
    node: 'similarityThresholdRetriever',
    does: 'takes none where none fits',
    values: { minSimilarityScore: 100 },
    gives: [],
    limit: 20,
  },
  { node: 'embeddingsFilterRetriever', does: 'keeps what is alike', gives: [black] },
  {
    node: 'embeddingsFilterRetriever',
    does: 'orders by likeness',
    values: { similarityThreshold: '0.5' },
    gives: [black, green],
  },
  {
    node: 'embeddingsFilterRetriever',
    does: 'keeps all without a threshold',
    values: { similarityThreshold: '' },
    gives: [black, green, odd],
  },
  {
    node: 'embeddingsFilterRetriever',
    does: 'keeps k at most',
    values: { similarityThreshold: 0, k: 1 },
    gives: [black],
  },
  {
    node: 'customRetriever',
    does: 'fills its form, once',
    values: {
      resultFormat: '{{ context }} of {{metadata.source}}, {{metadata.loc.page}}{{metadata.tags}} {{x}}',
    },
    gives: ['green of tea.pdf, 3 {{x}}', 'black of tea.pdf, ["hot"] {{x}}', `${odd} of ,  {{x}}`],
    limit: 4,
  },
  {
    node: 'customRetriever',
    does: 'gives texts as they are without a form',
    values: { resultFormat: ' ', topK: '2' },
    gives: [green, black],
    limit: 2,
  },
  {
    node: 'customRetriever',
    does: 'gives as many as who asks wants',
    values: { resultFormat: '', topK: 2 },
    request: { limit: 1 },
    gives: [green],
    limit: 1,
  },
]

/** Retrievers of their own: what only belongs to one chain gives no documents beside. */
const retrievers = nodeCatalogue.filter(
  ({ definition }) =>
    definition.category === 'Retrievers' && listProvided(definition).includes('documentSource'),
)

test('every retriever of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node))].sort()).toEqual(
    retrievers.map(({ definition }) => definition.name).sort(),
  )
})

/** The world of a retriever: a store, a retriever and embeddings, which note what they are asked. */
function openCase({ node, values = {} }: RetrieverCase, wired = true) {
  const type = retrievers.find(({ definition }) => definition.name === node)
  const asked: Partial<RetrieveRequest>[] = []
  const find = (request: RetrieveRequest) => {
    asked.push(request)
    return library.slice(0, request.limit ?? library.length)
  }
  const { call } = createTestCallContext({
    run: { question: 'the question' },
    retrieve: (_component, _query, request) => find(request),
    embed: (texts) => texts.map((text) => VECTORS[text] ?? VECTORS.query ?? []),
  })
  const nothing = async () => ({ added: 0, known: 0 })
  const store: Capabilities['vectorStore'] = {
    add: nothing,
    ingest: nothing,
    search: async (_component: Component, request: RetrieveRequest) => find(request),
  }
  const anchors = {
    vectorStore: [createTestComponent('store', {}, { vectorStore: store })],
    baseRetriever: [createTestComponent('base', {}, { retriever: async () => [] })],
    embeddings: [createTestComponent('embeddings', {}, { embedder: () => Promise.reject(new Error()) })],
  }
  const defaults = (type?.definition.inputs ?? []).flatMap(({ name, default: first }) =>
    first === undefined ? [] : [[name, first]],
  )
  const component = createTestComponent(node, {
    values: { ...Object.fromEntries(defaults), ...values },
    anchors: wired ? anchors : {},
  })
  return { asked, call, component, provides: type?.provides ?? {} }
}

describe.each(cases)('$node $does', (facts) => {
  const { gives, limit, request } = facts

  test('for a query', async () => {
    const { asked, call, component, provides } = openCase(facts)
    const retrieve = await provides.retriever?.()
    const found = (await retrieve?.(component, { query: 'query', ...request }, call)) ?? []
    expect(found.map(({ pageContent }) => pageContent)).toEqual(gives)
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(asked.map((search) => search.limit)).toEqual([limit])
    const known = new Set(library.map(({ metadata }) => metadata))
    for (const { metadata } of found) expect(known).toContain(metadata)
  })
})

describe.each(retrievers)('$definition.name', ({ definition }) => {
  const facts: RetrieverCase = { node: definition.name, does: '', gives: [] }

  test('is found by the anchors of chains and tools', () => {
    const [retriever, document, text] = definition.outputs ?? []
    expect(retriever).toMatchObject({ name: 'retriever', baseClasses: definition.baseClasses })
    expect(definition.baseClasses).toContain('BaseRetriever')
    expect([document?.name, text?.name]).toEqual(['document', 'text'])
    expect(listProvided(definition)).toEqual(['retriever', 'documentSource', 'text'])
  })

  test('hands on the filter of who asks', async () => {
    const { asked, call, component, provides } = openCase(facts)
    const retrieve = await provides.retriever?.()
    await retrieve?.(component, { query: 'query', filter: { owner: 'ada' } }, call)
    expect(asked).toMatchObject([{ query: 'query', filter: { owner: 'ada' } }])
    await retrieve?.(component, { query: 'query' }, call)
    expect(asked[1]).not.toHaveProperty('filter')
  })

  test.each([
    [{}, 'the question'],
    [{ query: ' its own ' }, 'its own'],
  ])('gives documents and their text for its query: %j', async (values: JsonObject, query) => {
    const { asked, call, component, provides } = openCase({ ...facts, values })
    const documents = (await (await provides.documentSource?.())?.(component, call)) ?? []
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents) expect(Object.keys(document)).toEqual(['pageContent', 'metadata'])
    const text = await (await provides.text?.())?.(component, call)
    expect(text).toBe(documents.map(({ pageContent }) => pageContent).join('\n'))
    expect(asked.map((request) => request.query)).toEqual([query, query])
  })

  test('says what to connect where nothing is', async () => {
    const { call, component, provides } = openCase(facts, false)
    const retrieve = await provides.retriever?.()
    await expect(retrieve?.(component, { query: 'query' }, call)).rejects.toMatchObject({
      code: 'missing_component',
      message: expect.stringMatching(/has no .* Connect a node of that kind to it\./),
    })
  })
})
