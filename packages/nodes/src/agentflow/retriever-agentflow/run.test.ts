import type { Component, RetrieveRequest } from '@runnel/node-kit'
import { createTestComponent, createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { retrieverAgentflow } from './definition.ts'
import { runRetriever } from './run.ts'

const node = { id: 'retrieverAgentflow_0', type: 'retrieverAgentflow', label: 'Library' }
const embedder = createTestComponent('demoEmbeddings')
const store = (name: string) =>
  createTestComponent('store', { label: name, values: { name } }, { retriever: async () => [] })
const found = (pageContent: string) => ({ pageContent, metadata: { of: pageContent }, score: 1 })

const ROWS = 'retrieverKnowledgeVSEmbeddings'
const shelves: Record<string, string[]> = { tea: ['t1', 'both', 't3'], coffee: ['c1', 'both'] }

function library(options: TestStepOptions = {}) {
  const asked: [Component, string][] = []
  const step = createTestStepContext({
    node,
    input: 'How hot?',
    selected: {
      [`${ROWS}[0].vectorStore`]: store('tea'),
      [`${ROWS}[0].embeddingModel`]: embedder,
      [`${ROWS}[1].vectorStore`]: store('coffee'),
      [`${ROWS}[1].embeddingModel`]: embedder,
    },
    retrieve: (component, query) => {
      asked.push([component, query])
      return (shelves[component.label] ?? []).map(found)
    },
    ...options,
    values: { [ROWS]: [{ vectorStore: 'store' }, { vectorStore: 'store' }, {}], ...options.values },
  })
  return { step, asked }
}

describe('a retriever', () => {
  test('looks into all places with their embeddings, and merges what it finds by rank', async () => {
    const { step, asked } = library()
    const result = await runRetriever(step.context)
    expect(result).toEqual({
      input: { question: 'How hot?' },
      output: { content: 't1\nc1\nboth\nt3' },
    })
    expect(asked.map(([{ label, anchors }, query]) => [label, anchors, query])).toEqual([
      ['tea', { embeddings: [embedder] }, 'How hot?'],
      ['coffee', { embeddings: [embedder] }, 'How hot?'],
    ])
  })

  test('asks what its author wrote, and tells metadata where they are wanted', async () => {
    const values = { retrieverQuery: 'green tea', outputFormat: 'textWithMetadata' }
    const { step, asked } = library({ values, isLast: true })
    const { output } = await runRetriever(step.context)
    expect(asked[0]?.[1]).toBe('green tea')
    expect(JSON.parse(String(output.content))[1]).toEqual({ pageContent: 'c1', metadata: { of: 'c1' } })
    expect(step.shown).toEqual([output.content])
  })
})

describe('what a retriever found', () => {
  test('stands behind the answer where its author lets readers see it, each text once', async () => {
    const { output } = await runRetriever(library({ values: { returnSourceDocuments: true } }).step.context)
    expect(output.sourceDocuments).toEqual([
      { pageContent: 't1', metadata: { of: 't1' } },
      { pageContent: 'c1', metadata: { of: 'c1' } },
      { pageContent: 'both', metadata: { of: 'both' } },
      { pageContent: 't3', metadata: { of: 't3' } },
    ])
    expect(retrieverAgentflow.definition.inputs).toContainEqual(
      expect.objectContaining({ name: 'returnSourceDocuments', default: false, initial: true }),
    )
  })

  test('meets the filter, which every place is given', async () => {
    const filters: unknown[] = []
    const retrieve = (_store: unknown, _query: string, { filter }: RetrieveRequest) => {
      filters.push(filter)
      return []
    }
    const values = { retrieverMetadataFilter: '{"page": {"$gte": 3}}', returnSourceDocuments: true }
    const { output } = await runRetriever(library({ values, retrieve }).step.context)
    expect(filters).toEqual([{ page: { $gte: 3 } }, { page: { $gte: 3 } }])
    expect(output).toEqual({ content: '' })
  })

  test('meets the filter of its own place too', async () => {
    const filters: unknown[] = []
    const retrieve = ({ label }: Component, _query: string, { filter }: RetrieveRequest) => {
      filters.push([label, filter])
      return []
    }
    const rows = [{ vectorStore: 'store', metadataFilter: '{"language": "en"}' }, { vectorStore: 'store' }]
    await runRetriever(library({ values: { [ROWS]: rows }, retrieve }).step.context)
    const values = { [ROWS]: rows, retrieverMetadataFilter: '{"page": {"$gte": 3}}' }
    await runRetriever(library({ values, retrieve }).step.context)
    expect(filters).toEqual([
      ['tea', { language: 'en' }],
      ['coffee', undefined],
      ['tea', { $and: [{ page: { $gte: 3 } }, { language: 'en' }] }],
      ['coffee', { page: { $gte: 3 } }],
    ])
    const wrong = { [ROWS]: [{ vectorStore: 'store', metadataFilter: '[1]' }] }
    await expect(runRetriever(library({ values: wrong }).step.context)).rejects.toThrow(
      'The metadata filter of tea is no JSON object. Correct it.',
    )
  })

  test('is nothing with a filter that cannot be read', async () => {
    const { step, asked } = library({ values: { retrieverMetadataFilter: '{page: 3' } })
    await expect(runRetriever(step.context)).rejects.toThrow(
      'The metadata filter of Library is no JSON object. Correct it.',
    )
    expect(asked).toEqual([])
  })
})

describe('a place that is not there', () => {
  test('is an error that names the document store', async () => {
    const values = {
      retrieverKnowledgeDocumentStores: [{ documentStore: '' }, { documentStore: 'id-1:Tea: all' }],
    }
    await expect(runRetriever(library({ values }).step.context)).rejects.toMatchObject({
      code: 'missing_component',
      message: expect.stringContaining(
        'Library looks into the document store “Tea: all”, which is not there.',
      ),
    })
  })

  test.each([
    ['no vector store for its embeddings', { [`${ROWS}[0].embeddingModel`]: embedder }],
    ['no embeddings for tea', { [`${ROWS}[0].vectorStore`]: store('tea') }],
    [
      'tea, which cannot be looked into',
      {
        [`${ROWS}[0].vectorStore`]: createTestComponent('store', { label: 'tea' }),
        [`${ROWS}[0].embeddingModel`]: embedder,
      },
    ],
  ])('is an error that says: %s', async (fault, selected) => {
    await expect(runRetriever(library({ selected }).step.context)).rejects.toThrow(
      `The knowledge of Library has ${fault}. Choose another one in the node.`,
    )
  })

  test('is missing altogether', async () => {
    await expect(runRetriever(library({ selected: {} }).step.context)).rejects.toThrow(
      'Library has nowhere to look',
    )
  })
})
