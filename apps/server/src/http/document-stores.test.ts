import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES } from '../testing/store-flow.ts'
import { inlineFile, type StoreServer, startStoreServer } from '../testing/store-scene.ts'

const TEA = makePdf([['Green tea is steeped at seventy degrees.'], ['Black tea wants boiling water.']])
const COFFEE = makePdf([['Espresso needs nine bar of pressure.']])
const DAMAGED = new TextEncoder().encode('%PDF-1.7 and then nothing of use')

describe.each(databaseKinds)('a document store, on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())

  test('begins empty, is listed, renamed and deleted', async () => {
    const made = await running.caller.expect<Record<string, unknown>>(200, 'POST', '/document-store/store', {
      name: 'Tea',
      description: 'All of tea',
    })
    expect(made).toMatchObject({ status: 'EMPTY', loaders: '[]', whereUsed: '[]', embeddingConfig: null })
    const list = await running.caller.expect<{ id: string }[]>(200, 'GET', '/document-store/store')
    expect(list.map(({ id }) => id)).toContain(made.id)
    const renamed = await running.caller.expect(200, 'PUT', `/document-store/store/${made.id}`, {
      name: 'Teas',
    })
    expect(renamed).toMatchObject({ name: 'Teas', description: 'All of tea', loaders: [], totalChunks: 0 })
    const path = `/document-store/store/${made.id}`
    expect(await running.caller.expect(200, 'DELETE', path)).toEqual({ deleted: 1 })
    await running.caller.expect(404, 'GET', path)
  })

  test('shows what a loader would give, and keeps nothing of it', async () => {
    const storeId = await running.scene.makeStore()
    const loader = { loaderId: 'pdfFile', loaderConfig: { pdfFile: inlineFile(TEA, 'tea.pdf') } }
    const shown = await running.caller.expect(200, 'POST', '/document-store/loader/preview', {
      storeId,
      ...loader,
      previewChunkCount: 1,
    })
    expect(shown).toMatchObject({ chunks: [{ pageContent: LINES[0] }], totalChunks: 2, previewChunkCount: 1 })
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'EMPTY', loaders: [] })
    expect(await running.server.dump()).not.toContain('steeped at seventy')
  })

  test('is processed: its chunks take the place of those before', async () => {
    const storeId = await running.scene.makeStore()
    const saved = await running.scene.save(storeId, running.scene.lines())
    expect(saved).toMatchObject({ status: 'NEW', totalChunks: 0, splitterName: 'Character Text Splitter' })
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE' })
    const page = await running.scene.process(storeId, saved.id)
    expect(page.chunks.map(({ pageContent }) => pageContent)).toEqual(LINES)
    expect(page.chunks.map(({ chunkNo }) => chunkNo)).toEqual([1, 2, 3])
    const characters = LINES.join('').length
    expect(await running.scene.get(storeId)).toMatchObject({
      status: 'SYNC',
      totalChunks: 3,
      totalChars: characters,
      loaders: [{ status: 'SYNC', totalChunks: 3, edited: false, error: null }],
    })
    const changed = await running.scene.save(storeId, { ...running.scene.lines(LINES[1]), id: saved.id })
    expect(changed).toMatchObject({ status: 'STALE', totalChunks: 3 })
    expect((await running.scene.process(storeId, saved.id)).count).toBe(1)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', totalChunks: 1 })
  })

  test('takes an empty file among others, which fails alone, and refuses what is no base64', async () => {
    const storeId = await running.scene.makeStore()
    const nothing = inlineFile(new Uint8Array(), 'nothing.txt', 'text/plain')
    const loader = (files: string[]) => ({
      loaderId: 'fileLoader',
      loaderConfig: { file: JSON.stringify(files) },
    })
    const both = loader([nothing, inlineFile(TEA, 'tea.pdf')])
    const preview = { storeId, ...both }
    expect(await running.caller.expect(200, 'POST', '/document-store/loader/preview', preview)).toMatchObject(
      { totalChunks: 2, isWhole: true },
    )
    const { id } = await running.scene.save(storeId, both)
    expect((await running.scene.process(storeId, id)).count).toBe(2)
    expect((await running.scene.get(storeId)).loaders[0]?.files).toMatchObject([
      { name: 'nothing.txt', size: 0, status: 'STALE', error: 'The file nothing.txt is empty.' },
      { name: 'tea.pdf', status: 'SYNC', totalChunks: 2 },
    ])
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE', isCurrent: false })
    await running.scene.insert(storeId)
    expect(await running.scene.get(storeId)).toMatchObject({
      status: 'STALE',
      answers: true,
      isCurrent: true,
    })
    const wrong = { storeId, ...loader(['data:text/plain;base64,!,filename:wrong.txt']) }
    const refused = await running.caller.call<{ message: string }>(
      'POST',
      '/document-store/loader/save',
      wrong,
    )
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/wrong\.txt/) } })
  })

  test('reads file by file: a bad one fails alone, and the originals can be fetched', async () => {
    const storeId = await running.scene.makeStore()
    const files = [
      inlineFile(TEA, 'tea.pdf'),
      inlineFile(DAMAGED, 'bad.pdf'),
      inlineFile(COFFEE, 'coffee.pdf'),
    ]
    const { id } = await running.scene.save(storeId, {
      loaderId: 'pdfFile',
      loaderConfig: { pdfFile: JSON.stringify(files) },
    })
    const page = await running.scene.process(storeId, id)
    expect(page.chunks.map(({ pageContent }) => pageContent)).toEqual(LINES)
    const [loader] = (await running.scene.get(storeId)).loaders
    expect(loader?.loaderConfig.pdfFile).toBe('FILE-STORAGE::["tea.pdf","bad.pdf","coffee.pdf"]')
    expect(loader?.status).toBe('STALE')
    expect(loader?.files?.map(({ name, status, totalChunks }) => [name, status, totalChunks])).toEqual([
      ['tea.pdf', 'SYNC', 2],
      ['bad.pdf', 'STALE', 0],
      ['coffee.pdf', 'SYNC', 1],
    ])
    expect(loader?.files?.[1]?.error).toMatch(/bad\.pdf/)
    const process = `/document-store/loader/process/${id}`
    const chunk = `/document-store/chunks/${storeId}/${id}/${page.chunks[0]?.id}`
    await running.caller.expect(200, 'PUT', chunk, { pageContent: 'Changed by hand.' })
    type Page = { chunks: { pageContent: string }[] }
    const again = await running.caller.expect<Page>(200, 'POST', `${process}?only=failed`, { storeId, id })
    expect(again.chunks.map(({ pageContent }) => pageContent)).toEqual([
      'Changed by hand.',
      ...LINES.slice(1),
    ])
    expect((await running.scene.get(storeId)).loaders[0]).toMatchObject({
      edited: true,
      files: [{ totalChunks: 2 }, { error: expect.stringMatching(/bad\.pdf/) }, { totalChunks: 1 }],
    })
    await running.caller.expect(400, 'POST', `${process}?only=some`, { storeId, id })
    const whole = await running.caller.expect<Page>(200, 'POST', process, { storeId, id })
    expect(whole.chunks.map(({ pageContent }) => pageContent)).toEqual(LINES)
    const path = `/document-store/loader/${storeId}/${id}/file`
    const coffee = await running.caller.open('GET', `${path}?fileId=${loader?.files?.[2]?.id}`)
    expect(new Uint8Array(await coffee.arrayBuffer())).toEqual(new Uint8Array(COFFEE))
    expect(coffee.headers.get('content-disposition')).toMatch(/^attachment; .*coffee\.pdf/)
    await running.caller.expect(400, 'GET', path)
    const kept = { pdfFile: 'FILE-STORAGE::["tea.pdf","coffee.pdf"]' }
    await running.scene.save(storeId, { id, loaderId: 'pdfFile', loaderConfig: kept })
    expect((await running.scene.process(storeId, id)).count).toBe(3)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC' })
    expect(await running.scene.get(storeId)).toMatchObject({
      loaders: [{ files: [{ name: 'tea.pdf' }, { name: 'coffee.pdf' }] }],
    })
  })

  test('where nothing can be read, says why and keeps what it had', async () => {
    const storeId = await running.scene.makeStore()
    const { id } = await running.scene.save(storeId, {
      loaderId: 'pdfFile',
      loaderConfig: { pdfFile: inlineFile(TEA, 'tea.pdf') },
    })
    await running.scene.process(storeId, id)
    await running.scene.save(storeId, {
      id,
      loaderId: 'pdfFile',
      loaderConfig: { pdfFile: inlineFile(DAMAGED, 'bad.pdf') },
    })
    const path = `/document-store/loader/process/${id}`
    const failed = await running.caller.call<{ message: string }>('POST', path, { storeId, id })
    expect(failed.status).toBeGreaterThanOrEqual(400)
    expect(failed.body.message).toMatch(/bad\.pdf/)
    const [loader] = (await running.scene.get(storeId)).loaders
    expect(loader).toMatchObject({
      status: 'STALE',
      totalChunks: 2,
      error: expect.stringMatching(/bad\.pdf/),
    })
  })

  test('has chunks that are searched, changed, cut, joined and deleted', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const chunks = `/document-store/chunks/${storeId}`
    const texts = async (path: string) =>
      (
        await running.caller.expect<{
          chunks: { id: string; pageContent: string; chunkNo: number }[]
          count: number
        }>(200, 'GET', path)
      ).chunks
    expect((await texts(`${chunks}/all/1?search=TEA`)).map(({ chunkNo }) => chunkNo)).toEqual([1, 2])
    const [first, second, third] = await texts(`${chunks}/${loaderId}/1`)
    const body = { pageContent: 'Green tea: seventy degrees.', metadata: { by: 'hand' } }
    await running.caller.expect(200, 'PUT', `${chunks}/${loaderId}/${first?.id}`, body)
    await running.caller.expect(200, 'POST', `${chunks}/${loaderId}/${second?.id}/split`, { at: [9] })
    const cut = await texts(`${chunks}/${loaderId}/1`)
    expect(cut.map(({ pageContent, chunkNo }) => [chunkNo, pageContent])).toEqual([
      [1, 'Green tea: seventy degrees.'],
      [2, 'Black tea'],
      [3, ' wants boiling water.'],
      [4, LINES[2]],
    ])
    const ids = [cut[1]?.id, cut[2]?.id]
    await running.caller.expect(200, 'POST', `${chunks}/${loaderId}/merge`, { ids, separator: '' })
    await running.caller.expect(200, 'DELETE', `${chunks}/${loaderId}/${third?.id}`)
    expect((await texts(`${chunks}/all/1`)).map(({ pageContent }) => pageContent)).toEqual([
      'Green tea: seventy degrees.',
      LINES[1],
    ])
    expect(await running.scene.get(storeId)).toMatchObject({ totalChunks: 2, loaders: [{ edited: true }] })
    await running.caller.expect(400, 'POST', `${chunks}/${loaderId}/${first?.id}/split`, { at: [9_000] })
    await running.caller.expect(404, 'PUT', `${chunks}/${loaderId}/${third?.id}`, body)
  })

  test('counts what a search finds in all of its loaders, whatever letters and signs it has', async () => {
    const { scene, caller } = running
    const storeId = await scene.makeStore()
    const splitterConfig = { separator: '\n', chunkSize: 20, chunkOverlap: 0 }
    let id = ''
    for (const text of [
      'Green Tea 50% off\nGRÜNER Tee\ncoffee_beans',
      'Grüner Tee again\n50 teas in a box\nKaffee or Kakao',
    ]) {
      id = (await scene.save(storeId, { ...scene.lines(text), splitterConfig })).id
      await scene.process(storeId, id)
    }
    const find = async (search: string, of = 'all') => {
      const path = `/document-store/chunks/${storeId}/${of}/1?search=${encodeURIComponent(search)}`
      const { count, chunks } = await caller.expect<{ count: number; chunks: { pageContent: string }[] }>(
        200,
        'GET',
        path,
      )
      return [count, ...chunks.map(({ pageContent }) => pageContent)]
    }
    expect(await find('tEa')).toEqual([2, 'Green Tea 50% off', '50 teas in a box'])
    expect(await find('grüner tee')).toEqual([2, 'GRÜNER Tee', 'Grüner Tee again'])
    expect(await find('50%')).toEqual([1, 'Green Tea 50% off'])
    expect(await find('e_b')).toEqual([1, 'coffee_beans'])
    expect(await find('FE', id)).toEqual([1, 'Kaffee or Kakao'])
    expect(await find("o' or 1=1")).toEqual([0])
  })

  test('lists chunks without reading what its loaders are made of', async () => {
    const { scene, caller } = running
    const storeId = await scene.makeStore()
    const { id } = await scene.save(storeId, scene.lines('tea\ncoffee'))
    await scene.process(storeId, id)
    const list = async (of: string) => {
      const statements = await statementsOf(() =>
        caller.expect(200, 'GET', `/document-store/chunks/${storeId}/${of}/1`),
      )
      expect(statements.some((text) => text.includes('"documentChunks"'))).toBe(true)
      return statements.filter((text) =>
        /"documentLoaders"\.(\*|"loaderConfig")|select \* from "documentLoaders"/.test(text),
      )
    }
    expect(await list('all')).toEqual([])
    expect(await list(id)).toHaveLength(1)
  })

  test('names the field of what it cannot take', async () => {
    const storeId = await running.scene.makeStore()
    const save = async (loader: object) => {
      const { body } = await running.caller.call<{ issues?: { path: string }[] }>(
        'POST',
        '/document-store/loader/save',
        {
          storeId,
          ...running.scene.lines(),
          ...loader,
        },
      )
      return body.issues?.map(({ path }) => path)
    }
    expect(await save({ loaderId: 'nobody' })).toEqual(['loaderId'])
    expect(await save({ loaderId: 'characterTextSplitter' })).toEqual(['loaderId'])
    expect(await save({ splitterId: 'plainText' })).toEqual(['splitterId'])
    expect(await save({ loaderId: 'pdfFile', loaderConfig: { pdfFile: 'FILE-STORAGE::x.pdf' } })).toEqual([
      'loaderConfig.pdfFile',
    ])
    expect((await running.scene.get(storeId)).loaders).toEqual([])
  })

  test('lists what it can be made of', async () => {
    const names = async (kindOf: string) =>
      (
        await running.caller.expect<{ name: string }[]>(200, 'GET', `/document-store/components/${kindOf}`)
      ).map(({ name }) => name)
    const loaders = await names('loaders')
    expect(loaders).toEqual(expect.arrayContaining(['pdfFile', 'plainText']))
    expect(loaders).not.toContain('documentStore')
    expect(loaders).not.toContain('vectorStoreToDocument')
    expect(await names('vectorstore')).toEqual(expect.arrayContaining(['memoryVectorStore', 'qdrant']))
    expect(await names('vectorstore')).not.toContain('documentStoreVS')
    expect(await names('embeddings')).toContain('openAIEmbeddings')
    const { storeId, loaderId } = await running.scene.makeFilled()
    const configs = await running.caller.expect<{ name: string }[]>(
      200,
      'GET',
      `/document-store/store-configs/${storeId}/${loaderId}`,
    )
    expect(configs.map(({ name }) => name)).toEqual(expect.arrayContaining(['text', 'chunkSize']))
  })

  test('is nobody else’s', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const { caller: stranger } = await running.server.addWorkspace()
    const calls: [string, string, unknown?][] = [
      ['GET', `/document-store/store/${storeId}`],
      ['PUT', `/document-store/store/${storeId}`, { name: 'Mine' }],
      ['DELETE', `/document-store/store/${storeId}`],
      ['GET', `/document-store/chunks/${storeId}/all/1`],
      ['POST', '/document-store/loader/save', { storeId, ...running.scene.lines() }],
      ['POST', '/document-store/loader/preview', { storeId, ...running.scene.lines() }],
      ['POST', `/document-store/loader/process/${loaderId}`, { storeId, id: loaderId }],
      ['DELETE', `/document-store/loader/${storeId}/${loaderId}`],
      ['POST', '/document-store/vectorstore/query', { storeId, query: 'tea' }],
      ['POST', '/document-store/vectorstore/insert', { storeId }],
      ['DELETE', `/document-store/vectorstore/${storeId}`],
      ['POST', `/document-store/upsert/${storeId}`, { loader: { name: 'plainText', config: { text: 'x' } } }],
      ['POST', `/document-store/refresh/${storeId}`, {}],
      ['PUT', `/document-store/stop/${storeId}`],
      ['GET', `/upsert-history/${storeId}`],
    ]
    for (const [method, path, body] of calls) {
      const { status } = await stranger.call(method, path, body)
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`)
    }
    expect(await running.scene.get(storeId)).toMatchObject({
      name: 'Drinks',
      totalChunks: 3,
      status: 'UPSERTED',
    })
  })
})
