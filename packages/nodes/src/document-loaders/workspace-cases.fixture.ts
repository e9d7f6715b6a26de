import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import { jsonReply, type LoaderCase, notFound, type SentRequest, textReply } from './loader-case.fixture.ts'
import { bearer, byPath, refused } from './loader-servers.fixture.ts'

const PAGE = '0'.repeat(32)
const INNER = '00000000-0000-0000-0000-00000000000a'
const rich = (text: string) => ({ rich_text: [{ plain_text: text }] })
const notionKey = (sent: SentRequest) =>
  bearer('notion-test-key')(sent) && sent.headers['notion-version'] === '2022-06-28'
const notionPages: Record<string, JsonValue> = {
  [`/v1/pages/${PAGE}`]: {
    id: PAGE,
    url: 'https://notion.so/tea',
    properties: {
      Name: { type: 'title', title: [{ plain_text: 'Tea' }] },
      Kind: { type: 'select', select: { name: 'hot' } },
    },
  },
  [`/v1/blocks/${PAGE}/children?page_size=100`]: {
    results: [
      { id: 'h', type: 'heading_2', heading_2: rich('Kinds') },
      { id: 'l', type: 'bulleted_list_item', bulleted_list_item: rich('Green'), has_children: true },
    ],
    has_more: true,
    next_cursor: 'more',
  },
  [`/v1/blocks/${PAGE}/children?page_size=100&start_cursor=more`]: {
    results: [
      { id: 'd', type: 'to_do', to_do: { ...rich('Drink'), checked: true } },
      { id: INNER, type: 'child_page', child_page: { title: 'Milk' }, has_children: true },
    ],
  },
  '/v1/blocks/l/children': { results: [{ id: 'x', type: 'paragraph', paragraph: rich('from Uji') }] },
  [`/v1/pages/${INNER}`]: { id: INNER, url: 'https://notion.so/milk', properties: {} },
  [`/v1/blocks/${INNER}/children`]: {
    results: [
      { id: 'r', type: 'table_row', table_row: { cells: [[{ plain_text: 'a' }], [{ plain_text: 'b' }]] } },
    ],
  },
}
const notionDocuments = [
  {
    pageContent: '# Tea\nKind: hot\n## Kinds\n- Green\n  from Uji\n- [x] Drink\nMilk',
    metadata: { source: 'https://notion.so/tea', notionId: PAGE, title: 'Tea' },
  },
  { pageContent: 'a | b', metadata: { source: 'https://notion.so/milk', notionId: INNER, title: '' } },
]

const APPS = 'application/vnd.google-apps.'
const entry = (id: string, name: string, mimeType: string) => ({
  id,
  name,
  mimeType,
  modifiedTime: '2026-01-01T00:00:00Z',
  // Google's own kinds have none.
  ...(!mimeType.startsWith(APPS) && { md5Checksum: `checksum-of-${name[0]}` }),
})

/** A drive with a document, a folder that holds a table, and a form. */
function drive(sent: SentRequest): HttpReply {
  if (!bearer('google-test-token')(sent)) return refused
  const { pathname, searchParams } = sent.url
  const files: Record<string, HttpReply> = {
    "'f\\'1' in parents and trashed = false": jsonReply({
      files: [
        { ...entry('1', 'Tea', `${APPS}document`), webViewLink: 'https://docs/1' },
        entry('f2', 'in', `${APPS}folder`),
      ],
    }),
    "'f2' in parents and trashed = false": jsonReply({
      files: [entry('2', 'b.csv', 'text/csv'), entry('3', 'Form', `${APPS}form`)],
    }),
  }
  if (pathname.endsWith('/1/export')) return textReply('Green', 'text/plain')
  if (pathname.endsWith('/2'))
    return searchParams.get('alt') === 'media'
      ? textReply('k\nv', 'text/csv')
      : jsonReply(entry('2', 'b.csv', 'text/csv'))
  return files[searchParams.get('q') ?? ''] ?? notFound
}

