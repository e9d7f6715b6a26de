import { errorMessage, type JsonObject, RunnelError } from '@runnel/contract'
import type { LoadedSource } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { LoaderCase, SentRequest } from './loader-case.fixture.ts'
import { loaderCases } from './loader-cases.fixture.ts'
import { openLoader } from './play-loader.fixture.ts'

/** A loader one of whose sources is away: which one, what that is called, and what flows are told. */
interface Away {
  node: string
  does?: string
  values?: Record<string, string>
  isAway(sent: SentRequest): boolean
  names: string[]
  away: string
  /** Flows do without it. */
  mayBeMissing?: true
}

const BLOB_OF_README = `/git/blobs/${'a'.repeat(40)}`
const INNER_PAGE = '00000000-0000-0000-0000-00000000000a'
const cases: Away[] = [
  {
    node: 's3Directory',
    isAway: ({ url }) => url.pathname.endsWith('/a.txt'),
    names: ['docs/a.txt', 'docs/&.txt'],
    away: 'docs/a.txt',
  },
  {
    node: 'googleDrive',
    does: 'reads a folder',
    isAway: ({ url }) => url.pathname.endsWith('/1/export'),
    names: ['Tea', 'b.csv', 'Form'],
    away: 'Tea',
  },
  {
    node: 'googleDrive',
    does: 'reads chosen files',
    values: { selectedFiles: '["gone", "2"]' },
    isAway: ({ url }) => url.pathname.endsWith('/gone'),
    names: ['gone', 'b.csv'],
    away: 'gone',
  },
  {
    node: 'googleSheets',
    values: { spreadsheetIds: '["gone", "s1"]' },
    isAway: ({ url }) => url.pathname.endsWith('/gone'),
    names: ['gone', 's1'].map((id) => `https://docs.google.com/spreadsheets/d/${id}`),
    away: 'https://docs.google.com/spreadsheets/d/gone',
  },
  {
    node: 'github',
    isAway: ({ url }) => url.pathname.endsWith(BLOB_OF_README),
    names: ['README.md', 'src/tea.ts', 'binary'],
    away: 'README.md',
  },
  {
    node: 'notionPage',
    isAway: ({ url }) => url.pathname.startsWith(`/v1/blocks/${INNER_PAGE}`),
    names: ['0'.repeat(32), 'Milk'],
    away: 'Milk',
  },
  {
    node: 'notionDB',
    isAway: ({ url }) => url.pathname.startsWith(`/v1/pages/${INNER_PAGE}`),
    names: ['Tea', 'Milk'],
    away: 'Milk',
  },
  {
    node: 'fireCrawl',
    does: 'crawls',
    isAway: ({ body }) => JSON.stringify(body).includes('docs/a"'),
    names: ['https://tea.example/', 'https://tea.example/docs/a'],
    away: 'https://tea.example/docs/a',
    mayBeMissing: true,
  },
]

const nameOf = ({ source }: LoadedSource) => source.name

describe.each(cases)('$node $does, one of whose sources is away', (away) => {
  const loader = find(away)
  const open = (isAway = away.isAway) =>
    openLoader(loader, {
      ...(away.values && { values: away.values }),
      respond: (sent) =>
        isAway(sent)
          ? { status: 500, headers: {}, body: '' }
          : (loader.server?.answer(sent) ?? { status: 404, headers: {}, body: '' }),
    })

  test('tells of that one alone, and reads the others', async () => {
    const sources = await open().listSources()
    expect(sources.map(nameOf)).toEqual(away.names)
    const failed = sources.filter(({ fault }) => fault !== undefined)
    expect(failed.map(nameOf)).toEqual([away.away])
    expect(errorMessage(failed[0]?.fault)).toContain('status 500')
    expect(sources.flatMap(({ documents }) => documents).length).toBeGreaterThan(0)
  })

  test('reads it again alone', async () => {
    const failed = (await open().listSources()).filter(({ fault }) => fault !== undefined)
    const only = new Set(failed.map(({ source }) => source.id))
    const again = open(() => false)
    const sources = await again.listSources({ only })
    expect(sources.map(({ source }) => source.id)).toEqual([...only])
    expect((await open(() => false).listSources()).length).toBeGreaterThan(sources.length)
  })

  test('tells a flow which one it is, or leaves it out', async () => {
    if (away.mayBeMissing) {
      expect((await open().load()).length).toBeGreaterThan(0)
      return
    }
    await expect(open().load()).rejects.toThrow(away.away)
  })
})

