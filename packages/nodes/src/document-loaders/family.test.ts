import { type InputDefinition, isParam, RunnelError } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import { countTurns, createTestComponent, undeclaredHosts } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import type { LoaderCase, LoaderServer, SentRequest } from './loader-case.fixture.ts'
import { loaderCases } from './loader-cases.fixture.ts'
import { nodeOf, openLoader } from './play-loader.fixture.ts'

/** Those that read; the others give pieces that stand somewhere already. */
const loaders = nodeCatalogue.filter(
  ({ definition: { category, inputs } }) =>
    category === 'Document Loaders' && inputs.some(({ type }) => type === 'TextSplitter'),
)

test('every loader of the catalogue is held to these tests', () => {
  expect([...new Set(loaderCases.map(({ node }) => node))].sort()).toEqual(
    loaders.map(({ definition }) => definition.name).sort(),
  )
})

describe.each(loaders)('$definition.name', ({ definition }) => {
  test('gives documents or their text, and takes what every loader takes', () => {
    expect(definition.baseClasses).toEqual(['Document'])
    expect(definition.outputs?.map(({ name, provides }) => [name, provides])).toEqual([
      ['document', ['documentSource']],
      ['text', ['text']],
    ])
    const anchors = definition.inputs.filter((input) => !isParam(input)).map(({ name }) => name)
    expect(anchors).toEqual(['textSplitter'])
    expect(definition.inputs.slice(-2).map(({ label }) => label)).toEqual([
      'Additional Metadata',
      'Omit Metadata Keys',
    ])
    expect(undeclaredHosts(definition)).toEqual([])
  })
})

describe.each(loaderCases)('$node $does', (loader) => {
  finishes(loader)
  if (loader.file) readsFiles(loader)
  if (loader.server) asksServers(loader, loader.server)
})

function finishes(loader: LoaderCase) {
  const { gives } = loader

  test('gives its documents, and their text', async () => {
    expect(await openLoader(loader).load()).toEqual(gives)
    expect(await openLoader(loader).text()).toBe(gives.map(({ pageContent }) => pageContent).join('\n'))
  })

  test('has them cut by the splitter that is wired to it', async () => {
    const splitter = createTestComponent(
      'splitter',
      {},
      {
        textSplitter: (_component, documents) =>
          documents.flatMap((document) => [document, { pageContent: 'cut', metadata: document.metadata }]),
      },
    )
    const pieces = await openLoader(loader, { anchors: { textSplitter: [splitter] } }).load()
    expect(pieces.map(({ pageContent }) => pageContent)).toEqual(
      gives.flatMap(({ pageContent }) => [pageContent, 'cut']),
    )
  })

  test('adds what is known of them, and leaves out what is named', async () => {
    const param = nodeOf(loader).definition.inputs.at(-2)?.name ?? ''
    const of = (omitMetadataKeys: string) => ({
      values: { [param]: '{"topic": {"of": "tea"}}', omitMetadataKeys },
    })
    const topic = { of: 'tea' }
    for (const { metadata } of await openLoader(loader, of('')).load()) expect(metadata.topic).toEqual(topic)
    for (const { metadata } of await openLoader(loader, of('*')).load()) expect(metadata).toEqual({ topic })
    const [first = ''] = Object.keys(gives[0]?.metadata ?? {})
    const [left] = await openLoader(loader, of(`x, ${first}`)).load()
    if (first !== '') expect(left?.metadata).not.toHaveProperty(first)
  })

  test('takes no more metadata than may stand with every piece', async () => {
    const param = nodeOf(loader).definition.inputs.at(-2)?.name ?? ''
    const values = { [param]: JSON.stringify({ topic: 'tea'.repeat(10_000) }) }
    await expect(openLoader(loader, { values }).load()).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: param }],
    })
  })

  test('refuses JSON that cannot be read, by the name of its param', async () => {
    // Only one of FireCrawl's ways wants a schema.
    const isOfAnotherWay = (name: string) =>
      name === 'extractSchema' && loader.values?.crawlerType !== 'extract'
    const isRead = ({ name, type }: InputDefinition) => type === 'json' && !isOfAnotherWay(name)
    for (const { name } of nodeOf(loader).definition.inputs.filter(isRead)) {
      const loading = openLoader(loader, { values: { [name]: '{"a": ' } }).load()
      await expect(loading).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: name }] })
    }
  })
}

function readsFiles(loader: LoaderCase) {
  const { param = '' } = loader.file ?? {}

  test('says what to do where no file is chosen', async () => {
    for (const value of ['', 'tea.txt', null])
      await expect(openLoader(loader, { values: { [param]: value } }).load()).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(`${nodeOf(loader).definition.label} has no file`),
      })
  })

  test('reads all files that are chosen', async () => {
    const two = await openLoader(loader, { values: { [param]: ['file:1', 'file:2'] } }).load()
    expect(two).toEqual([...loader.gives, ...loader.gives])
  })

  test('reads none once the run is stopped', async () => {
    const stop = new AbortController()
    stop.abort(new Error('Stopped'))
    await expect(openLoader(loader, { signal: stop.signal }).load()).rejects.toThrow('Stopped')
  })

  test('gives nothing for an empty file', async () => {
    if (loader.pages) return
    const empty = { ...loader, file: { ...loader.file, param, name: 'tea.txt', bytes: '  ' } } as LoaderCase
    const loading = openLoader(empty).load()
    if (loader.node === 'jsonFile') await expect(loading).rejects.toThrow('tea.txt is no JSON')
    else expect(await loading).toEqual([])
  })
}

