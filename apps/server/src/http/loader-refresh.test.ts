import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentLoader, UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { beginDueRefreshes } from '@runnel/operations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** A site whose pages have versions: an ETag for one, a date for another. */
function createSite() {
  const site = {
    pages: new Map<string, { text: string; version: number }>(),
    asked: [] as string[],
    isDown: false,
  }
  const answer = (path: string, known: string | undefined): [number, Record<string, string>, string] => {
    const page = site.isDown ? undefined : site.pages.get(path)
    if (!page) return [site.isDown ? 500 : 404, {}, 'away']
    const own = validatorOf(path, page.version)
    const isKnown = known !== undefined && Object.values(own).includes(known)
    site.asked.push(`${path} ${isKnown ? 'unchanged' : 'whole'}`)
    return isKnown ? [304, own, ''] : [200, { 'content-type': 'text/html', ...own }, page.text]
  }
  const server: Server = createServer(({ url = '', headers }, response) => {
    const known = headers['if-none-match'] ?? headers['if-modified-since']
    const [status, told, text] = answer(url, known)
    response.writeHead(status, told).end(text)
  })
  return { site, server }
}

function validatorOf(path: string, version: number): Record<string, string> {
  if (path !== '/dated') return { etag: `"${version}"` }
  return { 'last-modified': new Date(Date.UTC(2026, 0, version)).toUTCString() }
}

