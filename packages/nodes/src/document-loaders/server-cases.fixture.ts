import { isDeepStrictEqual } from 'node:util'
import { type PageContent, RunnelError } from '@runnel/contract'
import { expect } from 'vitest'
import { jsonReply, type LoaderCase, notFound, textReply } from './loader-case.fixture.ts'
import { basic, bearer, byPath, page, refused } from './loader-servers.fixture.ts'

const site = byPath({
  '/docs': page(
    '<nav>Menu</nav><main>Green <a href="/docs/a#x">A</a> <a href="https://other.example/">B</a></main>',
  ),
  '/docs/a': page(
    '<main>Black <a href="/docs">back</a> <a href="/gone">gone</a> <a href="/docs/b">b</a></main>',
  ),
  '/docs/b': page('<main>White</main>'),
  '/sitemap.xml': textReply(
    '<sitemapindex><sitemap><loc>https://tea.example/pages.xml</loc></sitemap></sitemapindex>',
    'application/xml',
  ),
  '/pages.xml': textReply(
    '<urlset><url><loc>https://tea.example/docs/b</loc></url><url><loc>http://10.0.0.1/</loc></url></urlset>',
    'application/xml',
  ),
})
const crawled = (pageContent: string, path: string) => ({
  pageContent,
  metadata: { source: `https://tea.example${path}` },
})

/** What a browser shows of the site. */
function shown(url: string): PageContent {
  const pages: Record<string, PageContent> = {
    'https://tea.example/docs': {
      url,
      markup: '<p>Green</p>',
      links: [url, 'https://other.example/', 'https://tea.example/gone', 'https://tea.example/docs/b#x'],
    },
    'https://tea.example/docs/b': { url, markup: '<p>White</p>', links: [] },
  }
  const page = pages[url]
  if (page) return page
  throw new RunnelError('upstream_error', 'tea.example answered with status 404.')
}

const findings = { organic_results: [{ title: 'Tea', link: 'https://tea.example', snippet: 'Green' }] }
const found = [{ pageContent: 'Tea\nGreen', metadata: { source: 'https://tea.example', title: 'Tea' } }]

const sha = (letter: string) => letter.repeat(40)
const blob = (path: string, letter: string, size = 10) => ({ path, type: 'blob', sha: sha(letter), size })
const content = (text: string) => ({ content: `${btoa(text)}\n`, encoding: 'base64' })

const issue = (key: string) => ({
  key,
  fields: { summary: 'Boil', description: 'Hot', status: { name: 'Open' } },
})
const issueDocument = (key: string) => ({
  pageContent: `${key}: Boil\nStatus: Open\n\nHot`,
  metadata: { source: `https://tea.atlassian.net/browse/${key}`, key, status: 'Open' },
})