/** A loader whose list says the version of each source: what the list says of one once it is another. */
interface Versioned {
  node: string
  does?: string
  /** Whether the content of a source is asked for, and not what there is. */
  isContent(sent: SentRequest): boolean
  /** Another answer of the list, or of what is said of one file. */
  change(body: string): string
  changed: string
}

const versioned: Versioned[] = [
  {
    node: 's3Directory',
    isContent: ({ url }) => !url.searchParams.has('list-type'),
    change: (body) => body.replace('etag-a', 'etag-b'),
    changed: 'docs/a.txt',
  },
  {
    node: 'googleDrive',
    does: 'reads a folder',
    isContent: ({ url }) => url.pathname.endsWith('/export') || url.searchParams.has('alt'),
    change: (body) => body.replace('2026-01-01', '2026-01-02'),
    changed: 'Tea',
  },
  {
    node: 'googleDrive',
    does: 'reads chosen files',
    isContent: ({ url }) => url.searchParams.has('alt'),
    change: (body) => body.replace('checksum-of-b', 'another-checksum'),
    changed: 'b.csv',
  },
  {
    node: 'github',
    isContent: ({ url }) => url.pathname.includes('/git/blobs/'),
    change: (body) => body.replace(`"${'a'.repeat(40)}"`, `"${'b'.repeat(40)}"`),
    changed: 'README.md',
  },
]

describe.each(versioned)('$node $does, whose list says versions', ({ isContent, change, changed, ...of }) => {
  const loader = find(of)
  const versionsOf = (sources: LoadedSource[]) =>
    new Map(sources.map(({ source: { id, version = '' } }) => [id, version]))
  const answer = (sent: SentRequest) => loader.server?.answer(sent) ?? { status: 404, headers: {}, body: '' }

  test('asks for no content of a source whose version stands', async () => {
    const first = openLoader(loader)
    const standing = versionsOf(await first.listSources())
    expect([...standing.values()]).not.toContain('')
    expect(first.sent.filter(isContent).length).toBeGreaterThan(0)
    const again = openLoader(loader)
    const sources = await again.listSources({ standing })
    expect(again.sent.filter(isContent)).toEqual([])
    expect(sources.map(({ source, stands, documents }) => [source.id, stands, documents])).toEqual(
      [...standing.keys()].map((id) => [id, true, []]),
    )
  })

  test('reads the one alone whose version is another', async () => {
    const standing = versionsOf(await openLoader(loader).listSources())
    const again = openLoader(loader, {
      respond: (sent) => {
        const reply = answer(sent)
        return isContent(sent) ? reply : { ...reply, body: change(String(reply.body)) }
      },
    })
    const sources = await again.listSources({ standing })
    expect(sources.filter(({ stands }) => !stands).map(nameOf)).toEqual([changed])
    expect(again.sent.filter(isContent)).toHaveLength(1)
  })
})