describe.each(databaseKinds)('loaders that are read again, on %s', (kind) => {
  const { site, server } = createSite()
  let running: VendorServer
  let caller: TestCaller
  let scene: ReturnType<typeof createStoreScene>
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    running = await startVendorServer({ kind, leads: { 'tea.example': address } })
    caller = running.administrator
    scene = createStoreScene(caller, running.vendor, running.credentialId)
  })
  afterAll(async () => {
    await running.stop()
    server.close()
  })
  beforeEach(() => {
    site.asked.length = 0
    site.isDown = false
    site.pages = new Map([
      ['/docs', { text: '<main>Green tea <a href="/dated">more</a></main>', version: 1 }],
      ['/dated', { text: '<main>Black tea</main>', version: 1 }],
    ])
  })

  const embedded = () => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
  const daily = { every: 'days', count: 1, at: '06:30', timeZone: 'Europe/Berlin' }

  async function makeCrawled(): Promise<{ storeId: string; loaderId: string; path: string }> {
    const storeId = await scene.makeStore()
    const { id: loaderId } = await scene.save(storeId, {
      loaderId: 'cheerioWebScraper',
      loaderConfig: { url: 'http://tea.example/docs', relativeLinksMethod: 'webCrawl', limit: '5' },
    })
    await scene.process(storeId, loaderId)
    await scene.insert(storeId)
    return { storeId, loaderId, path: `/document-store/loader/${storeId}/${loaderId}/refresh` }
  }
  const loaderOf = async (storeId: string) => (await scene.get(storeId)).loaders[0] as DocumentLoader
  /** Their time comes now. */
  async function makeDue(storeId: string, loaderId: string): Promise<void> {
    const { workspaceId } = await scene.get(storeId)
    await running.server.context.db.write(workspaceId, ({ documentStores }) =>
      documentStores.refreshes.update(loaderId, { nextAt: 1 }),
    )
  }
  const context = () => running.server.context
  async function untilDone(storeId: string): Promise<DocumentLoader> {
    await expect.poll(async () => (await loaderOf(storeId)).status).toBe('SYNC')
    await expect.poll(async () => (await scene.get(storeId)).status).toBe('UPSERTED')
    return loaderOf(storeId)
  }

  test('ask the server what changed, and leave alone what did not', async () => {
    const { storeId, path } = await makeCrawled()
    await caller.expect(200, 'POST', path)
    site.asked.length = 0
    const before = embedded()
    const same = await caller.expect<DocumentLoader>(200, 'POST', path)
    expect(site.asked).toEqual(['/docs unchanged', '/dated unchanged'])
    expect(same.refresh).toMatchObject({
      setting: null,
      nextAt: null,
      last: { outcome: 'unchanged', added: 0, removed: 0, pagesAsked: 2, pagesUnchanged: 2, message: null },
    })
    expect(embedded()).toBe(before)
    site.pages.set('/dated', { text: '<main>White tea</main>', version: 2 })
    site.asked.length = 0
    const changed = await caller.expect<DocumentLoader>(200, 'POST', path)
    expect(site.asked).toEqual(['/docs unchanged', '/dated whole'])
    expect(changed.refresh?.last).toMatchObject({
      outcome: 'changed',
      added: 1,
      removed: 1,
      pagesUnchanged: 1,
    })
    expect(embedded()).toBe(before + 1)
    expect((await scene.query(storeId, 'White tea')).docs[0]?.pageContent).toContain('White tea')
    const [latest] = await caller.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${storeId}`)
    expect(latest?.result.refreshed).toMatchObject([{ outcome: 'changed', added: 1, removed: 1 }])
  })

  test('ask each page that was chosen, and no other', async () => {
    site.pages.set('/hidden', { text: '<main>White tea</main>', version: 1 })
    const storeId = await scene.makeStore()
    const selectedLinks = ['http://tea.example/hidden', 'http://tea.example/dated']
    const { id: loaderId } = await scene.save(storeId, {
      loaderId: 'cheerioWebScraper',
      loaderConfig: { url: 'http://tea.example/docs', relativeLinksMethod: 'webCrawl', selectedLinks },
    })
    await scene.process(storeId, loaderId)
    await scene.insert(storeId)
    const path = `/document-store/loader/${storeId}/${loaderId}/refresh`
    await caller.expect(200, 'POST', path)
    site.asked.length = 0
    site.pages.set('/hidden', { text: '<main>Yellow tea</main>', version: 2 })
    const changed = await caller.expect<DocumentLoader>(200, 'POST', path)
    expect(site.asked).toEqual(['/hidden whole', '/dated unchanged'])
    expect(changed.refresh?.last).toMatchObject({ outcome: 'changed', pagesAsked: 2, pagesUnchanged: 1 })
    expect((await scene.get(storeId)).loaders[0]?.loaderConfig).toMatchObject({ selectedLinks })
  })

  test('keep what was changed by hand as long as their source stays', async () => {
    const { storeId, loaderId, path } = await makeCrawled()
    const chunks = `/document-store/chunks/${storeId}/${loaderId}`
    const page = await caller.expect<{ chunks: { id: string }[] }>(200, 'GET', `${chunks}/1`)
    await caller.expect(200, 'PUT', `${chunks}/${page.chunks[0]?.id}`, { pageContent: 'Edited tea' })
    expect(await caller.expect(200, 'POST', path)).toMatchObject({
      edited: true,
      refresh: { last: { outcome: 'unchanged' } },
    })
    site.pages.set('/docs', { text: '<main>Oolong <a href="/dated">more</a></main>', version: 2 })
    expect(await caller.expect(200, 'POST', path)).toMatchObject({
      edited: false,
      refresh: { last: { outcome: 'changed' } },
    })
  })

  test('are begun at their time, once whoever looks', async () => {
    const { storeId, loaderId, path } = await makeCrawled()
    const set = await caller.expect<DocumentLoader>(200, 'PUT', path, { setting: daily })
    expect(set.refresh).toMatchObject({ setting: daily, paused: false, failures: 0, last: null })
    expect(Date.parse(set.refresh?.nextAt ?? '')).toBeGreaterThan(Date.now())
    expect(await beginDueRefreshes(context())).toBe(0)
    await makeDue(storeId, loaderId)
    site.pages.set('/docs', { text: '<main>Oolong <a href="/dated">more</a></main>', version: 2 })
    site.asked.length = 0
    const begun = await Promise.all([1, 2, 3].map(() => beginDueRefreshes(context())))
    expect(begun.toSorted()).toEqual([0, 0, 1])
    await expect.poll(async () => (await loaderOf(storeId)).refresh?.last?.outcome).toBe('changed')
    const { refresh } = await untilDone(storeId)
    expect(Date.parse(refresh?.nextAt ?? '')).toBeGreaterThan(Date.now())
    expect(site.asked.filter((line) => line.startsWith('/docs'))).toHaveLength(1)
    expect((await scene.query(storeId, 'Oolong')).docs[0]?.pageContent).toContain('Oolong')
    await makeDue(storeId, loaderId)
    const before = await caller.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${storeId}`)
    await beginDueRefreshes(context())
    await expect.poll(async () => (await loaderOf(storeId)).refresh?.last?.outcome).toBe('unchanged')
    await untilDone(storeId)
    expect(await caller.expect<object[]>(200, 'GET', `/upsert-history/${storeId}`)).toHaveLength(
      before.length,
    )
  })

  test('are tried again later each time when they fail, and rest in the end', async () => {
    const { storeId, loaderId, path } = await makeCrawled()
    await caller.expect(200, 'PUT', path, { setting: { every: 'hours', count: 6 } })
    site.isDown = true
    for (const failures of [1, 2]) {
      await makeDue(storeId, loaderId)
      await beginDueRefreshes(context())
      await expect.poll(async () => (await loaderOf(storeId)).refresh?.failures).toBe(failures)
      await expect.poll(async () => (await loaderOf(storeId)).status).toBe('SYNC')
      const { refresh, totalChunks } = await loaderOf(storeId)
      expect(refresh?.last).toMatchObject({
        outcome: 'failed',
        message: expect.stringContaining('tea.example'),
      })
      const wait = Date.parse(refresh?.nextAt ?? '') - Date.now()
      expect(Math.round(wait / 60_000)).toBe(5 * failures)
      expect(totalChunks).toBe(2)
    }
    const { workspaceId } = await scene.get(storeId)
    await context().db.write(workspaceId, ({ documentStores }) =>
      documentStores.refreshes.update(loaderId, { failures: 9, nextAt: 1 }),
    )
    await beginDueRefreshes(context())
    await expect.poll(async () => (await loaderOf(storeId)).refresh?.failures).toBe(10)
    expect((await loaderOf(storeId)).refresh).toMatchObject({ paused: false, nextAt: null })
    site.isDown = false
    await expect.poll(async () => (await loaderOf(storeId)).status).toBe('SYNC')
    const asked = await caller.expect<DocumentLoader>(200, 'POST', path)
    expect(asked.refresh).toMatchObject({ failures: 0, nextAt: expect.any(String) })
  })

  test('count as failed when their run was stopped before it told', async () => {
    const { storeId, loaderId, path } = await makeCrawled()
    await caller.expect(200, 'PUT', path, { setting: { every: 'hours', count: 6 } })
    const { runId } = await loaderOf(storeId)
    const { workspaceId } = await scene.get(storeId)
    await context().db.write(workspaceId, ({ documentStores }) =>
      documentStores.refreshes.update(loaderId, { nextAt: 1, runId }),
    )
    expect(await beginDueRefreshes(context())).toBe(0)
    expect((await loaderOf(storeId)).refresh).toMatchObject({ failures: 1, last: { outcome: 'failed' } })
  })

  test('rest while they are paused, and when that ends', async () => {
    const { path } = await makeCrawled()
    const paused = await caller.expect<DocumentLoader>(200, 'PUT', path, { setting: daily, paused: true })
    expect(paused.refresh).toMatchObject({ paused: true, nextAt: null, setting: daily })
    const none = await caller.expect<DocumentLoader>(200, 'PUT', path, { setting: null })
    expect(none.refresh).toMatchObject({ setting: null, nextAt: null })
  })

  test('refuse what names no times, and say which field', async () => {
    const { path, storeId } = await makeCrawled()
    const refused = async (setting: object, place = path) => {
      const answer = await caller.call<{ issues?: { path: string }[] }>('PUT', place, { setting })
      return [answer.status, answer.body.issues?.[0]?.path]
    }
    expect(await refused({ ...daily, timeZone: 'Europe/Atlantis' })).toEqual([400, 'setting.timeZone'])
    const cron = { every: 'cron', timeZone: 'UTC' }
    expect(await refused({ ...cron, cron: '* * * * *' })).toEqual([400, 'setting.cron'])
    expect(await refused({ ...cron, cron: '61 6 * * *' })).toEqual([400, 'setting.cron'])
    expect(await refused({ ...cron, cron: '0 0 6 * * *' })).toEqual([400, 'setting.cron'])
    expect((await loaderOf(storeId)).refresh).toBeNull()
    expect((await caller.call('PUT', path, { setting: { ...cron, cron: '30 6 * * 1-5' } })).status).toBe(200)
    const { makePdf } = await import('@runnel/drivers/testing')
    const { inlineFile } = await import('../testing/store-scene.ts')
    const file = await scene.save(storeId, {
      loaderId: 'pdfFile',
      loaderConfig: { pdfFile: JSON.stringify([inlineFile(makePdf([['Cocoa']]), 'cocoa.pdf')]) },
    })
    const ofFile = `/document-store/loader/${storeId}/${file.id}/refresh`
    expect(await refused({ every: 'hours', count: 1 }, ofFile)).toEqual([400, 'setting'])
  })
})
