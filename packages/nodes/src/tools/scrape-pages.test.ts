import type { JsonObject } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { openToolCase } from './play-tool.fixture.ts'
import { textReply } from './tool-case.fixture.ts'
import { webScraperToolCase } from './web-scraper-tool/web-scraper-tool.case.fixture.ts'

/** A site: its pages by path. What is not there is not found. */
function scraper(pages: Record<string, string | HttpReply>, values: JsonObject = {}, signal?: AbortSignal) {
  const opened = openToolCase(webScraperToolCase, {
    values,
    ...(signal && { signal }),
    respond: ({ url }) => {
      const page = pages[url.pathname] ?? { ...textReply('Not found'), status: 404 }
      return typeof page === 'string' ? textReply(page, 'text/html') : page
    },
  })
  return {
    ...opened,
    scrape: async (input = 'https://site.example/') => {
      const { content, used } = await opened.ask({ input })
      return { used, pages: used.error === undefined ? JSON.parse(content) : [] }
    },
    paths: () => opened.sent.map(({ url }) => url.pathname + url.search),
  }
}

const link = (...places: string[]) => places.map((place) => `<a href="${place}">to</a>`).join(' ')

describe('a scraper', () => {
  test('reads the page alone where the depth is 1', async () => {
    const { scrape, paths } = scraper({ '/': `<p>Home ${link('/a')}</p>` })
    expect((await scrape()).pages).toEqual([
      { url: 'https://site.example/', title: '', description: '', body_text: 'Home to' },
    ])
    expect(paths()).toEqual(['/'])
  })

  test('reads every page once, however they link to each other, and none of another host', async () => {
    const pages = {
      '/': link(
        '/a',
        'b',
        '/a#part',
        'https://site.example/',
        '//other.example/',
        'mailto:a@b.example',
        'http://[',
      ),
      '/a': link('/', '/b', '/c'),
      '/b': link('/a', 'http://user:pw@site.example/'),
      '/c': link('/deep'),
      '/deep': 'never',
    }
    const { scrape, paths } = scraper(pages, { maxDepth: '3', maxPages: '50' })
    await scrape()
    expect(paths()).toEqual(['/', '/a', '/b', '/c'])
  })

  test('stops at its number of pages, also where every page makes new ones', async () => {
    const opened = openToolCase(webScraperToolCase, {
      values: { maxDepth: 5, maxPages: 4 },
      respond: ({ url }) => textReply(link(`${url.pathname}x/`, `${url.pathname}y/`), 'text/html'),
    })
    await opened.ask({ input: 'site.example' })
    expect(opened.sent).toHaveLength(4)
  })

  test('never goes further than the product allows, whatever its author wrote', async () => {
    const opened = openToolCase(webScraperToolCase, {
      values: { maxDepth: 1e9, maxPages: 1e9, timeoutS: 1e9 },
      respond: ({ url }) => textReply(link(`${url.pathname}x/`, `${url.pathname}y/`), 'text/html'),
    })
    await opened.ask({ input: 'https://site.example/' })
    // Depth 5: 1 + 2 + 4 + 8 + 16 pages.
    expect(opened.sent).toHaveLength(31)
    expect(opened.http[0]?.timeoutMs).toBe(300_000)
  })

  test('never reads more pages than the product allows', async () => {
    const all = Array.from({ length: 200 }, (_each, index) => `/${index}`)
    const opened = openToolCase(webScraperToolCase, {
      values: { maxDepth: 2, maxPages: 1e9 },
      respond: ({ url }) => textReply(url.pathname === '/' ? link(...all) : 'A page', 'text/html'),
    })
    await opened.ask({ input: 'https://site.example/' })
    expect(opened.sent).toHaveLength(100)
  })

  test('says in its place which page could not be read, and goes on', async () => {
    const file = { status: 200, headers: { 'content-type': 'image/png' }, body: 'AAAA', isBase64: true }
    const pages = { '/': link('/gone', '/file', '/b'), '/file': file, '/b': '<p>B' }
    const { pages: read } = await scraper(pages, { maxDepth: 2 }).scrape()
    expect(read).toMatchObject([
      { url: 'https://site.example/' },
      { url: 'https://site.example/gone', error: expect.stringContaining('status 404') },
      { url: 'https://site.example/file', error: expect.stringContaining('image/png') },
      { body_text: 'B' },
    ])
  })

  test.each(['recursive', 'sitemap'])(
    'calls nothing that is open to authors alone: the model names the address (%s)',
    async (scrapeMode) => {
      const opened = openToolCase(webScraperToolCase, {
        values: { scrapeMode, maxDepth: 2 },
        respond: ({ url }) =>
          url.pathname === '/sitemap.xml'
            ? textReply('<urlset><url><loc>https://site.example/a</loc></url></urlset>', 'text/xml')
            : textReply(link('/a'), 'text/html'),
      })
      await opened.ask({ input: 'https://site.example/' })
      expect(opened.http.map(({ purpose }) => purpose)).toEqual(['stranger', 'stranger'])
    },
  )

  test('asks for no further page after a stop', async () => {
    const stop = new AbortController()
    const pages = new Proxy({} as Record<string, string>, {
      get: (_pages, path) => {
        if (path === '/') return link('/a', '/b', '/c')
        stop.abort()
        throw stop.signal.reason
      },
    })
    const { scrape, paths } = scraper(pages, { maxDepth: 2 }, stop.signal)
    expect((await scrape()).used.error).toBeDefined()
    expect(paths()).toEqual(['/', '/a'])
  })

  test('reads the pages of a sitemap, and says where there are none', async () => {
    const places = ['/a', '/b?c=1&amp;d=2', '/c'].map(
      (path) => `<url><loc> https://site.example${path} </loc></url>`,
    )
    const sitemap = `<urlset>${places.join('')}<url><loc>https://other.example/</loc></url></urlset>`
    const pages = { '/sitemap.xml': sitemap, '/a': 'A', '/b': 'B', '/c': 'C' }
    const listed = scraper(pages, { scrapeMode: 'sitemap', maxPages: 2 })
    expect((await listed.scrape('https://site.example/deep/page')).pages).toHaveLength(2)
    expect(listed.paths()).toEqual(['/sitemap.xml', '/a', '/b?c=1&d=2'])
    const empty = scraper({ '/sitemap.xml': '<urlset/>' }, { scrapeMode: 'sitemap' })
    expect((await empty.scrape()).used.error).toContain('lists no pages of site.example')
  })

  test('shows all pages together no more than fits', async () => {
    const long = `<p>${'word '.repeat(8000)}</p>`
    const { pages } = await scraper(
      { '/': link('/a', '/b', '/c') + long, '/a': long, '/b': long },
      { maxDepth: 2 },
    ).scrape()
    expect(pages).toHaveLength(2)
    expect(JSON.stringify(pages).length).toBeLessThan(52_000)
    expect(pages[1].body_text).toContain('[Cut here:')
  })
})