describe('a site', () => {
  const loader: LoaderCase = {
    node: 'cheerioWebScraper',
    values: { url: 'https://tea.example/', relativeLinksMethod: 'webCrawl', limit: '10' },
    gives: [],
  }
  const page = (body: string) => ({ status: 200, headers: { 'content-type': 'text/html' }, body })
  const links = ['busy', 'gone', 'logo', 'black'].map((path) => `<a href="/${path}">x</a>`).join('')
  const open = (busy: number) =>
    openLoader(loader, {
      respond: ({ url: { pathname } }) => {
        if (pathname === '/busy') return { ...page('<p>Busy tea'), status: busy }
        if (pathname === '/gone') return { status: 404, headers: {}, body: '' }
        if (pathname === '/logo')
          return { status: 200, headers: { 'content-type': 'image/png' }, body: 'AA==', isBase64: true }
        return page(pathname === '/' ? `<p>Tea ${links}` : '<p>Black tea')
      },
    })

  test.each([408, 429, 500, 503])(
    'tells of a page whose server failed with %i, and of no other',
    async (status) => {
      const sources = await open(status).listSources()
      expect(sources.map(nameOf)).toEqual(
        ['/', '/busy', '/black'].map((path) => `https://tea.example${path}`),
      )
      expect(sources.filter(({ fault }) => fault !== undefined).map(nameOf)).toEqual([
        'https://tea.example/busy',
      ])
    },
  )

  test('is read without it by a flow', async () => {
    expect((await open(500).load()).length).toBe(2)
  })

  test('is asked for that page alone, and not where it leads', async () => {
    const again = open(200)
    const [source, ...others] = await again.listSources({ only: new Set(['https://tea.example/busy']) })
    expect([source?.documents.length, others.length, again.sent.length]).toEqual([1, 0, 1])
  })

  test('whose first page cannot be read cannot be read', async () => {
    const down = openLoader(loader, { respond: () => ({ status: 404, headers: {}, body: '' }) })
    await expect(down.listSources()).rejects.toThrow('status 404: there is nothing at this address')
  })
})

describe('pages that were chosen', () => {
  const at = (path: string) => `https://tea.example${path}`
  const body = (path: string) => `<p>Tea of ${path} <a href="/more">more</a>`
  /** Which pages are asked for, and what comes of them, where `/gone` is not there and `inner.example` is refused. */
  const open = (node: string, values: Record<string, unknown>) => {
    const asked: string[] = []
    const read = (url: string) => {
      asked.push(url)
      if (url.includes('inner.example'))
        throw new RunnelError('egress_denied', `Calling ${url} is not allowed.`)
      if (url.endsWith('/gone')) throw new RunnelError('upstream_error', 'status 404')
      return body(new URL(url).pathname)
    }
    const given = { url: at('/'), relativeLinksMethod: 'webCrawl', limit: '0', ...values } as JsonObject
    const loader: LoaderCase = {
      node,
      values: given,
      gives: [],
      browser: ({ url }) => ({ url, markup: read(url), links: [at('/more')] }),
    }
    const opened = openLoader(loader, {
      respond: ({ url }) => ({ status: 200, headers: { 'content-type': 'text/html' }, body: read(url.href) }),
    })
    return { ...opened, asked }
  }
  const scrapers = ['cheerioWebScraper', 'puppeteerWebScraper', 'playwrightWebScraper']

  describe.each(scrapers)('%s', (node) => {
    test.each(['webCrawl', 'scrapeXMLSitemap', ''])(
      'reads them alone, each once and in their order, by “%s”',
      async (relativeLinksMethod) => {
        const selectedLinks = [at('/b'), 'https://other.example/a#part', '', ` ${at('/b#x')}`]
        const { load, asked } = open(node, { relativeLinksMethod, selectedLinks })
        const documents = await load()
        expect(asked).toEqual([at('/b'), 'https://other.example/a'])
        expect(documents.map(({ metadata }) => metadata.source)).toEqual(asked)
      },
    )

    test('reads as many as the limit allows', async () => {
      const { load, asked } = open(node, { limit: 2, selectedLinks: ['/a', '/b', '/c'].map(at) })
      await load()
      expect(asked).toEqual([at('/a'), at('/b')])
    })

    test.each([[[]], [''], [null], [['']]])(
      'finds pages itself where none is chosen: %j',
      async (selectedLinks) => {
        const { load, asked } = open(node, { selectedLinks })
        await load()
        expect(asked).toEqual([at('/'), at('/more')])
      },
    )

    test('tells of each that cannot be read, and reads the others', async () => {
      const selectedLinks = [at('/gone'), 'https://inner.example/', at('/b')]
      const sources = await open(node, { selectedLinks }).listSources()
      expect(sources.map(({ fault }) => fault && errorMessage(fault))).toEqual([
        expect.stringContaining('status 404'),
        expect.stringContaining('is not allowed'),
        undefined,
      ])
      expect(await open(node, { selectedLinks }).load()).toHaveLength(1)
    })

    test('fails in a flow where none can be read', async () => {
      const selectedLinks = [at('/gone'), 'https://inner.example/']
      await expect(open(node, { selectedLinks }).load()).rejects.toThrow('is not allowed')
    })

    test('reads 500 at most, and says so', async () => {
      const selectedLinks = Array.from({ length: 502 }, (_, n) => at(`/${n}`))
      const { listSources, asked } = open(node, { selectedLinks, relativeLinksMethod: '' })
      const last = (await listSources()).at(-1)
      expect([asked.length, last?.source.id]).toEqual([500, at('/500')])
      expect(errorMessage(last?.fault)).toContain('500 pages at most')
    })

    test.each([
      ['https://tea.example/a'],
      [{ a: 1 }],
      [[at('/a'), 'tea']],
      [['file:///etc/passwd']],
      [['https://me:secret@tea.example/']],
      [[7]],
      [[{}]],
    ])('names the param of what is no list of addresses: %j', async (selectedLinks) => {
      const { load, asked } = open(node, { selectedLinks })
      await expect(load()).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('selectedLinks'),
        issues: [{ path: 'selectedLinks' }],
      })
      expect(asked).toEqual([])
    })
  })
})

