import type { DocumentLoader } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAccount } from '../testing/connect-account.ts'
import { CLIENT } from '../testing/fake-accounts.ts'
import { type FileShelf, startFileShelf } from '../testing/file-shelf.ts'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'

/** Loaders whose servers list files with their versions. */
const LOADERS = ['s3Directory', 'googleDrive', 'github'] as const
type Loader = (typeof LOADERS)[number]

describe.each(databaseKinds)('files that a server lists with their versions, on %s', (kind) => {
  let shelf: FileShelf
  let running: VendorServer
  let scene: StoreScene
  let configs: Record<Loader, object>
  beforeAll(async () => {
    shelf = await startFileShelf()
    const hosts = ['s3.example', 'www.googleapis.com', 'oauth2.googleapis.com', 'api.github.com']
    running = await startVendorServer({
      kind,
      leads: Object.fromEntries(hosts.map((host) => [host, shelf.origin])),
    })
    scene = createStoreScene(running.administrator, running.vendor, running.credentialId)
    configs = {
      s3Directory: { bucketName: 'tea', region: 'us-east-1', serverUrl: 'http://s3.example' },
      googleDrive: { folderId: 'f1', FLOWISE_CREDENTIAL_ID: await makeAccount() },
      github: {
        repoLink: 'https://github.com/tea/handbook',
        FLOWISE_CREDENTIAL_ID: await makeCredential('githubApi', { accessToken: 'of-the-test' }),
      },
    }
  })
  afterAll(async () => {
    await running.stop()
    shelf.close()
  })
  beforeEach(() => {
    shelf.files.clear()
    for (const tea of ['Green', 'Black', 'White']) shelf.write(`${tea.toLowerCase()}.txt`, `${tea} tea`)
    forget()
  })

  function forget(): void {
    shelf.lacks = undefined
    shelf.read.length = 0
    shelf.lists = 0
  }
  const embedded = () => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
  const makeCredential = async (credentialName: string, plainDataObj: object): Promise<string> =>
    (
      await running.administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
        name: credentialName,
        credentialName,
        plainDataObj,
      })
    ).id

  async function makeAccount(): Promise<string> {
    const id = await makeCredential('googleDriveOAuth2', { ...CLIENT, scope: 'drive.readonly' })
    await connectAccount(running.administrator, id)
    return id
  }

  /** A store whose loader was read and whose vectors were made. */
  async function makeRead(loaderId: Loader) {
    const read = await makeProcessed(loaderId)
    await scene.insert(read.storeId)
    return read
  }

  /** The same without vectors. */
  async function makeProcessed(loaderId: Loader, more: object = {}) {
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, { loaderId, loaderConfig: configs[loaderId], ...more })
    await scene.process(storeId, id)
    const path = `/document-store/loader/${storeId}/${id}`
    const refresh = async (lacks?: string) => {
      forget()
      shelf.lacks = lacks
      const { refresh } = await running.administrator.expect<DocumentLoader>(200, 'POST', `${path}/refresh`)
      return refresh?.last
    }
    const texts = async () => {
      const chunks = `/document-store/chunks/${storeId}/${id}/1`
      const page = await running.administrator.expect<{ chunks: { id: string; pageContent: string }[] }>(
        200,
        'GET',
        chunks,
      )
      return page.chunks.map(({ pageContent }) => pageContent)
    }
    return { storeId, id, refresh, texts }
  }

  describe.each(LOADERS)('%s', (loaderId) => {
    test('is asked for its list alone where nothing changed', async () => {
      const { refresh, texts } = await makeRead(loaderId)
      expect(shelf.read.toSorted()).toEqual(['black.txt', 'green.txt', 'white.txt'])
      const before = embedded()
      expect(await refresh()).toMatchObject({ outcome: 'unchanged', added: 0, removed: 0 })
      expect([shelf.read, shelf.lists]).toEqual([[], 1])
      expect(embedded()).toBe(before)
      expect(await texts()).toEqual(['Green tea', 'Black tea', 'White tea'])
    })

    test('is asked for what changed and what is new; what went away leaves the store', async () => {
      const { storeId, refresh, texts } = await makeRead(loaderId)
      const before = embedded()
      shelf.write('black.txt', 'Cold black tea')
      shelf.files.delete('white.txt')
      shelf.write('yellow.txt', 'Yellow tea')
      expect(await refresh()).toMatchObject({ outcome: 'changed', added: 2, removed: 2 })
      expect([shelf.read.toSorted(), shelf.lists]).toEqual([['black.txt', 'yellow.txt'], 1])
      expect(embedded()).toBe(before + 1)
      const embeddings = running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings'))
      expect(embeddings.at(-1)?.body.input).toEqual(['Cold black tea', 'Yellow tea'])
      expect(await texts()).toEqual(['Green tea', 'Cold black tea', 'Yellow tea'])
      expect((await scene.query(storeId, 'Green tea')).docs[0]?.pageContent).toBe('Green tea')
      expect(JSON.stringify(await scene.query(storeId, 'White tea', { topK: '9' }))).not.toContain('White')
      expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
      expect(shelf.read).toEqual([])
    })

    test('gives what people changed only as long as nothing else did, as ever', async () => {
      const { storeId, id, refresh, texts } = await makeRead(loaderId)
      const chunks = `/document-store/chunks/${storeId}/${id}`
      const page = await running.administrator.expect<{ chunks: { id: string }[] }>(200, 'GET', `${chunks}/1`)
      const first = `${chunks}/${page.chunks[0]?.id}`
      await running.administrator.expect(200, 'PUT', first, { pageContent: 'Edited tea' })
      expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
      expect(await texts()).toEqual(['Edited tea', 'Black tea', 'White tea'])
      shelf.write('white.txt', 'Cold white tea')
      await refresh()
      expect(await texts()).toEqual(['Green tea', 'Black tea', 'Cold white tea'])
    })

    test('is read whole by other settings', async () => {
      const { storeId, id, refresh, texts } = await makeRead(loaderId)
      const loaderConfig = { ...configs[loaderId], metadata: '{"kind":"tea"}' }
      await scene.save(storeId, { id, loaderId, loaderConfig })
      expect(await refresh()).toMatchObject({ outcome: 'changed' })
      expect(shelf.read).toHaveLength(3)
      expect(await texts()).toHaveLength(3)
    })
  })

  test('a file that cannot be had is asked for again alone, while the others stand', async () => {
    const { refresh, texts } = await makeRead('s3Directory')
    shelf.write('black.txt', 'Cold black tea')
    await refresh('black.txt')
    expect(shelf.read).toEqual(['black.txt'])
    expect(await texts()).toEqual(['Green tea', 'White tea'])
    await refresh()
    expect(shelf.read).toEqual(['black.txt'])
    expect(await texts()).toEqual(['Green tea', 'Cold black tea', 'White tea'])
  })

  test('what was read in a second try of failed files is known from then on', async () => {
    shelf.lacks = 'black.txt'
    const { storeId, id, refresh, texts } = await makeRead('s3Directory')
    expect(await texts()).toEqual(['Green tea', 'White tea'])
    forget()
    const again = `/document-store/loader/process/${id}?only=failed`
    await running.administrator.expect(200, 'POST', again, { storeId, id })
    expect(shelf.read).toEqual(['black.txt'])
    expect(await texts()).toEqual(['Green tea', 'White tea', 'Black tea'])
    expect(await refresh()).toMatchObject({ outcome: 'unchanged', added: 0, removed: 0 })
    expect(shelf.read).toEqual([])
    expect(await texts()).toEqual(['Green tea', 'Black tea', 'White tea'])
  })

  test('a file that was written anew as it was is read once more, and changes nothing', async () => {
    const { refresh } = await makeRead('s3Directory')
    shelf.write('black.txt', 'Black tea')
    expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
    expect(shelf.read).toEqual(['black.txt'])
    await refresh()
    expect(shelf.read).toEqual([])
  })

  test('a file with more pieces than are held stands beside one that changed', async () => {
    const lines = (word: string) =>
      Array.from({ length: 2_100 }, (_, n) => `${word} tea, number ${n}`).join('\n')
    shelf.write('black.txt', lines('Black'))
    const splitter = {
      splitterId: 'characterTextSplitter',
      splitterConfig: { separator: '\n', chunkSize: 30, chunkOverlap: 0 },
    }
    const { storeId, refresh } = await makeProcessed('s3Directory', splitter)
    expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
    expect(shelf.read).toEqual([])
    shelf.write('white.txt', lines('White'))
    expect(await refresh()).toMatchObject({ outcome: 'changed', added: 2_100, removed: 1 })
    expect(shelf.read).toEqual(['white.txt'])
    const [loader] = (await scene.get(storeId)).loaders
    expect(loader).toMatchObject({ totalChunks: 4_201, status: 'SYNC' })
    expect(loader?.sources?.list.map(({ totalChunks }) => totalChunks)).toEqual([1, 2_100, 2_100])
  })
})
