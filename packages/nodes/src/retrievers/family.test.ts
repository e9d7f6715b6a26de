import type { JsonObject } from '@runnel/contract'
import {
  allDocuments,
  type Capabilities,
  type Component,
  type FoundDocument,
  listProvided,
  type RetrieveRequest,
} from '@runnel/node-kit'
import { aModel, createTestCallContext, createTestComponent, said } from '@runnel/node-kit/testing'
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
  /** What it looks for, in order; the query alone when not said. */
  looksFor?: string[]
  /** With which filter, where nobody who asks has one. */
  filter?: JsonObject
}

/** What the models of retrievers answer. */
const models: Record<string, (prompt: string) => string> = {
  HydeRetriever: () => 'A passage on tea',
  RRFRetriever: () => '1. first wording\n- second wording\n\nthird wording',
  multiQueryRetriever: () => '<questions>\nfirst wording\nfirst wording\n</questions>',
  llmFilterRetriever: (prompt) =>
    prompt.includes('green') ? 'gre' : prompt.includes('black') ? 'black' : 'NO_OUTPUT',
  extractMetadataRetriever: () => '{"kind": "green", "year": "old", "size": null, "other": 1, "cup": "huge"}',
}

/** Metadata that a question may speak of. */
const rows: JsonObject[] = [
  { key: 'kind', type: 'string', description: 'Which tea' },
  { key: 'year', type: 'number', description: '' },
  { key: 'size', type: 'string' },
  { key: 'cup', type: 'enum', enumValues: 'small, large' },
]

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
    node: 'HydeRetriever',
    does: 'looks for a passage',
    gives: [green, black, odd],
    limit: 4,
    looksFor: ['A passage on tea'],
  },
  {
    node: 'RRFRetriever',
    does: 'fuses what several wordings find',
    values: { queryCount: '2', topK: '2' },
    gives: [green, black],
    looksFor: ['query', 'first wording', 'second wording'],
  },
  {
    node: 'RRFRetriever',
    does: 'gives as many as who asks wants',
    request: { limit: 1 },
    gives: [green],
    looksFor: ['query', 'first wording', 'second wording', 'third wording'],
  },
  {
    node: 'multiQueryRetriever',
    does: 'gives each document once',
    gives: [green, black, odd],
    limit: 4,
    looksFor: ['query', 'first wording'],
  },
  {
    node: 'multiQueryRetriever',
    does: 'gives as many as who asks wants',
    values: { modelPrompt: 'Words for {question}' },
    request: { limit: 2 },
    gives: [green, black],
    limit: 2,
    looksFor: ['query', 'first wording'],
  },
  { node: 'llmFilterRetriever', does: 'keeps what belongs to the query', gives: ['gre', black] },
  {
    node: 'extractMetadataRetriever',
    does: 'filters by what fits of the answer',
    values: { dynamicMetadataFilterRetrieverStructuredOutput: rows },
    gives: [green, black, odd],
    limit: 4,
    filter: { kind: 'green' },
  },
  {
    node: 'extractMetadataRetriever',
    does: 'asks no model where there is no metadata',
    values: { topK: '2' },
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

/** Retrievers of their own: what only belongs to one chain is no `BaseRetriever`. */
/** Those that ask a service have tests of their own. */
const OUTSIDE = ['awsBedrockKBRetriever']
const retrievers = nodeCatalogue.filter(
  ({ definition }) =>
    definition.category === 'Retrievers' && definition.baseClasses.includes('BaseRetriever'),
)
/** Those that give documents by themselves. */
const sources = retrievers.filter(({ definition }) => definition.outputs !== undefined)

test('every retriever of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node)), ...OUTSIDE].sort()).toEqual(
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
  const { call, requests } = createTestCallContext({
    model: ({ messages }) => said(models[node]?.(JSON.stringify(messages)) ?? ''),
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
    model: [aModel],
    embeddings: [createTestComponent('embeddings', {}, { embedder: () => Promise.reject(new Error()) })],
  }
  const defaults = (type?.definition.inputs ?? []).flatMap(({ name, default: first }) =>
    first === undefined ? [] : [[name, first]],
  )
  const component = createTestComponent(node, {
    values: { ...Object.fromEntries(defaults), ...values },
    anchors: wired ? anchors : {},
  })
  /** What was asked of the store, the base retriever and the model. */
  const told = () => JSON.stringify([asked, requests])
  return { asked, call, component, provides: type?.provides ?? {}, told }
}

describe.each(cases)('$node $does', (facts) => {
  const { gives, limit, request, looksFor = ['query'], filter } = facts

  test('for a query', async () => {
    const { asked, call, component, provides } = openCase(facts)
    const retrieve = await provides.retriever?.()
    const found = (await retrieve?.(component, { query: 'query', ...request }, call)) ?? []
    expect(found.map(({ pageContent }) => pageContent)).toEqual(gives)
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(asked.map((search) => search.query)).toEqual(looksFor)
    for (const search of asked) expect([search.limit, search.filter]).toEqual([limit, filter])
    const known = new Set(library.map(({ metadata }) => metadata))
    for (const { metadata } of found) expect(known).toContain(metadata)
  })
})

describe.each(sources)('$definition.name', ({ definition }) => {
  const facts: RetrieverCase = { node: definition.name, does: '', gives: [] }

  test('is found by the anchors of chains and tools', () => {
    const [retriever, document, text] = definition.outputs ?? []
    expect(retriever).toMatchObject({ name: 'retriever', baseClasses: definition.baseClasses })
    expect(definition.baseClasses).toContain('BaseRetriever')
    expect([document?.name, text?.name]).toEqual(['document', 'text'])
    expect(listProvided(definition)).toEqual(['retriever', 'documentSource', 'text'])
  })

  test.each([
    [{}, 'the question'],
    [{ query: ' its own ' }, 'its own'],
  ])('gives documents and their text for its query: %j', async (values: JsonObject, query) => {
    const { told, call, component, provides } = openCase({ ...facts, values })
    const load = await provides.documentSource?.()
    const documents = load ? await allDocuments(load(component, call)) : []
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents) expect(Object.keys(document)).toEqual(['pageContent', 'metadata'])
    const text = await (await provides.text?.())?.(component, call)
    expect(text).toBe(documents.map(({ pageContent }) => pageContent).join('\n'))
    expect(told().split(query).length).toBeGreaterThan(2)
  })
})

describe.each(retrievers.filter(({ definition }) => !OUTSIDE.includes(definition.name)))(
  '$definition.name',
  ({ definition }) => {
    const facts: RetrieverCase = { node: definition.name, does: '', gives: [] }

    test('hands on the filter of who asks', async () => {
      const { asked, call, component, provides } = openCase(facts)
      const retrieve = await provides.retriever?.()
      await retrieve?.(component, { query: 'query', filter: { owner: 'ada' } }, call)
      const filtered = asked.splice(0)
      expect(filtered.length).toBeGreaterThan(0)
      for (const search of filtered) expect(search.filter).toEqual({ owner: 'ada' })
      await retrieve?.(component, { query: 'query' }, call)
      for (const search of asked) expect(search).not.toHaveProperty('filter')
    })

    test('says what to connect where nothing is', async () => {
      const { call, component, provides } = openCase(facts, false)
      const retrieve = await provides.retriever?.()
      await expect(retrieve?.(component, { query: 'query' }, call)).rejects.toMatchObject({
        code: 'missing_component',
        message: expect.stringMatching(/has no .* Connect a (?:node of that kind|chat model) to it\./),
      })
    })
  },
)