/** FireCrawl, at an address of one's own. */
function fireCrawl(sent: SentRequest): HttpReply {
  if (!bearer('firecrawl-test-key')(sent)) return refused
  const asked = sent.body as { url?: string; formats?: string[] }
  if (sent.url.pathname === '/own/v1/map') {
    const links = ['docs/a', 'docs/old', 'blog'].map((path) => `https://tea.example/${path}`)
    return jsonReply({ links: [...links, 7] })
  }
  if (sent.url.pathname === '/own/v1/search')
    return jsonReply({ data: [{ url: 'https://tea.example', title: 'Tea', markdown: 'Green' }] })
  if (sent.url.pathname !== '/own/v1/scrape') return notFound
  if (asked.formats?.[0] === 'json') return jsonReply({ data: { json: { tea: 'green' } } })
  return jsonReply({
    data: { markdown: `# ${asked.url}`, metadata: { sourceURL: asked.url ?? '', title: 'Tea' } },
  })
}

/** Loaders that read what teams keep at a vendor: notes, buckets, drives, crawls. */
export const workspaceCases: LoaderCase[] = [
  {
    node: 'notionPage',
    values: { pageId: `https://notion.so/Tea-${PAGE}?pvs=4` },
    credential: { notionIntegrationToken: 'notion-test-key' },
    server: { hosts: ['api.notion.com'], answer: byPath(notionPages, notionKey) },
    gives: notionDocuments,
  },
  {
    node: 'notionDB',
    values: { databaseId: 'f'.repeat(32) },
    credential: { notionIntegrationToken: 'notion-test-key' },
    server: {
      hosts: ['api.notion.com'],
      answer: byPath(
        {
          ...notionPages,
          [`/v1/databases/${'f'.repeat(32)}/query`]: { results: [notionPages[`/v1/pages/${PAGE}`] ?? null] },
        },
        notionKey,
      ),
    },
    gives: notionDocuments,
  },
  {
    node: 'S3',
    values: { bucketName: 'tea-bucket', keyName: 'a b/tea+1.csv', region: 'eu-central-1' },
    credential: { awsKey: 'AKIDTESTTESTTEST', awsSecret: 'test-secret-of-aws' },
    server: {
      hosts: ['tea-bucket.s3.eu-central-1.amazonaws.com'],
      answer: (sent) => {
        if (sent.headers.authorization?.includes('/eu-central-1/s3/aws4_request') !== true) return refused
        return sent.url.pathname === '/a%20b/tea%2B1.csv' ? textReply('kind\ngreen', 'text/csv') : notFound
      },
    },
    answersAnything: true,
    gives: [{ pageContent: 'kind: green', metadata: { source: 'a b/tea+1.csv', line: 1 } }],
  },
  {
    node: 's3Directory',
    values: { bucketName: 'tea', prefix: 'docs/', serverUrl: 'https://minio.example:9000/' },
    credential: { awsKey: 'AKIDTESTTESTTEST', awsSecret: 'test-secret-of-aws' },
    server: {
      hosts: ['minio.example:9000'],
      answer: byPath({
        '/tea/?list-type=2&prefix=docs%2F': textReply(
          '<ListBucketResult><Contents><Key>docs/</Key></Contents><Contents><Key>docs/a.txt</Key><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>&quot;etag-a&quot;</ETag></Contents><NextContinuationToken>two</NextContinuationToken></ListBucketResult>',
          'application/xml',
        ),
        '/tea/?list-type=2&prefix=docs%2F&continuation-token=two': textReply(
          '<ListBucketResult><Contents><Key>docs/&amp;.txt</Key><ETag>&quot;etag-c&quot;</ETag></Contents></ListBucketResult>',
          'application/xml',
        ),
        '/tea/docs/a.txt': textReply('Green', 'text/plain'),
        '/tea/docs/%26.txt': textReply('Green', 'text/plain'),
      }),
    },
    answersAnything: true,
    gives: ['docs/a.txt', 'docs/&.txt'].map((source) => ({ pageContent: 'Green', metadata: { source } })),
  },
  {
    node: 'fireCrawl',
    does: 'crawls',
    values: { url: 'https://tea.example/', includePaths: 'docs/.*', excludePaths: 'old' },
    credential: { firecrawlApiToken: 'firecrawl-test-key', firecrawlApiUrl: 'https://crawl.example/own/' },
    server: { hosts: ['crawl.example'], answer: fireCrawl },
    gives: ['https://tea.example/', 'https://tea.example/docs/a'].map((source) => ({
      pageContent: `# ${source}`,
      metadata: { source, title: 'Tea' },
    })),
  },
  {
    node: 'fireCrawl',
    does: 'extracts',
    values: { crawlerType: 'extract', url: 'https://tea.example/', extractPrompt: 'Which tea?' },
    credential: { firecrawlApiToken: 'firecrawl-test-key', firecrawlApiUrl: 'https://crawl.example/own' },
    server: { hosts: ['crawl.example'], answer: fireCrawl },
    gives: [{ pageContent: '{"tea":"green"}', metadata: { source: 'https://tea.example/' } }],
  },
  {
    node: 'fireCrawl',
    does: 'searches',
    values: { crawlerType: 'search', searchQuery: 'tea' },
    credential: { firecrawlApiToken: 'firecrawl-test-key', firecrawlApiUrl: 'https://crawl.example/own' },
    server: { hosts: ['crawl.example'], answer: fireCrawl },
    gives: [{ pageContent: 'Green', metadata: { source: 'https://tea.example', title: 'Tea' } }],
  },
  {
    node: 'googleDrive',
    does: 'reads a folder',
    values: { folderId: "f'1", includeSubfolders: true },
    credential: { accessToken: 'google-test-token' },
    server: { hosts: ['www.googleapis.com'], answer: drive },
    answersAnything: true,
    gives: [
      {
        pageContent: 'Green',
        metadata: { source: 'https://docs/1', fileId: '1', fileName: 'Tea', mimeType: `${APPS}document` },
      },
      {
        pageContent: 'k: v',
        metadata: { source: 'b.csv', line: 1, fileId: '2', fileName: 'b.csv', mimeType: 'text/csv' },
      },
    ],
  },
  {
    node: 'googleDrive',
    does: 'reads chosen files',
    values: { selectedFiles: '["2"]' },
    credential: { accessToken: 'google-test-token' },
    server: { hosts: ['www.googleapis.com'], answer: drive },
    answersAnything: true,
    gives: [
      {
        pageContent: 'k: v',
        metadata: { source: 'b.csv', line: 1, fileId: '2', fileName: 'b.csv', mimeType: 'text/csv' },
      },
    ],
  },
  {
    node: 'googleSheets',
    values: { spreadsheetIds: '["s1"]', range: 'A1:B2' },
    credential: { accessToken: 'google-test-token' },
    server: {
      hosts: ['sheets.googleapis.com'],
      answer: byPath(
        {
          '/v4/spreadsheets/s1': {
            properties: { title: 'Teas' },
            sheets: [{ properties: { title: "Ada's" } }],
          },
          "/v4/spreadsheets/s1/values/'Ada''s'!A1%3AB2": {
            values: [
              ['Kind', 'Note'],
              ['Green', 'a "b", c'],
            ],
          },
        },
        bearer('google-test-token'),
      ),
    },
    gives: [
      {
        pageContent: 'Kind,Note\nGreen,"a ""b"", c"',
        metadata: {
          source: 'https://docs.google.com/spreadsheets/d/s1',
          spreadsheetId: 's1',
          spreadsheetTitle: 'Teas',
          sheetName: "Ada's",
          rowCount: 2,
        },
      },
    ],
  },
]
