import type { JsonObject } from '@runnel/contract'
import { listProvided } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { openStore, TEA } from './open-store.fixture.ts'
import { storeCases } from './store-cases.fixture.ts'

/** Stores that are part of this installation: they ask no server themselves. */
const EMBEDDED = ['runnelVectorStore', 'memoryVectorStore', 'faiss']

const TEXTS = TEA.map(({ pageContent }) => pageContent).sort()
const [greenest, mixed, black, bean] = TEA.map(({ pageContent }) => pageContent)

test('every store of the catalogue that takes documents is held to these tests', () => {
  const stores = nodeCatalogue.filter(
    ({ definition }) =>
      listProvided(definition).includes('vectorStore') &&
      definition.inputs.some(({ type }) => type === 'Document'),
  )
  expect([...EMBEDDED, ...storeCases.map(({ node }) => node)].sort()).toEqual(
    stores.map(({ definition }) => definition.name).sort(),
  )
})

test('of the names of the embedded store one is for new flows, and the others say so', () => {
  const [own = '', ...others] = EMBEDDED.map(
    (name) => nodeCatalogue.find(({ definition }) => definition.name === name)?.definition.description,
  )
  expect(own).toMatch(/^The store for new flows/)
  for (const other of others)
    expect(other).toMatch(/^For imported flows: the same as the Runnel Vector Store/)
})

