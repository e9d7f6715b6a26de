import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'

const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])

/** A site of three pages, of which the second fails and the third waits until it is released. */
async function startHeldSite() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const site = createServer(async ({ url }, response) => {
    if (url === '/failing') return response.writeHead(500).end()
    if (url === '/held') await released
    response.setHeader('content-type', 'text/html')
    return response.end('<p>Tea <a href="/failing">a</a> <a href="/held">b</a>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const close = () => {
    site.closeAllConnections()
    site.close()
  }
  return { host, origin: `http://${host}/`, release, close }
}

describe.each(databaseKinds)('a loader with many sources, on %s', (kind) => {
  let server: VendorServer
  let scene: StoreScene
  let folder: string
  let site: Awaited<ReturnType<typeof startHeldSite>>
  beforeAll(async () => {
    site = await startHeldSite()
    folder = await mkdtemp(join(tmpdir(), 'runnel-sources-'))
    const listed = join(folder, '.folders.json')
    await writeFile(listed, JSON.stringify({ handbook: { path: folder } }))
    server = await startVendorServer({ kind, env: { LOADER_FOLDERS: listed, EGRESS_ALLOW: site.host } })
    scene = createStoreScene(server.administrator, server.vendor, server.credentialId)
  })
  afterAll(async () => {
    await server.stop()
    site.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    await writeFile(join(folder, 'a.txt'), 'Green tea')
    await writeFile(join(folder, 'b.txt'), 'Black tea')
    await writeFile(join(folder, 'c.png'), PICTURE)
    await writeFile(join(folder, 'd.md'), 'White tea')
  })

  const loader = { loaderId: 'folderFiles', loaderConfig: { folderPath: 'handbook', recursive: false } }
  const textsOf = ({ chunks }: { chunks: { pageContent: string }[] }) =>
    chunks.map(({ pageContent }) => pageContent)
  async function makeRead() {
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, loader)
    const page = await scene.process(storeId, id)
    return { storeId, id, page }
  }
  const retry = (storeId: string, id: string) =>
    server.administrator.expect<{ chunks: { pageContent: string }[] }>(
      200,
      'POST',
      `/document-store/loader/process/${id}?only=failed`,
      { storeId, id },
    )

  test('keeps what was read where one cannot be, and names that', async () => {
    const { storeId, page } = await makeRead()
    expect(textsOf(page)).toEqual(['Green tea', 'Black tea', 'White tea'])
    const [read] = (await scene.get(storeId)).loaders
    expect(read).toMatchObject({ status: 'STALE', totalChunks: 3, error: null })
    expect(read?.sources).toEqual({
      total: 4,
      failed: 1,
      list: [
        { id: 'c.png', name: 'c.png', status: 'STALE', error: expect.stringContaining('c.png is no text') },
        { id: 'a.txt', name: 'a.txt', status: 'SYNC', totalChunks: 1 },
        { id: 'b.txt', name: 'b.txt', status: 'SYNC', totalChunks: 1 },
        { id: 'd.md', name: 'd.md', status: 'SYNC', totalChunks: 1 },
      ],
    })
  })

  test('tells while it reads how many of its sources are, and how many are not', async () => {
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, {
      loaderId: 'cheerioWebScraper',
      loaderConfig: { url: site.origin, relativeLinksMethod: 'webCrawl', limit: '0' },
    })
    const path = `/document-store/loader/process/${id}?wait=false`
    await server.administrator.expect(200, 'POST', path, { storeId, id })
    const reading = async () => (await scene.get(storeId)).loaders[0]?.reading
    await expect.poll(reading).toEqual({ done: 2, failed: 1 })
    site.release()
    await expect.poll(async () => (await scene.get(storeId)).loaders[0]?.status).toBe('STALE')
    expect(await reading()).toBeUndefined()
    expect((await scene.get(storeId)).loaders[0]?.sources).toMatchObject({ total: 3, failed: 1 })
  })

  test('reads those alone again that could not be read, and leaves what people changed', async () => {
    const { storeId, id, page } = await makeRead()
    const chunk = `/document-store/chunks/${storeId}/${id}/${page.chunks[0]?.id}`
    await server.administrator.expect(200, 'PUT', chunk, { pageContent: 'Changed by hand' })
    expect(textsOf(await retry(storeId, id))).toEqual(['Changed by hand', 'Black tea', 'White tea'])
    expect((await scene.get(storeId)).loaders[0]?.sources).toMatchObject({ total: 4, failed: 1 })
    await writeFile(join(folder, 'b.txt'), 'Black tea, changed since')
    await writeFile(join(folder, 'c.png'), 'Yellow tea')
    expect(textsOf(await retry(storeId, id))).toEqual([
      'Changed by hand',
      'Black tea',
      'White tea',
      'Yellow tea',
    ])
    const [read] = (await scene.get(storeId)).loaders
    expect(read).toMatchObject({ status: 'SYNC', edited: true, sources: { total: 4, failed: 0 } })
  })

  test('is read again whole by a refresh, which changes nothing where nothing changed', async () => {
    const { storeId, id } = await makeRead()
    const refresh = () =>
      server.administrator.expect(200, 'POST', `/document-store/loader/${storeId}/${id}/refresh`)
    expect(await refresh()).toMatchObject({
      status: 'STALE',
      refresh: { last: { outcome: 'unchanged' } },
      sources: { failed: 1 },
    })
    await writeFile(join(folder, 'c.png'), 'Yellow tea')
    expect(await refresh()).toMatchObject({
      status: 'SYNC',
      totalChunks: 4,
      refresh: { last: { outcome: 'changed', added: 1, removed: 0 } },
      sources: { total: 4, failed: 0 },
    })
  })

  test('does without a file that is too large', async () => {
    const large = await open(join(folder, 'c.png'), 'w')
    await large.truncate(64 * 1024 * 1024 + 1)
    await large.close()
    const { storeId, page } = await makeRead()
    expect(textsOf(page)).toEqual(['Green tea', 'Black tea', 'White tea'])
    expect((await scene.get(storeId)).loaders[0]?.sources?.list[0]).toMatchObject({
      name: 'c.png',
      error: 'The file c.png is larger than 64 MB.',
    })
  })

  test('keeps what it had where none can be read', async () => {
    const { storeId, id } = await makeRead()
    for (const name of ['a.txt', 'b.txt', 'd.md']) await writeFile(join(folder, name), PICTURE)
    const refused = await server.administrator.call<{ message: string }>(
      'POST',
      `/document-store/loader/process/${id}`,
      { storeId, id },
    )
    expect(refused.status).toBe(500)
    expect(refused.body.message).toMatch(/Of 4 sources none could be read\. a\.txt: a\.txt is no text/)
    expect((await scene.get(storeId)).loaders[0]).toMatchObject({
      totalChunks: 3,
      sources: { total: 4, failed: 1 },
    })
  })

  test('shows in its preview what can be read, and names the rest', async () => {
    const storeId = await scene.makeStore()
    const shown = await server.administrator.expect<{ chunks: { pageContent: string }[] }>(
      200,
      'POST',
      '/document-store/loader/preview',
      { storeId, ...loader },
    )
    expect(textsOf(shown)).toEqual(['Green tea', 'Black tea', 'White tea'])
    expect(shown).toMatchObject({
      totalChunks: 3,
      isWhole: true,
      unread: [{ name: 'c.png', error: expect.stringContaining('c.png is no text') }],
    })
  })

  test('ends a flow that reads it, with the name of the file', async () => {
    const embeddings = chainNode('openAIEmbeddings_0', 'Embeddings', { basepath: server.vendor.baseURL })
    embeddings.data.credential = server.credentialId
    const flow = {
      nodes: [
        embeddings,
        chainNode('folderFiles_0', 'Folder', loader.loaderConfig),
        chainNode('memoryVectorStore_0', 'Store', {}),
      ],
      edges: [
        chainEdge('folderFiles_0', 'memoryVectorStore_0', ['document', 'Document', 'document']),
        chainEdge('openAIEmbeddings_0', 'memoryVectorStore_0', ['embeddings', 'Embeddings']),
      ],
    }
    const flowId = await makeFlow(server.administrator, flow, { type: 'CHATFLOW' })
    const { status, body } = await server.administrator.call<{ message: string }>(
      'POST',
      `/vector/upsert/${flowId}`,
      {},
    )
    expect([status, body.message]).toEqual([expect.any(Number), expect.stringContaining('c.png is no text')])
    expect(status).toBeGreaterThanOrEqual(400)
  })
})