test('a server that refuses again and again is not asked about all that is left', async () => {
  const keys = Array.from({ length: 200 }, (_, n) => `<Contents><Key>${n}.txt</Key></Contents>`).join('')
  const bucket = openLoader(find({ node: 's3Directory' }), {
    respond: ({ url }) =>
      url.searchParams.has('list-type')
        ? { status: 200, headers: {}, body: `<ListBucketResult>${keys}</ListBucketResult>` }
        : { status: 503, headers: {}, body: '' },
  })
  const sources = await bucket.listSources()
  expect(sources.filter(({ fault }) => fault instanceof RunnelError)).toHaveLength(200)
  expect(bucket.sent.length).toBeLessThan(30)
})

test('files of a bucket whose list tells no ETag are known by their dates', async () => {
  const list = '<Contents><Key>a.txt</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>'
  const bucket = openLoader(find({ node: 's3Directory' }), {
    respond: ({ url }) =>
      url.searchParams.has('list-type')
        ? { status: 200, headers: {}, body: `<ListBucketResult>${list}</ListBucketResult>` }
        : { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Green' },
  })
  const versions = (await bucket.listSources()).map(({ source }) => source.version)
  expect(versions).toEqual(['2026-01-01T00:00:00Z'])
})

test('what stands is not lost where a server refuses all that changed', async () => {
  const listed = (n: number) => `<Contents><Key>${n}.txt</Key><ETag>${n}</ETag></Contents>`
  const list = Array.from({ length: 60 }, (_, n) => listed(n)).join('')
  const bucket = openLoader(find({ node: 's3Directory' }), {
    respond: ({ url }) =>
      url.searchParams.has('list-type')
        ? { status: 200, headers: {}, body: `<ListBucketResult>${list}</ListBucketResult>` }
        : { status: 503, headers: {}, body: '' },
  })
  const standing = new Map(Array.from({ length: 20 }, (_, n) => [`${n + 40}.txt`, String(n + 40)]))
  const sources = await bucket.listSources({ standing })
  expect(sources.filter(({ stands }) => stands).map(nameOf)).toEqual([...standing.keys()])
  expect(bucket.sent.length).toBeLessThan(30)
})

function find({ node, does }: Pick<LoaderCase, 'node' | 'does'>): LoaderCase {
  const found = loaderCases.find((each) => each.node === node && each.does === does)
  if (found) return found
  throw new Error(`There is no case of ${node}.`)
}
