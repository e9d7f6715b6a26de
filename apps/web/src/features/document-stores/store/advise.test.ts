import type { DocumentLoader, DocumentStore } from '@runnel/contract'
import { expect, test } from 'vitest'
import { adviseOn, standOfVectors } from './advise.ts'

const loader = (more: Partial<DocumentLoader>): DocumentLoader => ({
  id: 'l',
  loaderId: 'plainText',
  loaderName: 'Plain Text',
  loaderConfig: {},
  splitterId: '',
  splitterName: '',
  splitterConfig: {},
  totalChunks: 1,
  totalChars: 1,
  status: 'SYNC',
  source: 'text',
  edited: false,
  error: null,
  runId: null,
  refresh: null,
  tags: [],
  ...more,
})
const store = (more: Partial<DocumentStore>): DocumentStore => ({
  id: 's',
  name: 'Handbook',
  description: null,
  status: 'SYNC',
  loaders: [loader({})],
  whereUsed: [],
  vectorStoreConfig: null,
  embeddingConfig: null,
  recordManagerConfig: null,
  contextConfig: null,
  rerankerConfig: null,
  totalChars: 1,
  totalChunks: 1,
  revision: 1,
  createdDate: '',
  updatedDate: '',
  workspaceId: 'w',
  answers: false,
  isCurrent: false,
  error: null,
  runId: null,
  ...more,
})
const chosen = { name: 'x', config: {} }
const settings = { vectorStoreConfig: chosen, embeddingConfig: chosen }
const unread = {
  id: 'f',
  name: 'a.pdf',
  mimePrefix: 'application/pdf',
  size: 1,
  status: 'STALE' as const,
  uploaded: '',
  error: 'No PDF.',
}

test.each([
  [undefined, { status: 'EMPTY', loaders: [] }],
  ['process', { status: 'STALE', loaders: [loader({ status: 'NEW' })] }],
  ['process', { status: 'STALE', loaders: [loader({}), loader({ status: 'STALE' })], answers: true }],
  ['filesFailed', { status: 'STALE', loaders: [loader({ status: 'STALE', files: [unread] })] }],
  [
    'filesFailed',
    { status: 'STALE', loaders: [loader({ status: 'STALE', sources: { total: 4, failed: 1, list: [] } })] },
  ],
  ['processing', { status: 'STALE', loaders: [loader({ status: 'SYNCING', files: [unread] })], error: 'x' }],
  ['upserting', { status: 'UPSERTING', error: 'the last one' }],
  ['failed', { status: 'SYNC', error: 'No key.' }],
  ['chooseVectors', { status: 'SYNC' }],
  ['upsert', { status: 'SYNC', ...settings }],
  ['upsertAgain', { status: 'STALE', ...settings, answers: true }],
  ['ready', { status: 'UPSERTED', ...settings, answers: true }],
] as const)('the next step is %s', (advice, more) => {
  expect(adviseOn(store(more as Partial<DocumentStore>))).toBe(advice)
})

test.each([
  ['current', { ...settings, answers: true, isCurrent: true }],
  ['old', { ...settings, answers: true }],
  ['missing', settings],
  ['unchosen', {}],
] as const)('vectors are %s', (stand, more) => {
  expect(standOfVectors(store(more))).toBe(stand)
})
