import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentStore, UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKillableProgram } from './testing/killable-program.ts'
import { makeCredential } from './testing/make-flow.ts'
import { createStoreScene } from './testing/store-scene.ts'

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

/** A site whose second page can be held: who asks for it waits. */
async function startSite() {
  const site = { text: 'Black tea', isHeld: false, held: [] as ServerResponse[] }
  const server = createServer(({ url = '', headers }, response) => {
    const page =
      url === '/docs' ? '<main>Green tea <a href="/more">more</a></main>' : `<main>${site.text}</main>`
    const etag = `"${page.length}${page.slice(6, 9)}"`
    if (url === '/more' && site.isHeld) site.held.push(response)
    else if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    for (const response of site.held) response.destroy()
    server.close()
  }
  return { site, host, close }
}

test.each(databaseKinds)(
  'a loader that is read again by a process that is killed is read to its end by the next, once, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const { site, host, close } = await startSite()
    const program = await startKillableProgram(kind, { egressAllow: [vendor.host, host].join() })
    try {
      const caller = await program.signIn()
      const scene = createStoreScene(caller, vendor, await makeCredential(caller))
      const storeId = await scene.makeStore()
      const { id } = await scene.save(storeId, {
        loaderId: 'cheerioWebScraper',
        loaderConfig: { url: `http://${host}/docs`, relativeLinksMethod: 'webCrawl', limit: '5' },
      })
      await scene.process(storeId, id)
      await scene.insert(storeId)
      const path = `/document-store/loader/${storeId}/${id}/refresh`
      await caller.expect(200, 'PUT', path, { setting: { every: 'hours', count: 6 } })
      await caller.expect(200, 'POST', path)
      Object.assign(site, { text: 'White tea', isHeld: true })
      await caller.expect(200, 'POST', `${path}?wait=false`)
      await expect.poll(() => site.held.length).toBe(1)
      await program.kill()
      site.isHeld = false
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('UPSERTED')
      const [loader] = (await read()).loaders
      expect(loader?.refresh).toMatchObject({
        failures: 0,
        nextAt: expect.any(String),
        last: { outcome: 'changed', added: 1, removed: 1, pagesAsked: 2 },
      })
      const history = await again.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${storeId}`)
      expect(history.filter(({ result }) => result.refreshed?.[0]?.outcome === 'changed')).toHaveLength(1)
    } finally {
      await program.remove()
      close()
    }
  },
)