describe.each(storeCases)('the store $node', (store) => {
  const isPlace = (field: string) => store.places?.includes(field) === true
  const flatten = store.flattens ?? ((metadata) => metadata)

  test('is filled, and finds what means the same, best first, with what is known of it', async () => {
    const { ingest, retrieve, texts, fake } = openStore(store)
    const { first, ...counts } = await ingest()
    expect(counts).toEqual({ added: 4, known: 0, deleted: 0 })
    expect(first).toHaveLength(4)
    expect(texts()).toEqual(TEXTS)
    const found = await retrieve('green')
    expect(found.map(({ pageContent }) => pageContent)).toEqual([greenest, mixed, black, bean])
    expect(found.map(({ metadata }) => metadata)).toEqual(TEA.map(({ metadata }) => flatten(metadata)))
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(scores[3] ?? 1)
    expect(new Set(fake.records().map(({ id }) => id)).size).toBe(4)
  })

  test('takes nothing in twice, and embeds nothing twice', async () => {
    const { ingest, texts, embedded, told } = openStore(store)
    await ingest()
    expect([told[0], told.at(-1)]).toEqual([
      [0, 4],
      [4, 4],
    ])
    expect(await ingest()).toMatchObject({ added: 0, known: 4, deleted: 0 })
    expect(told.at(-1)).toEqual([4, 4])
    expect(texts()).toEqual(TEXTS)
    expect(embedded()).toBe(store.embedsItself ? 0 : 4)
  })

  test('holds each piece once, wherever an ingest was cut before it was made again', async () => {
    const whole = openStore(store)
    await whole.ingest()
    for (const isDone of [false, true])
      for (let cut = 0; cut < whole.sent.length; cut += 1) {
        let isCut = false
        const scene = openStore(store, {
          values: { batchSize: 2 },
          respond: (sent, n, fake) => {
            if (n !== cut || isCut) return undefined
            isCut = true
            if (isDone) fake.answer(sent)
            throw new Error('The connection was cut.')
          },
        })
        await expect(scene.ingest()).rejects.toThrow('cut')
        await scene.ingest()
        expect(scene.texts()).toEqual(TEXTS)
        expect(await scene.ingest()).toMatchObject({ added: 0, known: 4, deleted: 0 })
      }
  })

  test('is filled the same where any of its requests is made twice', async () => {
    const changed = [...TEA.slice(0, 1), { pageContent: 'new', metadata: {} }]
    const fillTwice = async (twice?: number) => {
      const scene = openStore(store, {
        respond: (sent, n, fake) => {
          if (n === twice) fake.answer(sent)
          return undefined
        },
      })
      const told = [await scene.ingest()]
      scene.sources.set('source_0', changed)
      told.push(await scene.ingest())
      return { scene, told }
    }
    const whole = await fillTwice()
    for (let at = 0; at < whole.scene.sent.length; at += 1) {
      const { scene, told } = await fillTwice(at)
      expect(told).toEqual(whole.told)
      expect(scene.texts()).toEqual([greenest, 'new'])
    }
  })

  test('asks the same in the same place, so that an interrupted ingest goes on from its journal', async () => {
    const [one, other] = [openStore(store), openStore(store)]
    for (const scene of [one, other]) await scene.ingest()
    const told = ({ http }: typeof one) => JSON.stringify(http)
    expect(told(one)).toBe(told(other))
    expect(one.http.every(({ effects, waitsWhenBusy }) => effects === 'read' && waitsWhenBusy === true)).toBe(
      true,
    )
  })

  test('a source that changed takes the place of what it was, and leaves others alone', async () => {
    const { ingest, sources, texts, add } = openStore(store)
    sources.set('source_1', [{ pageContent: 'coal', metadata: {} }])
    await ingest()
    await add([{ pageContent: 'given', metadata: {} }])
    sources.set('source_0', [...TEA.slice(0, 1), { pageContent: 'new', metadata: {} }])
    expect(await ingest()).toMatchObject({ added: 1, known: 2, deleted: 3 })
    expect(texts()).toEqual(['coal', 'given', greenest, 'new'].sort())
    sources.set('source_0', [])
    expect(await ingest()).toMatchObject({ added: 0, known: 1, deleted: 2 })
    expect(texts()).toEqual(['coal', 'given'])
  })

  test('what one flow filled no other one changes or takes away, in the same place', async () => {
    const { ingest, sources, texts } = openStore(store)
    await ingest({ flowId: 'theirs' })
    sources.set('source_0', [{ pageContent: 'coal', metadata: {} }])
    expect(await ingest({ flowId: 'ours' })).toMatchObject({ added: 1, known: 0, deleted: 0 })
    expect(texts()).toEqual([...TEXTS, 'coal'].sort())
    sources.set('source_0', [])
    expect(await ingest({ flowId: 'ours' })).toMatchObject({ added: 0, known: 0, deleted: 1 })
    expect(texts()).toEqual(TEXTS)
  })

  test('what a caller gave is kept beside what is wired, and once', async () => {
    const { ingest, sources, texts } = openStore(store)
    await ingest()
    const overrides = { source_0: { texts: 'x' } }
    for (const page of ['one', 'two', 'one']) {
      sources.set('source_0', [{ pageContent: page, metadata: {} }])
      await ingest({ overrides })
    }
    sources.set('source_0', TEA)
    expect(await ingest()).toMatchObject({ added: 0, known: 4, deleted: 0 })
    expect(texts()).toEqual([...TEXTS, 'one', 'two'].sort())
  })

  test('a loader without its file is nothing in an upsert that brings another what it takes in', async () => {
    const { ingest, sources, texts } = openStore(store, { withoutFile: 'source_1' })
    sources.set('source_1', [])
    await ingest({ overrides: { source_0: { texts: 'x' } } })
    expect(texts()).toEqual(TEXTS)
    await expect(ingest()).rejects.toThrow('has no file')
  })

  test('the same content under other metadata is another piece, and twice the same one is one', async () => {
    const { add, texts } = openStore(store)
    const piece = (page: number) => ({ pageContent: 'same', metadata: { page } })
    const given = [piece(1), piece(2), piece(1), { pageContent: ' \n', metadata: {} }]
    expect(await add(given)).toMatchObject({ added: 2, known: 0, deleted: 0 })
    expect(await add(given)).toMatchObject({ added: 0, known: 2, deleted: 0 })
    expect(texts()).toEqual(['same', 'same'])
  })

  test('gives as many as the node says, or who asks', async () => {
    const { ingest, retrieve, searchAsStore } = openStore(store)
    await ingest()
    expect(await retrieve('green', { topK: '2' })).toHaveLength(2)
    expect(await retrieve('green', { topK: '2', limit: 3 })).toHaveLength(3)
    expect((await searchAsStore('black', 1)).map(({ pageContent }) => pageContent)).toEqual([black])
  })

  test('lets pass what its own filter and that of who asks let pass', async () => {
    const { ingest, retrieve } = openStore(store)
    await ingest()
    const find = async (options: Parameters<typeof retrieve>[1]) =>
      (await retrieve('green', options)).map(({ pageContent }) => pageContent)
    const own = store.filter ? { own: { [store.filter.param]: store.filter.tea } } : {}
    if (store.filter) expect(await find(own)).toEqual([greenest, mixed, black])
    expect(await find({ filter: { topic: 'tea' } })).toEqual([greenest, mixed, black])
    expect(await find({ filter: { topic: 'tea', page: 2 } })).toEqual([mixed])
    const both = store.filter ? [greenest] : [greenest, bean]
    expect(await find({ ...own, filter: { page: 1 } })).toEqual(both)
    expect(await find({ filter: { score: 0.5 } })).toEqual([mixed])
    expect(await find({ filter: { isHot: true } })).toEqual([black])
    expect(await find({ filter: { topic: "x' OR 'a'='a" } })).toEqual([])
  })

  test('filters as its server can, and refuses by name what it cannot', async () => {
    const { ingest, retrieve } = openStore(store)
    await ingest()
    const find = async (filter: JsonObject) =>
      (await retrieve('green', { filter })).map(({ pageContent }) => pageContent)
    const filters: [operator: string, filter: JsonObject, found: (string | undefined)[]][] = [
      ['$ne', { topic: { $ne: 'tea' } }, [bean]],
      ['$ne', { score: { $ne: 0.5 } }, [greenest, black, bean]],
      ['$in', { page: { $in: [2, 3] } }, [mixed, black]],
      ['$nin', { page: { $nin: [2, 3] }, topic: 'tea' }, [greenest]],
      ['$gt', { page: { $gt: 2 } }, [black]],
      ['$gte', { page: { $gte: 2 } }, [mixed, black]],
      ['$lt', { page: { $lt: 2 } }, [greenest, bean]],
      ['$lte', { $and: [{ page: { $lte: 2 } }, { topic: 'tea' }] }, [greenest, mixed]],
      ['$exists', { score: { $exists: true } }, [mixed]],
      ['$exists', { score: { $exists: false } }, [greenest, black, bean]],
      ['$or', { $or: [{ page: 3 }, { page: 1, topic: 'coffee' }] }, [black, bean]],
      ['$contains', { topic: { $contains: 'OFF' } }, [bean]],
    ]
    for (const [operator, filter, found] of filters) {
      if (store.filtersBy?.includes(operator))
        expect([operator, await find(filter)]).toEqual([operator, found])
      else
        await expect(find(filter)).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining(`filter by ${operator}`),
        })
    }
    expect(await find({ topic: { $eq: 'tea' }, page: 2 })).toEqual([mixed])
    await expect(find({ topic: { $near: 'tea' } })).rejects.toThrow('knows no filter $near of topic')
    await expect(find({ topic: ['tea'] })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('what its server refuses is told in its words, wherever it does', async () => {
    const whole = openStore(store)
    await whole.ingest()
    for (let at = 0; at < whole.sent.length; at += 1) {
      let isRefused = false
      const respond = (_sent: unknown, n: number) => {
        isRefused ||= n >= at
        return isRefused ? { status: 400, headers: {}, body: '{"message":"no room"}' } : undefined
      }
      await expect(openStore(store, { respond }).ingest()).rejects.toMatchObject({
        code: 'upstream_error',
        message: expect.stringContaining('no room'),
      })
    }
  })

  test('a key that is not accepted is told, and not repeated', async () => {
    const changed = Object.entries(store.credential).map(([name, value]) => [
      name,
      isPlace(name) ? value : `${value}-x`,
    ])
    const credential = store.wrongCredential ?? Object.fromEntries(changed)
    const { ingest, retrieve } = openStore(store, { credential })
    for (const work of [ingest(), retrieve('green')])
      await expect(work).rejects.toMatchObject({
        code: 'upstream_error',
        message: expect.stringMatching(
          store.speaks === 'data' ? /refused: / : /status 401: it does not accept the key/,
        ),
      })
  })

  test('goes to its own hosts only, and leaves its key to the last moment', async () => {
    const { ingest, retrieve, http, sent } = openStore(store)
    await ingest()
    await retrieve('green', { searchType: 'mmr' })
    for (const { url } of sent) expect(store.hosts).toContain(url.host)
    const journaled = JSON.stringify(http.map(({ authorise: _authorise, ...told }) => told))
    for (const [name, secret] of Object.entries(store.credential))
      if (!isPlace(name)) expect(journaled).not.toContain(secret)
  })
})

describe.each(storeCases.filter(({ embedsItself }) => !embedsItself))('the store $node', (store) => {
  test('vectors of other embeddings take the place of the former ones', async () => {
    const first = openStore(store)
    await first.ingest()
    const second = openStore(store, {
      embedder: { modelName: 'other' },
      respond: (sent) => first.fake.answer(sent),
    })
    expect(await second.ingest()).toMatchObject({ added: 4, known: 0, deleted: 4 })
    expect(first.texts()).toEqual(TEXTS)
  })

  test('chooses what is unlike, of what is near, where the node says so', async () => {
    const { ingest, retrieve } = openStore(store)
    await ingest()
    const find = async (values: object) =>
      (await retrieve('green', { searchType: 'mmr', topK: 2, ...values })).map(
        ({ pageContent }) => pageContent,
      )
    expect(await find({ lambda: 1 })).toEqual([greenest, mixed])
    expect(await find({ lambda: 0 })).toEqual([greenest, bean])
    expect(await find({ lambda: '0', fetchK: '3' })).toEqual([greenest, black])
    expect(await find({ lambda: 1, fetchK: 1 })).toHaveLength(2)
  })

  test('embeddings of another length are told before anything is written', async () => {
    const filled = openStore(store)
    await filled.ingest()
    const before = filled.fake.records()
    const respond = filled.fake.answer
    const other = openStore(store, { dimensions: 3, embedder: { modelName: 'short' }, respond })
    await expect(other.ingest()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('holds vectors of 4 dimensions, and the embeddings give 3'),
    })
    await expect(other.retrieve('green')).rejects.toThrow('4 dimensions')
    expect(filled.fake.records()).toEqual(before)
  })
})