function asksServers(loader: LoaderCase, { hosts }: LoaderServer) {
  const secrets = [...Object.values(loader.credential ?? {}), 'a-secret-header'].filter(
    (value) => value.length > 12,
  )

  test('asks its own hosts only, in a way that may be done twice, and leaves its key to the last moment', async () => {
    const opened = openLoader(loader)
    await opened.load()
    expect(opened.sent.length).toBeGreaterThan(0)
    for (const { url } of opened.sent) expect(hosts).toContain(url.host)
    for (const { effects } of opened.http) expect(effects).toBe('read')
    for (const { authorise } of opened.http)
      expect(authorise !== undefined).toBe(loader.credential !== undefined)
    const journaled = JSON.stringify(opened.http.map(({ authorise: _authorise, ...told }) => told))
    if (loader.credential) for (const secret of secrets) expect(journaled).not.toContain(secret)
  })

  test.each([401, 403, 429, 500])('status %i is told in plain words, without keys', async (status) => {
    const body = `<html>Stack trace ${secrets.join(' ')}</html>`
    const { message } = await refusalOf(
      openLoader(loader, { respond: () => ({ status, headers: {}, body }) }),
    )
    expect(message).toContain(`status ${status}`)
    expect(message.length).toBeLessThan(300)
    for (const untold of ['Stack trace', ...secrets]) expect(message).not.toContain(untold)
  })

  test.each([
    '<html>Bad gateway',
    '',
    'null',
    '[1, "two", null]',
    '{"results": 7, "issues": [null]}',
    '{"records',
  ])('an answer of another kind hurts nobody: %j', async (body) => {
    const opened = openLoader(loader, { respond: () => ({ status: 200, headers: {}, body }) })
    const documents = await opened.load().catch((error: unknown) => {
      expect(error).toBeInstanceOf(RunnelError)
      return []
    })
    if (loader.answersAnything !== true)
      expect(documents.filter(({ metadata }) => metadata.id !== '')).toEqual([])
  })

  test('a server that never ends is left', async () => {
    let asked = 0
    const respond = (sent: SentRequest) => {
      asked += 1
      return endless(loader.server?.answer(sent), asked)
    }
    await openLoader(loader, { respond })
      .load()
      .catch(() => [])
    expect(asked).toBeLessThan(6_000)
  })

  test('asks nobody else once the run is stopped', async () => {
    const stop = new AbortController()
    const respond = async (): Promise<HttpReply> => {
      stop.abort(new Error('Stopped'))
      throw stop.signal.reason
    }
    const opened = openLoader(loader, { respond, signal: stop.signal })
    await expect(opened.load()).rejects.toThrow('Stopped')
    expect(opened.sent).toHaveLength(1)
  })
}

async function refusalOf(opened: ReturnType<typeof openLoader>): Promise<RunnelError> {
  const refusal = await opened.load().catch((error: unknown) => error)
  if (refusal instanceof RunnelError) return refusal
  throw new Error('It was not refused.')
}

/** The answer of a server that always has a next page, and always another link. */
function endless(reply: HttpReply | undefined, asked: number): HttpReply {
  const { body = '' } = reply ?? {}
  const links = `<a href="/more/${asked}a">a</a><a href="/more/${asked}b">b</a>`
  const next = {
    offset: `${asked}`,
    nextPageToken: `${asked}`,
    total: 1e9,
    has_more: true,
    next_cursor: `${asked}`,
  }
  const text = body.startsWith('{')
    ? JSON.stringify({ ...JSON.parse(body), ...next, _links: { next: `/${asked}` } })
    : body
        .replace('</body>', `${links}</body>`)
        .replace(
          '</ListBucketResult>',
          `<NextContinuationToken>${asked}</NextContinuationToken></ListBucketResult>`,
        )
  return { status: 200, headers: {}, body: body === '' || reply?.status === 404 ? links : text }
}

