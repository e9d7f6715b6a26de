import type { VectorStore } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { findDocuments } from './document-source.ts'

const asked: unknown[] = []
const vectorStore: VectorStore = {
  add: async () => ({ added: 0, known: 0 }),
  ingest: async () => ({ added: 0, known: 0 }),
  search: async (_component, request) => {
    asked.push(request)
    return [
      { pageContent: 'near', metadata: { n: 1 }, score: 0.9 },
      { pageContent: 'far', metadata: {}, score: 0.2 },
    ]
  },
}
const store = createTestComponent('store', { values: { topK: '2' } }, { vectorStore })
const { call } = createTestCallContext()
const node = (values: Record<string, string>, anchors = { vectorStore: [store] }) =>
  createTestComponent('vectorStoreToDocument', { label: 'Finder', values, anchors })

test('what the store finds are its documents, those that fit well enough', async () => {
  expect(await findDocuments(node({ query: 'tea', minScore: '75' }), call)).toEqual([
    { pageContent: 'near', metadata: { n: 1 } },
  ])
  expect(asked).toEqual([{ query: 'tea', limit: 2 }])
  expect(await findDocuments(node({ query: 'tea' }), call)).toHaveLength(2)
})

test('without a store it says what to do', async () => {
  await expect(findDocuments(node({}, { vectorStore: [] }), call)).rejects.toThrow(
    'Finder has no vector store',
  )
})