describe.each(storeCases.filter(({ speaks }) => speaks !== 'data'))('the store $node over HTTP', (store) => {
  test.each([400, 409, 422])(
    'a change that is refused with %i is told in the words of the server',
    async (status) => {
      const whole = openStore(store)
      await whole.ingest()
      for (const { method, url } of whole.sent.filter((sent) => sent.method !== 'GET')) {
        const respond = (sent: { method: string; url: URL }) =>
          sent.method === method && sent.url.href === url.href
            ? { status, headers: {}, body: '{"message":"no room"}' }
            : undefined
        await expect(openStore(store, { respond }).ingest()).rejects.toMatchObject({
          code: 'upstream_error',
          message: expect.stringContaining('no room'),
        })
      }
    },
  )

  test.each([
    [429, '{}', 'too many requests'],
    [500, '<html>', 'status 500: it has a fault of its own'],
    [200, '{"result":{"po', 'cannot be read'],
    [200, '[7]', 'cannot be read'],
  ])(
    'a server that answers %i with %s is told in plain words, wherever it does',
    async (status, body, says) => {
      const whole = openStore(store)
      await whole.ingest()
      const filling = whole.sent.length
      await whole.retrieve('green')
      for (let at = 0; at < whole.sent.length; at += 1) {
        // Of what was written some servers say nothing that is read: there only the status counts.
        if (status === 200 && at < filling && whole.sent[at]?.method !== 'GET') continue
        const respond = (_sent: unknown, n: number) => (n === at ? { status, headers: {}, body } : undefined)
        const { ingest, retrieve } = openStore(store, { respond })
        const work = async () => {
          await ingest()
          await retrieve('green')
        }
        await expect(work()).rejects.toMatchObject({
          code: 'upstream_error',
          message: expect.stringContaining(says),
        })
      }
    },
  )
})