describe('a file that is', () => {
  const find = (node: string) => {
    const found = loaderCases.find((each) => each.node === node && each.file)
    if (!found?.file) throw new Error(`There is no case of ${node}.`)
    return { ...found, file: found.file }
  }
  const load = (node: string, bytes: Uint8Array | string, values = {}) => {
    const found = find(node)
    return openLoader({ ...found, file: { ...found.file, bytes } }, { values }).load()
  }

  test('no JSON is named, with its line', async () => {
    await expect(load('jsonFile', '{"a": ')).rejects.toThrow('tea.json is no JSON')
    await expect(load('jsonlinesFile', '{"text": "a"}\n{"text')).rejects.toThrow(
      'Line 2 of tea.jsonl is no JSON',
    )
  })

  test('deep or hostile is read all the same', async () => {
    const deep = `${'['.repeat(5000)}"tea"${']'.repeat(5000)}`
    expect(await load('jsonFile', deep)).toMatchObject([{ pageContent: 'tea' }])
    const odd = '[{"__proto__": {"text": "tea"}, "constructor": "x"}]'
    const values = { separateByObject: true, pointersName: '__proto__/text, toString' }
    expect(await load('jsonFile', odd, values)).toMatchObject([{ pageContent: '__proto__/text: tea' }])
    expect(({} as Record<string, unknown>).text).toBeUndefined()
  })

  test('a column that is not there is named with those that are', async () => {
    await expect(load('csvFile', 'a,b\n1,2', { columnName: 'c' })).rejects.toThrow(
      'tea.csv has no column “c”. It has: a, b.',
    )
  })

  test('too long is refused, and not held in memory', async () => {
    await expect(load('textFile', 'a'.repeat(20_000_001))).rejects.toMatchObject({ code: 'limit_exceeded' })
    await expect(load('csvFile', 'a\n'.repeat(200_002))).rejects.toThrow('has more than 200000 rows')
  })

  test.each([
    ['jsonFile', `[${'{"a":1},'.repeat(200_001)}1]`, { separateByObject: true }],
    ['jsonlinesFile', '{"a":1}\n'.repeat(200_001), { pointerName: 'a' }],
    ['jsonFile', `[${'"a",'.repeat(200_001)}1]`, {}],
  ])('%s gives no more documents than can be held: %.20s', async (node, text, values) => {
    await expect(load(node, text, values)).rejects.toMatchObject({ code: 'limit_exceeded' })
  })

  test('places that are named are found in a long list without looking through all of them', async () => {
    const places = Array.from({ length: 150_000 }, (_each, at) => at).join()
    const list = `[${Array.from({ length: 900_000 }, (_each, at) => at).join()},"tea"]`
    expect(await load('jsonFile', list, { pointersName: `${places},900000` })).toMatchObject([
      { pageContent: 'tea' },
    ])
  })

  test('short that would become long is refused, and not held in memory', async () => {
    const wide = `${'a,'.repeat(500_000)}a\n${'x\n'.repeat(100_000)}`
    await expect(load('csvFile', wide)).rejects.toMatchObject({ code: 'limit_exceeded' })
    const object = JSON.stringify([{ a: 'x'.repeat(1_000_000) }])
    const values = { separateByObject: true, pointersName: '/a,'.repeat(10_000) }
    await expect(load('jsonFile', object, values)).rejects.toMatchObject({ code: 'limit_exceeded' })
  })

  test('names to leave out cost each document no more than it has names', async () => {
    const many = Array.from({ length: 200_000 }, (_each, at) => `k${at}.k`).join()
    const values = { omitMetadataKeys: `${many},line, source.below` }
    const rows = await load('csvFile', `a\n${'x\n'.repeat(10_000)}`, values)
    expect([rows.length, rows.at(-1)?.metadata]).toEqual([10_000, { source: 'tea.csv' }])
    const nested = JSON.stringify({ text: 'x', a: { b: { c: 1, d: 2 }, e: 3 } })
    const omitted = {
      pointerName: 'text',
      metadata: '{"a": "/a"}',
      omitMetadataKeys: 'a.b.c, a.b.c.x, a.x, line',
    }
    expect(await load('jsonlinesFile', nested, omitted)).toMatchObject([
      { metadata: { source: 'tea.jsonl', a: { b: { d: 2 }, e: 3 } } },
    ])
    const [whole] = await load('jsonlinesFile', nested, { ...omitted, omitMetadataKeys: 'a.b.c, a' })
    expect(whole?.metadata).not.toHaveProperty('a')
  })

  test('large is read in a time that grows with its length alone', async () => {
    const rows = `"a""b",${'"'.repeat(1000)}\n`.repeat(10_000)
    expect((await load('csvFile', rows)).length).toBe(9_999)
  })

  test.each([
    ['csvFile', 'a,b\n'.repeat(500)],
    ['csvFile', 'a,'.repeat(20_000)],
    ['jsonFile', `[${'{"a":"b"},'.repeat(500)}1]`],
    ['jsonlinesFile', '{"a":"b"}\n'.repeat(500)],
    ['jsonlinesFile', '\n'.repeat(500)],
  ])('long lets others have their turn while %s reads it', async (node, text) => {
    expect(await countTurns(() => load(node, text))).toBeGreaterThan(10)
  })

  test('no text is refused by the loader of files', async () => {
    const file = { param: 'file', name: 'tea.bin', bytes: new Uint8Array([0x89, 0, 0, 0, 0, 1, 2]) }
    await expect(openLoader({ node: 'fileLoader', file, gives: [] }).load()).rejects.toThrow(
      'tea.bin is no text, and no document of a kind that is read here',
    )
  })
})
