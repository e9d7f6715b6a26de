import type { DocumentStore } from '@runnel/contract'
import { expect, test } from 'vitest'
import { shownStatus } from './under-way.ts'

const storeOf = (status: string, ...loaders: string[]) =>
  ({ status, loaders: loaders.map((each) => ({ status: each })) }) as unknown as DocumentStore

const unread = { status: 'STALE', files: [{ error: 'No PDF.' }] }

test.each([
  ['one whose loader is read is being processed', storeOf('STALE', 'SYNC', 'SYNCING'), 'SYNCING'],
  ['one that is out of date says so', storeOf('STALE', 'STALE'), 'STALE'],
  [
    'one that answers from all that could be read says so',
    { ...storeOf('STALE'), isCurrent: true, loaders: [unread] } as unknown as DocumentStore,
    'UPSERTED',
  ],
  [
    'one whose vectors are old does not, whatever could not be read',
    { ...storeOf('STALE'), loaders: [unread] } as unknown as DocumentStore,
    'STALE',
  ],
  [
    'one whose vectors are made says so, whatever its loaders do',
    storeOf('UPSERTING', 'SYNCING'),
    'UPSERTING',
  ],
])('%s', (_title, store, shown) => {
  expect(shownStatus(store)).toBe(shown)
})