/** Loaders that ask servers for pages, records and files of text. */
export const serverCases: LoaderCase[] = [
  {
    node: 'unstructuredFileLoader',
    values: {
      ocrLanguages: '["eng","deu"]',
      coordinates: true,
      unstructuredAPIUrl: 'https://tea.unstructured.example/general/v0/general',
    },
    credential: { unstructuredAPIKey: 'test-key-of-unstructured' },
    file: { param: 'fileObject', name: 'tea.pdf', bytes: 'scan' },
    pages: { pages: [], facts: [], metadata: {} },
    server: {
      hosts: ['tea.unstructured.example'],
      answer: ({ method, headers, body }) => {
        if (headers['unstructured-api-key'] !== 'test-key-of-unstructured') return refused
        const asked = {
          files: ['tea.pdf'],
          strategy: ['auto'],
          encoding: ['utf-8'],
          max_characters: ['500'],
          coordinates: ['true'],
          chunking_strategy: ['by_title'],
          skip_infer_table_types: ['["pdf","jpg","png"]'],
          languages: ['eng', 'deu'],
        }
        if (method !== 'POST' || !isDeepStrictEqual(body, asked)) return notFound
        return jsonReply([
          { type: 'Title', text: 'Tea', metadata: { page_number: 1 } },
          { type: 'Table', text: ' ', metadata: {} },
          { type: 'Text', text: 'Green', metadata: { page_number: 2 } },
        ])
      },
    },
    gives: [
      { pageContent: 'Tea', metadata: { source: 'tea.pdf', page_number: 1, category: 'Title' } },
      { pageContent: 'Green', metadata: { source: 'tea.pdf', page_number: 2, category: 'Text' } },
    ],
  },
  {
    node: 'cheerioWebScraper',
    does: 'follows links',
    values: { url: 'https://tea.example/docs#top', limit: '3', selector: 'main' },
    server: { hosts: ['tea.example'], answer: site },
    answersAnything: true,
    gives: [
      crawled('Green A B', '/docs'),
      crawled('Black back gone b', '/docs/a'),
      crawled('White', '/docs/b'),
    ],
  },
  {
    node: 'cheerioWebScraper',
    does: 'reads one page',
    values: { url: 'https://tea.example/docs', relativeLinksMethod: '' },
    server: { hosts: ['tea.example'], answer: site },
    answersAnything: true,
    gives: [crawled('Menu\nGreen A B', '/docs')],
  },
  {
    node: 'puppeteerWebScraper',
    does: 'follows the links that scripts made',
    values: {
      url: 'https://tea.example/docs#top',
      limit: 2,
      waitUntilGoToOption: 'networkidle2',
      waitForSelector: ' main ',
      cssSelector: 'main',
    },
    browser: ({ url, ...how }) => {
      expect(how).toEqual({ waitUntil: 'networkidle2', waitForSelector: 'main', selector: 'main' })
      return shown(url)
    },
    gives: [crawled('<p>Green</p>', '/docs'), crawled('<p>White</p>', '/docs/b')],
  },
  {
    node: 'playwrightWebScraper',
    does: 'reads one page',
    values: {
      url: 'https://tea.example/docs',
      relativeLinksMethod: '',
      waitUntilGoToOption: 'networkidle',
    },
    browser: ({ url, ...how }) => {
      expect(how).toEqual({ waitUntil: 'networkidle0' })
      return shown(url)
    },
    gives: [crawled('<p>Green</p>', '/docs')],
  },
  {
    node: 'playwrightWebScraper',
    does: 'reads what the sitemap lists',
    values: { url: 'https://tea.example/docs', relativeLinksMethod: 'scrapeXMLSitemap' },
    server: { hosts: ['tea.example'], answer: site },
    browser: ({ url }) => shown(url),
    gives: [crawled('<p>White</p>', '/docs/b')],
  },
  {
    node: 'gitbook',
    values: { webPath: 'https://tea.example/docs', shouldLoadAllPaths: true },
    server: { hosts: ['tea.example'], answer: site },
    answersAnything: true,
    gives: [{ pageContent: 'White', metadata: { source: 'https://tea.example/docs/b', title: 'Tea' } }],
  },
  {
    node: 'apiLoader',
    values: {
      method: 'POST',
      url: 'https://api.example/tea',
      headers: '{"X-Key": "a-secret-header"}',
      body: { a: 1 },
    },
    server: {
      hosts: ['api.example'],
      answer: ({ method, body, headers }) =>
        method === 'POST' && headers['x-key'] === 'a-secret-header' ? jsonReply({ got: body }) : refused,
    },
    answersAnything: true,
    gives: [{ pageContent: '{"got":{"a":1}}', metadata: { url: 'https://api.example/tea' } }],
  },
  {
    node: 'customDocumentLoader',
    values: { javascriptFunction: 'return docs', functionInputVariables: '{"topic": "tea"}' },
    sandbox: (code, globals) => [
      'plain',
      { pageContent: `${code} on ${globals.$topic}`, metadata: { n: 1 } },
    ],
    gives: [
      { pageContent: 'plain', metadata: {} },
      { pageContent: 'return docs on tea', metadata: { n: 1 } },
    ],
  },
  {
    node: 'airtable',
    values: { baseId: 'app1', tableId: 'tbl 1', fields: 'Name, Kind', returnAll: 'true' },
    credential: { accessToken: 'airtable-test-key' },
    server: {
      hosts: ['api.airtable.com'],
      answer: (sent) => {
        if (!bearer('airtable-test-key')(sent)) return refused
        if (sent.url.pathname !== '/v0/app1/tbl%201/listRecords') return notFound
        const isNext = JSON.stringify(sent.body).includes('"offset":"two"')
        const record = (id: string) => ({ id, createdTime: 'now', fields: { Name: id } })
        return jsonReply(isNext ? { records: [record('b')] } : { records: [record('a')], offset: 'two' })
      },
    },
    gives: ['a', 'b'].map((id) => ({
      pageContent: `{"Name":"${id}"}`,
      metadata: { id, createdTime: 'now', baseId: 'app1', tableId: 'tbl 1' },
    })),
  },
  {
    node: 'apifyWebsiteContentCrawler',
    values: { urls: 'https://tea.example, https://milk.example' },
    credential: { apifyApiToken: 'apify-test-key' },
    server: {
      hosts: ['api.apify.com'],
      answer: byPath(
        {
          '/v2/acts/apify~website-content-crawler/run-sync-get-dataset-items': [
            { url: 'https://tea.example/', text: 'Green' },
          ],
        },
        bearer('apify-test-key'),
      ),
    },
    gives: [{ pageContent: 'Green', metadata: { source: 'https://tea.example/' } }],
  },
  {
    node: 'braveSearchApiLoader',
    values: { query: 'tea' },
    credential: { braveApiKey: 'brave-test-key' },
    server: {
      hosts: ['api.search.brave.com'],
      answer: byPath(
        {
          '/res/v1/web/search?q=tea': {
            web: { results: [{ title: 'Tea', url: 'https://tea.example', description: 'Green' }] },
          },
        },
        ({ headers }) => headers['x-subscription-token'] === 'brave-test-key',
      ),
    },
    gives: found,
  },
  {
    node: 'serpApi',
    values: { query: 'tea' },
    credential: { serpApiKey: 'serp-test-key' },
    server: {
      hosts: ['serpapi.com'],
      answer: byPath(
        { '/search': findings },
        ({ url }) => url.searchParams.get('api_key') === 'serp-test-key',
      ),
    },
    gives: found,
  },
  {
    node: 'searchApi',
    values: { query: 'tea', customParameters: '{"engine": "google_news", "api_key": "of somebody else"}' },
    credential: { searchApiKey: 'search-test-key' },
    server: {
      hosts: ['www.searchapi.io'],
      answer: byPath({ '/api/v1/search?engine=google_news&q=tea': findings }, bearer('search-test-key')),
    },
    gives: found,
  },
  {
    node: 'jira',
    does: 'in the cloud',
    values: { host: 'https://tea.atlassian.net', projectKey: 'TEA', createdAfter: '2026-01-01' },
    credential: { username: 'ada@example.com', accessToken: 'jira-test-key' },
    server: {
      hosts: ['tea.atlassian.net'],
      answer: (sent) => {
        if (!basic('ada@example.com:jira-test-key')(sent)) return refused
        const isRight =
          sent.url.searchParams.get('jql')?.includes('"TEA" AND created >= "2026-01-01"') === true
        if (sent.url.pathname !== '/rest/api/2/search/jql' || !isRight) return notFound
        const isNext = sent.url.searchParams.get('nextPageToken') === 'two'
        return jsonReply(
          isNext ? { issues: [issue('TEA-2')] } : { issues: [issue('TEA-1')], nextPageToken: 'two' },
        )
      },
    },
    gives: [issueDocument('TEA-1'), issueDocument('TEA-2')],
  },
  {
    node: 'jira',
    does: 'on a server',
    values: { host: 'https://jira.example/base/', projectKey: 'TEA' },
    credential: { username: 'ada', accessToken: 'jira-test-key' },
    server: {
      hosts: ['jira.example'],
      answer: (sent) => {
        if (sent.url.pathname !== '/base/rest/api/2/search') return notFound
        const start = Number(sent.url.searchParams.get('startAt') ?? 0)
        return jsonReply({ issues: [issue(`TEA-${start + 1}`)], startAt: start, total: 2 })
      },
    },
    gives: ['TEA-1', 'TEA-2'].map((key) => ({
      ...issueDocument(key),
      metadata: { ...issueDocument(key).metadata, source: `https://jira.example/browse/${key}` },
    })),
  },
  {
    node: 'confluence',
    values: { baseUrl: 'https://tea.atlassian.net/wiki/', spaceKey: 'TEA', limit: '0' },
    credential: { accessToken: 'confluence-test-key', username: 'ada@example.com' },
    server: {
      hosts: ['tea.atlassian.net'],
      answer: (sent) => {
        if (!basic('ada@example.com:confluence-test-key')(sent)) return refused
        if (sent.url.pathname !== '/wiki/rest/api/content') return notFound
        const start = Number(sent.url.searchParams.get('start'))
        const result = {
          id: `${start}`,
          title: 'Tea',
          status: 'current',
          type: 'page',
          body: { storage: { value: '<h1>Tea</h1><p>Green &amp; hot</p>' } },
          version: { number: 2, when: 'now', by: { displayName: 'Ada' } },
          _links: { webui: '/spaces/TEA' },
        }
        return jsonReply({ results: [result], _links: start === 0 ? { next: '/more' } : {} })
      },
    },
    gives: ['0', '1'].map((id) => ({
      pageContent: 'Tea\nGreen & hot',
      metadata: {
        id,
        title: 'Tea',
        status: 'current',
        type: 'page',
        url: 'https://tea.atlassian.net/wiki/spaces/TEA',
        version: '2',
        updated_at: 'now',
        updated_by: 'Ada',
      },
    })),
  },
  {
    node: 'confluence',
    does: 'on a server, some pages',
    values: { baseUrl: 'https://wiki.example', spaceKey: 'TEA', limit: '1' },
    credential: { personalAccessToken: 'confluence-test-key' },
    server: {
      hosts: ['wiki.example'],
      answer: byPath(
        {
          '/rest/api/content': {
            results: [
              { id: '1', body: { storage: { value: 'One' } } },
              { id: '2', body: { storage: { value: 'Two' } } },
            ],
          },
        },
        bearer('confluence-test-key'),
      ),
    },
    gives: [
      {
        pageContent: 'One',
        metadata: {
          id: '1',
          title: '',
          status: '',
          type: '',
          url: 'https://wiki.example',
          version: '',
          updated_at: '',
          updated_by: '',
        },
      },
    ],
  },
  {
    node: 'spiderDocumentLoaders',
    values: {
      url: 'https://tea.example',
      mode: 'crawl',
      limit: '2',
      params: '{"anti_bot": true, "limit": 900}',
    },
    credential: { spiderApiKey: 'spider-test-key' },
    server: {
      hosts: ['api.spider.cloud'],
      answer: (sent) => {
        if (!bearer('spider-test-key')(sent)) return refused
        const { limit } = sent.body as { limit: number }
        return jsonReply([{ url: 'https://tea.example/', content: `Green, ${limit} at most` }])
      },
    },
    gives: [{ pageContent: 'Green, 2 at most', metadata: { source: 'https://tea.example/' } }],
  },
  {
    node: 'oxylabs',
    values: { query: 'https://tea.example', geo_location: 'Germany' },
    credential: { username: 'ada', password: 'oxylabs-test-key' },
    server: {
      hosts: ['realtime.oxylabs.io'],
      answer: byPath(
        { '/v1/queries': { results: [{ content: '<p>Green</p><p>Black</p>', url: 'https://tea.example' }] } },
        basic('ada:oxylabs-test-key'),
      ),
    },
    gives: [{ pageContent: 'Green\nBlack', metadata: { source: 'https://tea.example' } }],
  },
  {
    node: 'figma',
    values: { fileKey: 'KEY', nodeIds: '0:1, 1:2' },
    credential: { accessToken: 'figma-test-key' },
    server: {
      hosts: ['api.figma.com'],
      answer: byPath(
        {
          '/v1/files/KEY/nodes?ids=0%3A1%2C1%3A2&depth=1': {
            nodes: { '0:1': { document: { id: '0:1', name: 'Cup' } }, '1:2': null },
          },
        },
        ({ headers }) => headers['x-figma-token'] === 'figma-test-key',
      ),
    },
    gives: [
      {
        pageContent: '{"id":"0:1","name":"Cup"}',
        metadata: { source: 'https://www.figma.com/file/KEY', id: '0:1', name: 'Cup' },
      },
    ],
  },
  {
    node: 'github',
    values: {
      repoLink: 'https://github.com/tea/handbook.git',
      recursive: true,
      ignorePath: '["*.lock", "docs/"]',
    },
    credential: { accessToken: 'github-test-key' },
    server: {
      hosts: ['api.github.com'],
      answer: byPath(
        {
          '/repos/tea/handbook/git/trees/main?recursive=1': {
            tree: [
              blob('README.md', 'a'),
              blob('src/tea.ts', 'b'),
              blob('docs/a.md', 'c'),
              blob('x.lock', 'd'),
              blob('logo.png', 'e'),
              blob('huge.txt', 'f', 2_000_000),
              blob('binary', '1'),
              blob(`${'a'.repeat(5_000)}.md`, '3'),
              { path: 'src', type: 'tree', sha: sha('2') },
            ],
          },
          [`/repos/tea/handbook/git/blobs/${sha('a')}`]: content('# Tea'),
          [`/repos/tea/handbook/git/blobs/${sha('b')}`]: content('green()'),
          [`/repos/tea/handbook/git/blobs/${sha('1')}`]: content('a\0b'),
        },
        bearer('github-test-key'),
      ),
    },
    gives: [
      {
        pageContent: '# Tea',
        metadata: { source: 'README.md', repository: 'https://github.com/tea/handbook', branch: 'main' },
      },
      {
        pageContent: 'green()',
        metadata: { source: 'src/tea.ts', repository: 'https://github.com/tea/handbook', branch: 'main' },
      },
    ],
  },
]