test.each(storeCases.filter(({ elsewhere }) => elsewhere))(
  '$node says that a collection is not there when it is searched',
  async (store) => {
    const { retrieve } = openStore(store, { values: store.elsewhere ?? {} })
    const message = expect.stringContaining('Fill the store first')
    await expect(retrieve('green')).rejects.toMatchObject({ code: 'invalid_input', message })
  },
)

test.each(storeCases.filter(({ addressParams }) => addressParams.length > 0))(
  '$node says what to do with settings that lead nowhere',
  async (store) => {
    const values = Object.fromEntries(store.addressParams.map((name) => [name, 'nowhere']))
    const told = openStore(store, { values }).retrieve('green')
    await expect(told).rejects.toMatchObject({ code: 'invalid_input' })
  },
)

const named = storeCases.flatMap(({ credential, ...store }) =>
  Object.entries(credential)
    .filter(([, value]) => /^https?:/.test(value))
    .map(([field]) => ({ field, store: { ...store, credential } })),
)

test('the stores whose credential names the server are held to the test below', () => {
  expect(named.map(({ field }) => field).sort()).toEqual([
    'UPSTASH_VECTOR_REST_URL',
    'dbEndPoint',
    'endpoint',
    'openSearchUrl',
  ])
})

test.each(named)('an address in $field that leads nowhere is told, and nobody is asked', async (one) => {
  const { field, store } = one
  const wrong = [
    ['nowhere', 'invalid_input'],
    ['https://key@tea.example', 'invalid_input'],
    ['https://tea.example/?key=1', 'invalid_input'],
    [' ', 'missing_credential'],
  ] as const
  for (const [address, code] of wrong) {
    const { retrieve, sent } = openStore(store, { credential: { ...store.credential, [field]: address } })
    const message = expect.stringMatching(/in the credential|The credential names no server/)
    await expect(retrieve('green')).rejects.toMatchObject({ code, message })
    expect(sent).toEqual([])
  }
})

