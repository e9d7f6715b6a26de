import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const SITE = 'https://tea.example'
const pages: Record<string, string> = {
  '/docs': '<a href="/docs/black#top">black</a> <a href="/docs/green">green</a> <a href="/inward">in</a>',
  '/docs/black': '<a href="/docs">back</a> <a href="https://elsewhere.example/">out</a>',
  '/docs/green': '<p>Green</p>',
  '/sitemap.xml': `<urlset><url><loc>${SITE}/docs/green</loc></url><url><loc>${SITE}/docs/black</loc></url></urlset>`,
  '/many': Array.from({ length: 150 }, (_, n) => `<a href="/page/${n}">${n}</a>`).join(''),
}

describe('helpers of the canvas', () => {
  let server: TestServer
  let administrator: TestCaller
  let site: Server
  let inward: string
  const asked: string[] = []
  beforeAll(async () => {
    site = createServer((request, response) => {
      const { url = '' } = request
      asked.push(url)
      if (url === '/inward') return response.writeHead(302, { location: inward }).end()
      const page = url.startsWith('/page/') ? '<p>One</p>' : pages[url]
      return response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
    })
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve)
    })
    const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    // The same server under an address that nobody allowed.
    inward = `${own.replace('127.0.0.1', 'localhost')}/secret`
    server = await startTestServer({ leads: { 'tea.example': own } })
    administrator = await server.administrator()
  })
  beforeEach(() => {
    asked.length = 0
  })
  afterAll(async () => {
    await server.stop()
    site.close()
  })

  const ask = (query: Record<string, string>, caller = administrator) =>
    caller.call<{ links: string[] }>('GET', `/fetch-links?${new URLSearchParams(query)}`)

  test('a site is followed by its links, on its host alone', async () => {
    const answer = await ask({ url: `${SITE}/docs`, relativeLinksMethod: 'webCrawl', limit: '0' })
    const links = ['/docs', '/docs/black', '/docs/green'].map((path) => `${SITE}${path}`)
    expect(answer).toMatchObject({ status: 200, body: { status: 'OK', links } })
    expect(asked).not.toContain('/secret')
  })

  test('it is read by its sitemap where nothing else is said', async () => {
    const answer = await ask({ url: `${SITE}/docs` })
    const links = [`${SITE}/docs/green`, `${SITE}/docs/black`]
    expect(answer).toMatchObject({ status: 200, body: { status: 'OK', links } })
  })

  test('there are as many links as were asked for, and never more than a hundred', async () => {
    const counted = async (limit: string) =>
      (await ask({ url: `${SITE}/many`, relativeLinksMethod: 'webCrawl', limit })).body.links.length
    expect([await counted('2'), await counted('0'), await counted('1000')]).toEqual([2, 100, 100])
  })

  test.each([
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url: `${SITE}/docs`, limit: '-1' }, 'limit'],
    [{ url: `${SITE}/docs`, limit: 'many' }, 'limit'],
  ])('what is asked wrongly is named: %j', async (query, path) => {
    const answer = await ask(query as Record<string, string>)
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } })
    expect(asked).toEqual([])
  })

  test('no private address is asked, and what is no address is refused', async () => {
    for (const url of ['http://169.254.169.254/latest/', inward, 'http://[::1]:9/'])
      expect(await ask({ url, relativeLinksMethod: 'webCrawl' })).toMatchObject({
        body: { code: 'egress_denied' },
      })
    expect(asked).toEqual([])
    for (const url of ['file:///etc/passwd', 'no address'])
      expect((await ask({ url, relativeLinksMethod: 'webCrawl' })).status).toBe(400)
  })

  test('only who may try loaders asks for links', async () => {
    const url = `${SITE}/docs`
    const reader = await server.withKey(['documentStores:view', 'chatflows:update'])
    expect((await ask({ url }, reader)).status).toBe(403)
    expect((await ask({ url }, server.anonymous())).status).toBe(401)
    expect(asked).toEqual([])
    const maker = await server.withKey(['documentStores:preview-process'])
    expect((await ask({ url }, maker)).status).toBe(200)
  })

  test('prompts of the hub are refused in plain words', async () => {
    const listed = await administrator.call('POST', '/prompts-list', { tags: 'agent' })
    expect(listed).toMatchObject({ status: 200, body: { status: 'ERROR', repos: [] } })
    expect(listed.text).toContain('hub is not asked here')
    const loaded = await administrator.call('POST', '/load-prompt', { promptName: 'hwchase17/react' })
    expect(loaded).toMatchObject({ status: 404, body: { success: false, statusCode: 404 } })
    expect(loaded.text).toContain('copy the text of the prompt into the node')
    expect(await administrator.call('POST', '/load-prompt', {})).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'promptName' }] },
    })
  })
})
