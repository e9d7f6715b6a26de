import type { FakeOpenAI } from '@runnel/providers/testing'
import type { StoreScene } from '../store-scene.ts'
import { type ActScene, UNTOLD } from './act.ts'

/** Where document stores can be filled. */
export interface StoreActScene extends ActScene {
  stores: StoreScene
  vendor: FakeOpenAI
}

/** Where the calls of document stores begin. */
export const STORE = '/document-store'
/** What the loaders read. */
export const TEXT = ['one', 'two', 'three'].map((line) => `${line} ${UNTOLD}`).join('\n')

/** What the entry says of the store that `makeStore` makes. */
export const ofStore = (subjectId: string) => ({
  subjectKind: 'document-store',
  subjectId,
  subjectName: 'Drinks',
})
/** What it says of its loader. */
export const ofLoader = (subjectId: string) => ({
  subjectKind: 'document-loader',
  subjectId,
  subjectName: 'Drinks: Plain Text',
})
/** What it tells of that. */
export const loaderTold = {
  name: 'Plain Text',
  type: 'plainText',
  splitter: 'characterTextSplitter',
  files: 0,
}

/** A loader of three chunks in a store. */
export async function fill({ stores, administrator }: StoreActScene) {
  const place = await stores.makeFilled(TEXT)
  const path = `${STORE}/chunks/${place.storeId}/${place.loaderId}`
  const { chunks } = await administrator.expect<{ chunks: { id: string }[] }>(200, 'GET', `${path}/1`)
  return { ...place, path, chunkIds: chunks.map(({ id }) => id) }
}