const inOwnLanguage = storeCases.flatMap(({ filter, ...store }) => {
  const [before, after] = filter?.tea.split(/["']tea["']/) ?? []
  if (!filter || before === undefined || after === undefined || before.startsWith('{')) return []
  return [{ ...store, filter, before, after }]
})

test.each(inOwnLanguage)('$node takes what is put into its filter as a text of it', async (store) => {
  const { ingest, retrieve } = openStore(store)
  await ingest()
  const find = async (text: string) =>
    (await retrieve('green', { own: { [store.filter.param]: [store.before, [text], store.after] } })).length
  expect(await find('tea')).toBe(3)
  for (const text of ["x' or 'a' = 'a", 'x" or "a" = "a']) expect([text, await find(text)]).toEqual([text, 0])
})

test.each(storeCases.filter(({ filter }) => filter))(
  '$node says what to do with a filter that is none',
  async (store) => {
    const { ingest, retrieve } = openStore(store)
    await ingest()
    const told = retrieve('green', { own: { [store.filter?.param ?? '']: '[' } })
    await expect(told).rejects.toMatchObject({ code: expect.stringMatching(/invalid_input|upstream_error/) })
  },
)

describe.each(storeCases.filter(({ findsWords }) => findsWords))('the store $node, by words', (store) => {
  const open = async () => {
    const scene = openStore(store)
    await scene.ingest()
    const embeddedBefore = scene.embedded()
    const find = async (query: string, options: Parameters<typeof scene.retrieve>[1]) =>
      (await scene.retrieve(query, options)).map(({ pageContent }) => pageContent)
    return { ...scene, find, asked: () => scene.embedded() - embeddedBefore }
  }

  test('finds what has them, the most first, embeds nothing, and says how well each fits', async () => {
    const { find, retrieve, asked } = await open()
    expect(await find('Is there SOIL for the tea?', { searchType: 'words' })).toEqual([
      mixed,
      greenest,
      black,
    ])
    expect(await find('cocoa', { searchType: 'words' })).toEqual([])
    expect(await find('?!', { searchType: 'words' })).toEqual([])
    const scores = (await retrieve('soil tea', { searchType: 'words' })).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const score of scores) expect(score > 0 && score < 1).toBe(true)
    expect(asked()).toBe(0)
  })

  test('knows what is known of them, gives as many as are wanted, and lets pass what the filter lets pass', async () => {
    const { find, retrieve } = await open()
    const words = { searchType: 'words' }
    const [best] = await retrieve('soil', words)
    expect(best?.metadata).toEqual((store.flattens ?? ((known) => known))(TEA[1]?.metadata ?? {}))
    expect(await find('soil tea', { ...words, topK: 1 })).toEqual([mixed])
    expect(await find('soil tea', { ...words, filter: { page: 3 } })).toEqual([black])
    expect(await find('tea', { ...words, filter: { topic: "x' OR 'a'='a" } })).toEqual([])
  })

  test('and by meaning puts first what stands far up in both', async () => {
    const { find, retrieve, searchAsStore } = await open()
    expect((await find('green soil', { searchType: 'similarity' }))[0]).toBe(greenest)
    expect((await find('green soil', { searchType: 'hybrid', topK: 2 })).toSorted()).toEqual(
      [greenest, mixed].toSorted(),
    )
    const [first, ...others] = await retrieve('soil from', { searchType: 'hybrid' })
    expect(first?.pageContent).toBe(mixed)
    expect(others).toHaveLength(3)
    for (const { score } of others) expect(score).toBeLessThan(first?.score ?? 0)
    expect(await searchAsStore('green', 1)).toHaveLength(1)
  })
})

test('a store offers words where it finds them', () => {
  for (const { node, findsWords = false } of storeCases) {
    const kinds = nodeCatalogue
      .find(({ definition }) => definition.name === node)
      ?.definition.inputs.find(({ name }) => name === 'searchType')?.options
    const offered = kinds?.some(({ name }) => name === 'words') === true
    expect([node, offered]).toEqual([node, findsWords])
  }
})
