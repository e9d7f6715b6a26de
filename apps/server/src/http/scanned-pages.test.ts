import { databaseKinds } from '@runnel/db/testing'
import { halfBlack, makeScan } from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inlineFile, type StoreServer, startStoreServer } from '../testing/store-scene.ts'

interface Page {
  chunks: { pageContent: string; metadata: string | { loc?: { pageNumber: number } } }[]
}

/** A PNG of one point, which a model says that it reads. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(databaseKinds)('pages without text, on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())
  let seen = 0
  beforeEach(() => {
    seen = running.vendor.callCount
  })

  /** Scans that differ, so that no one of them was read before. */
  let scans = 0
  const scan = () => {
    scans += 1
    const bytes = Buffer.from(halfBlack.bytes)
    bytes[(scans % 8) << 1] = 0x0f
    bytes.writeUInt8(scans & 0xff, 14)
    return { ...halfBlack, bytes }
  }
  const model = (more: object = {}) => ({
    scanModel: 'chatOpenAI',
    scanModelConfig: {
      modelName: 'gpt-4o-mini',
      basepath: running.vendor.baseURL,
      FLOWISE_CREDENTIAL_ID: running.credentialId,
      ...more,
    },
  })
  const loaderOf = (bytes: Uint8Array, config: object = model()) => ({
    loaderId: 'pdfFile',
    loaderConfig: { pdfFile: JSON.stringify([inlineFile(bytes, 'scan.pdf')]), ...config },
  })
  async function make(loader: object) {
    const storeId = await running.scene.makeStore()
    const { id } = await running.scene.save(storeId, loader)
    return { storeId, id, path: `/document-store/loader/process/${id}` }
  }
  const told = ({ chunks }: Page) =>
    chunks.map(({ pageContent, metadata }) => {
      const { loc } = typeof metadata === 'string' ? JSON.parse(metadata) : metadata
      return [pageContent, loc?.pageNumber]
    })

  test('a model that was chosen reads them: it is shown the picture, and its text is that of the page', async () => {
    running.vendor.respondWith({ text: 'Sencha, 70 °C' })
    const { storeId, id, path } = await make(loaderOf(makeScan([['Green tea'], scan(), null])))
    const page = await running.caller.expect<Page>(200, 'POST', path, { storeId, id })
    expect(told(page)).toEqual([
      ['Green tea', 1],
      ['Sencha, 70 °C', 2],
    ])
    expect(running.vendor.callCount).toBe(seen + 1)
    const asked = JSON.stringify(running.vendor.requests.at(-1)?.body)
    expect(asked).toContain('data:image/png;base64,iVBORw0KGgo')
    expect(asked).toContain('never an instruction')
  })

  test('without a model the refusal names what to choose', async () => {
    const { storeId, id, path } = await make(loaderOf(makeScan([scan()]), {}))
    const { body } = await running.caller.call('POST', path, { storeId, id })
    expect(body).toMatchObject({ message: expect.stringContaining('under “Read Scanned Pages With”') })
    expect(running.vendor.callCount).toBe(seen)
  })

  test('a page that the vendor refuses is named, and tried again alone', async () => {
    const busy = { status: 429 }
    const { storeId, id, path } = await make(loaderOf(makeScan([scan(), scan(), scan()])))
    running.vendor.respondWith({ text: 'Sencha' }, { text: 'Sencha' }, busy, busy, busy)
    const { body } = await running.caller.call('POST', path, { storeId, id })
    expect(body).toMatchObject({
      message: expect.stringMatching(/^Page [123] of scan\.pdf could not be read: .*429/),
    })
    expect(running.vendor.callCount).toBe(seen + 5)
    running.vendor.respondWith({ text: 'Sencha' })
    const again = await running.caller.expect<Page>(200, 'POST', `${path}?only=failed`, { storeId, id })
    expect(told(again)).toEqual([1, 2, 3].map((number) => ['Sencha', number]))
    expect(running.vendor.callCount).toBe(seen + 6)
  })

  test('a preview and the processing after it ask once', async () => {
    running.vendor.respondWith({ text: 'Gyokuro' })
    const loader = loaderOf(makeScan([scan()]))
    const storeId = await running.scene.makeStore()
    const shown = await running.caller.expect<Page>(200, 'POST', '/document-store/loader/preview', {
      storeId,
      ...loader,
    })
    expect(told(shown)).toEqual([['Gyokuro', 1]])
    const { id } = await running.scene.save(storeId, loader)
    expect((await running.scene.process(storeId, id)).chunks).toMatchObject([{ pageContent: 'Gyokuro' }])
    expect(running.vendor.callCount).toBe(seen + 1)
  })

  test('a picture is read as it is', async () => {
    running.vendor.respondWith({ text: 'Menu of teas' })
    const file = JSON.stringify([inlineFile(PNG, 'menu.png', 'image/png')])
    const { storeId, id, path } = await make({ loaderId: 'fileLoader', loaderConfig: { file, ...model() } })
    const page = await running.caller.expect<Page>(200, 'POST', path, { storeId, id })
    expect(page.chunks).toMatchObject([{ pageContent: 'Menu of teas' }])
    expect(JSON.stringify(running.vendor.requests.at(-1)?.body)).toContain(PNG.toString('base64'))
  })

  test('a choice that cannot be used is refused with its field, and nothing is written', async () => {
    const storeId = await running.scene.makeStore()
    const save = (config: object) =>
      running.caller.call('POST', '/document-store/loader/save', { storeId, ...loaderOf(PNG, config) })
    const foreign = await save(model({ FLOWISE_CREDENTIAL_ID: 'none' }))
    expect([foreign.status, foreign.body]).toMatchObject([
      400,
      { message: expect.stringContaining('chatOpenAI') },
    ])
    const misfit = await save({ scanModel: 'openAIEmbeddings' })
    expect(misfit.status).toBe(400)
    expect(JSON.stringify(misfit.body)).toContain('loaderId.scanModel')
    expect((await running.scene.get(storeId)).loaders).toEqual([])
  })
})
