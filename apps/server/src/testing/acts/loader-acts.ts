import { expect } from 'vitest'
import { type Act, type Acts, UNTOLD } from './act.ts'
import { fill, loaderTold, ofLoader, STORE, type StoreActScene, TEXT } from './filled-store.ts'

const aChunk = (chunk: number) => ({ chunk, characters: expect.any(Number) })

/** A change of the chunks of a loader. */
function changeChunks(
  action: Act<StoreActScene>['action'],
  describe: (place: Awaited<ReturnType<typeof fill>>) => { path: string; body?: object; told: object },
): readonly Act<StoreActScene>[] {
  return [
    {
      action,
      async ready(scene) {
        const place = await fill(scene)
        const { told, ...call } = describe(place)
        return { ...call, told: { ...ofLoader(place.loaderId), ...told } }
      },
    },
  ]
}

/** What is done to the loaders of a document store and to their chunks. */
export const loaderActs: Acts<StoreActScene> = {
  saveLoader: [
    {
      action: 'document-loader.created',
      async ready({ stores }) {
        const storeId = await stores.makeStore()
        const told = { subjectKind: 'document-loader', subjectName: 'Drinks: Plain Text', after: loaderTold }
        return { path: `${STORE}/loader/save`, body: { storeId, ...stores.lines(TEXT) }, told }
      },
    },
    {
      action: 'document-loader.updated',
      async ready({ stores }) {
        const { storeId, loaderId } = await stores.makeFilled(TEXT)
        return {
          path: `${STORE}/loader/save`,
          body: { storeId, id: loaderId, ...stores.lines(`${TEXT}\nfour`) },
          told: { ...ofLoader(loaderId), before: loaderTold, after: { ...loaderTold, hasNewSettings: true } },
        }
      },
    },
  ],
  processLoader: [
    {
      action: 'document-loader.processed',
      async ready({ stores }) {
        const { storeId, loaderId: id } = await stores.makeFilled(TEXT)
        // As the page sends it: with settings that are saved already.
        const body = { storeId, id, ...stores.lines(TEXT) }
        return {
          path: `${STORE}/loader/process/${id}`,
          body,
          told: { ...ofLoader(id), after: { loaders: 1 } },
        }
      },
    },
  ],
  deleteLoader: [
    {
      action: 'document-loader.deleted',
      async ready(scene) {
        const { storeId, loaderId } = await fill(scene)
        const told = { ...ofLoader(loaderId), before: { ...loaderTold, chunks: expect.any(Number) } }
        return { path: `${STORE}/loader/${storeId}/${loaderId}`, told }
      },
    },
  ],
  setLoaderRefresh: [
    {
      action: 'document-loader.refresh-changed',
      async ready(scene) {
        const { storeId, loaderId } = await fill(scene)
        const setting = { every: 'days', count: 1, at: '06:30', timeZone: 'Europe/Berlin' }
        return {
          path: `${STORE}/loader/${storeId}/${loaderId}/refresh`,
          body: { setting },
          told: {
            ...ofLoader(loaderId),
            before: { setting: null, isPaused: false },
            after: { setting, isPaused: false },
          },
        }
      },
    },
  ],
  refreshLoader: [
    {
      action: 'document-loader.refreshed',
      async ready(scene) {
        const { storeId, loaderId } = await fill(scene)
        const told = { ...ofLoader(loaderId), after: { loaders: 1 } }
        return { path: `${STORE}/loader/${storeId}/${loaderId}/refresh`, told }
      },
    },
  ],
  setLoaderTags: [
    {
      action: 'document-store.access-changed',
      async ready(scene) {
        const { storeId, loaderId } = await fill(scene)
        return {
          path: `${STORE}/loader/${storeId}/${loaderId}/tags`,
          body: { tags: ['hr'] },
          told: { subjectName: 'Drinks: Plain Text', before: { tags: [] }, after: { tags: ['hr'] } },
        }
      },
    },
  ],
  updateChunk: changeChunks('document-chunk.updated', ({ path, chunkIds: [id] }) => ({
    path: `${path}/${id}`,
    body: { pageContent: `Other ${UNTOLD}` },
    told: {
      before: { chunks: [aChunk(1)] },
      after: { chunks: [{ chunk: 1, characters: `Other ${UNTOLD}`.length }] },
    },
  })),
  splitChunk: changeChunks('document-chunk.split', ({ path, chunkIds: [id] }) => ({
    path: `${path}/${id}/split`,
    body: { at: [3] },
    told: { before: { chunks: [aChunk(1)] }, after: { chunks: [{ chunk: 1, characters: 3 }, aChunk(2)] } },
  })),
  mergeChunks: changeChunks('document-chunk.merged', ({ path, chunkIds: [one, two] }) => ({
    path: `${path}/merge`,
    body: { ids: [one, two] },
    told: { before: { chunks: [aChunk(1), aChunk(2)] }, after: { chunks: [aChunk(1)] } },
  })),
  deleteChunk: changeChunks('document-chunk.deleted', ({ path, chunkIds: [id] }) => ({
    path: `${path}/${id}`,
    told: { before: { chunks: [aChunk(1)] } },
  })),
}
