import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { databaseKinds } from '@runnel/db/testing'
import { halfBlack, makeEpub, makePdf, makeScan, makeSlides, makeWorkbook } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'

const GIGABYTE = 1024 * 1024 * 1024
/** Every number in place of the sizes of a zip, which says then that its part unfolds to 2 GB. */
const UNFOLDED = 3_000_000

/** A document whose large part says that it unfolds to nearly 2 GB. */
function asBomb(bytes: Uint8Array): Buffer {
  const bomb = Buffer.from(bytes)
  const [size, claimed] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32LE(UNFOLDED)
  claimed.writeUInt32LE(2 * GIGABYTE - 1)
  for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size, at + 4)) claimed.copy(bomb, at)
  return bomb
}

const large = Buffer.alloc(UNFOLDED, '<p>tea</p>').toString()

/** The site of a stranger, and a vendor whose embeddings grow when somebody says so. */
function createSite() {
  const site = { asked: [] as string[], dimensions: 3, held: undefined as Promise<void> | undefined }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? ''
    site.asked.push(url)
    if (url.startsWith('/endless/')) {
      const n = Number(url.slice('/endless/'.length))
      const links = [1, 2, 3].map((more) => `<a href="/endless/${n * 3 + more}">on</a>`)
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Page ${n}</p>${links.join('')}`)
    } else if (url === '/large.pdf') {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 2 * GIGABYTE })
      response.write('%PDF-1.7')
    } else {
      const { input } = JSON.parse(await text(request)) as { input: string | string[] }
      await site.held
      const vectors = [input].flat().map((given, index) => ({
        object: 'embedding',
        index,
        embedding: Array.from({ length: site.dimensions }, (_, at) => given.charCodeAt(at) || 1),
      }))
      const usage = { prompt_tokens: 1, total_tokens: 1 }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: vectors, model: 'm', usage }))
    }
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  return { site, server }
}

describe.each(databaseKinds)('what is hostile, or goes wrong, in a document store, on %s', (kind) => {
  const { site, server: stranger } = createSite()
  let server: VendorServer
  let scene: StoreScene
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runnel-hostile-'))
    const listed = join(folder, '.folders.json')
    const odd = join(folder, 'odd')
    await mkdir(odd)
    await writeFile(listed, JSON.stringify({ hostile: { path: folder }, odd: { path: odd } }))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    server = await startVendorServer({
      kind,
      leads: { 'tea.example': address },
      env: { LOADER_FOLDERS: listed },
    })
    scene = createStoreScene(server.administrator, server.vendor, server.credentialId)
  })
  afterAll(async () => {
    await server.stop()
    stranger.closeAllConnections()
    stranger.close()
    await rm(folder, { recursive: true })
  })

  const loaderOf = async (storeId: string) => (await scene.get(storeId)).loaders[0]
  const embeddings = () => ({
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: {
      modelName: 'text-embedding-3-small',
      basepath: 'https://tea.example/v1',
      FLOWISE_CREDENTIAL_ID: server.credentialId,
    },
  })
  const begin = (storeId: string) =>
    server.administrator.expect<{ jobId: string }>(
      200,
      'POST',
      '/document-store/vectorstore/insert?wait=false',
      { storeId, ...scene.settings, ...embeddings() },
    )

  test('a file of 2 GB is refused by its size, bombs by what they say, and their neighbours are read', async () => {
    const sparse = await open(join(folder, 'a-large.pdf'), 'w')
    await sparse.truncate(2 * GIGABYTE)
    await sparse.close()
    const cell = (of: string) => `<c t="inlineStr"><is><t>${of}</t></is></c>`
    const bombs = {
      'b.pptx': makeSlides([['Tea']], { 'ppt/slides/slide1.xml': large }),
      'c.xlsx': makeWorkbook({ Tea: '' }, { 'xl/worksheets/sheet1.xml': large }),
      'd.epub': makeEpub(['Tea'], { 'OEBPS/text/ch 0.xhtml': large }),
    }
    for (const [name, bytes] of Object.entries(bombs)) await writeFile(join(folder, name), asBomb(bytes))
    await writeFile(
      join(folder, 'e.xlsx'),
      makeWorkbook({ Tea: `<row>${cell('Kind')}</row><row>${cell('Green tea')}</row>` }),
    )
    await writeFile(join(folder, 'f.pdf'), makePdf([['Black tea']]))
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, {
      loaderId: 'folderFiles',
      loaderConfig: { folderPath: 'hostile', recursive: false },
    })
    const { chunks } = await scene.process(storeId, id)
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual(['- Kind: Green tea\n', 'Black tea'])
    const long = expect.stringContaining('takes too much time or memory to be read')
    expect((await loaderOf(storeId))?.sources).toMatchObject({
      total: 6,
      failed: 4,
      list: [
        { name: 'a-large.pdf', error: 'The file a-large.pdf is larger than 64 MB.' },
        { name: 'b.pptx', error: long },
        { name: 'c.xlsx', error: long },
        { name: 'd.epub', error: long },
        { name: 'e.xlsx', status: 'SYNC' },
        { name: 'f.pdf', status: 'SYNC' },
      ],
    })
  })

  test('a PDF that is locked, broken or of pictures alone is named, and tables of any encoding are read', async () => {
    const zeros = `<${'00'.repeat(32)}>`
    const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${zeros} /U ${zeros} /P -4 >> /ID [${zeros} ${zeros}]`
    const table = 'Tee;Preis\nGrün;2,5'
    const files: Record<string, Uint8Array> = {
      'a-locked.pdf': makePdf([['Tea']], { trailer }),
      'b-broken.pdf': makePdf([['Tea']]).subarray(0, 60),
      'c-pictures.pdf': makeScan([halfBlack]),
      'd-windows.csv': Buffer.from(table, 'latin1'),
      'e-wide.csv': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]),
      'f-marked.csv': Buffer.from(`\uFEFF${table}`),
    }
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, 'odd', name), bytes)
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, {
      loaderId: 'folderFiles',
      loaderConfig: { folderPath: 'odd', recursive: false },
    })
    const { chunks } = await scene.process(storeId, id)
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual(Array(3).fill('Tee: Grün\nPreis: 2,5'))
    expect((await loaderOf(storeId))?.sources).toMatchObject({
      total: 6,
      failed: 3,
      list: [
        { name: 'a-locked.pdf', error: expect.stringContaining('is locked with a password') },
        { name: 'b-broken.pdf', error: expect.stringContaining('it is damaged, or no PDF') },
        { name: 'c-pictures.pdf', error: expect.stringContaining('perhaps only pictures of pages') },
        { name: 'd-windows.csv', status: 'SYNC' },
        { name: 'e-wide.csv', status: 'SYNC' },
        { name: 'f-marked.csv', status: 'SYNC' },
      ],
    })
  })

  test('a site without end gives as many pages as any may, and says that it has more', async () => {
    const storeId = await scene.makeStore()
    const loaderConfig = { url: 'https://tea.example/endless/0', relativeLinksMethod: 'webCrawl', limit: 0 }
    const { id } = await scene.save(storeId, { loaderId: 'cheerioWebScraper', loaderConfig })
    site.asked = []
    const { count } = await scene.process(storeId, id)
    expect([count, site.asked.length]).toEqual([500, 500])
    const { sources } = (await loaderOf(storeId)) ?? {}
    expect(sources).toMatchObject({ total: 501, failed: 1 })
    expect(sources?.list[0]).toMatchObject({
      name: 'https://tea.example/endless/500',
      error: expect.stringContaining('A website gives 500 pages at most'),
    })
  })

  test('a vendor that gives vectors of other dimensions at a rebuild is refused, and the old ones answer', async () => {
    site.dimensions = 3
    const { storeId, loaderId } = await scene.makeFilled(
      'abc tea\nxyz coffee that is long enough to stand alone',
    )
    await scene.insert(storeId, embeddings())
    await scene.save(storeId, {
      ...scene.lines('abc tea\nnew milk that is long enough to stand all alone'),
      id: loaderId,
    })
    await scene.process(storeId, loaderId)
    site.dimensions = 5
    const refused = await server.administrator.call<{ message: string }>(
      'POST',
      '/document-store/vectorstore/insert',
      { storeId, ...scene.settings, ...embeddings() },
    )
    expect(refused.body.message).toMatch(/dimensions/)
    site.dimensions = 3
    expect((await scene.query(storeId, 'abc')).docs.map(({ pageContent }) => pageContent)).toEqual([
      'abc tea',
    ])
    expect((await scene.query(storeId, 'new')).docs[0]?.pageContent).not.toContain('new milk')
    site.dimensions = 5
    const asked = await server.administrator.call<{ message: string }>(
      'POST',
      '/document-store/vectorstore/query',
      { storeId, query: 'abc' },
    )
    expect(asked.body.message).toContain(
      'The question’s vector has 5 dimensions, but the store was filled with vectors of 3.'.replace('’', "'"),
    )
    await server.administrator.expect(200, 'DELETE', `/document-store/vectorstore/${storeId}`)
    expect(await scene.insert(storeId, embeddings())).toMatchObject({ numAdded: 2 })
    expect((await scene.query(storeId, 'new')).docs).toHaveLength(1)
  })

  test('of two rebuilds at once one is refused, and the store stands as the other made it', async () => {
    site.dimensions = 3
    const { storeId } = await scene.makeFilled('abc tea')
    const { promise, resolve: release } = Promise.withResolvers<void>()
    site.held = promise
    const { jobId } = await begin(storeId)
    const second = await server.administrator.call<{ message: string }>(
      'POST',
      '/document-store/vectorstore/insert',
      { storeId, ...scene.settings, ...embeddings() },
    )
    expect(second.status).toBe(409)
    release()
    site.held = undefined
    await server.administrator.call('GET', `/runs/${jobId}/events`)
    expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTED', answers: true, error: null })
  })

  test('a document that is deleted while its vectors are made is gone, and nothing of it is found', async () => {
    site.dimensions = 3
    const { storeId, loaderId } = await scene.makeFilled('abc tea')
    const { promise, resolve: release } = Promise.withResolvers<void>()
    site.held = promise
    const { jobId } = await begin(storeId)
    await server.administrator.expect(200, 'DELETE', `/document-store/loader/${storeId}/${loaderId}`)
    release()
    site.held = undefined
    await server.administrator.call('GET', `/runs/${jobId}/events`)
    const { loaders, totalChunks, answers } = await scene.get(storeId)
    expect([loaders, totalChunks]).toEqual([[], 0])
    if (answers) expect((await scene.query(storeId, 'abc')).docs).toEqual([])
  })
})
