import type { CallDocumentStores, StoredPart } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { loadChunks } from './document-source.ts'

const chunks = ['green', 'black'].map((pageContent) => ({ pageContent, metadata: {} }))
const asked: (StoredPart | undefined)[] = []
const documentStore: CallDocumentStores = {
  find: async (id) => (id === 'tea' ? { id, name: 'Tea', description: '', version: '1' } : undefined),
  readChunks: async (_id, part) => {
    asked.push(part)
    return chunks
  },
}
const { call } = createTestCallContext({ documentStore })
const node = (values: Record<string, string | object>) =>
  createTestComponent('documentStore', { label: 'Library', values: values as never })

test('the chunks of the chosen store are its documents', async () => {
  expect(await loadChunks(node({ selectedStore: 'tea' }), call)).toEqual(chunks)
  expect(await loadChunks(node({ selectedStore: 'tea:Tea' }), call)).toEqual(chunks)
})

test('a part of them is asked for as it is named', async () => {
  const part = { loaderId: 'l', from: 1, to: 9 }
  await loadChunks(node({ selectedStore: 'tea', part }), call)
  expect(asked.at(-1)).toEqual(part)
})

test('without a store, or with one that is gone, it says what to do', async () => {
  await expect(loadChunks(node({}), call)).rejects.toThrow('Library has no store. Choose one in the node.')
  await expect(loadChunks(node({ selectedStore: 'x' }), call)).rejects.toThrow('is not there any more')
})
