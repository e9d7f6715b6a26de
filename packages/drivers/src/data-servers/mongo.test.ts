import type { MongoAddress, MongoQuestion } from '@runnel/contract'
import { serialize } from 'bson'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { createDataServers } from './create-data-servers.ts'
import { type MongoManners, startMongo, type TestMongo } from './mongo-server.fixture.ts'
import { resolveMongoHosts } from './resolve-mongo-hosts.ts'
import { beginScram } from './scram.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function start(manners: MongoManners = {}): Promise<TestMongo> {
  const server = await startMongo(manners)
  endings.push(() => server.close())
  return server
}

/** Asks members that the operator lets through. */
function openClient(servers: TestMongo[], more: Partial<MongoAddress> = {}) {
  const egress = createEgress({ allow: servers.map(({ port }) => `127.0.0.1:${port}`) })
  const dataServers = createDataServers({ egress })
  endings.push(() => dataServers.close())
  const hosts = servers.map(({ port }) => ({ host: '127.0.0.1', port }))
  const address: MongoAddress = { hosts, srv: false, tls: false, ...more }
  return (operation: MongoQuestion['operation']) =>
    dataServers.ask(
      'mongodb',
      { address, question: { database: 'tea', collection: 'talks', operation } },
      { workspaceId: 'w', timeoutMs: 5000, signal: new AbortController().signal },
    )
}

const find = { type: 'find', filter: { sessionId: 's' }, limit: 1 } as const
const push = (text: string, change = '$push'): MongoQuestion['operation'] => ({
  type: 'update',
  filter: { sessionId: 's' },
  change: { [change]: { messages: { $each: [{ type: 'human', data: { content: text } }] } } },
  upsert: true,
})

test('who only signs in is let in or refused, and does nothing', async () => {
  const server = await start({
    account: { user: 'me', password: 'canary-of-tea', mechanism: 'SCRAM-SHA-256' },
  })
  const ask = (password: string) => openClient([server], { user: 'me', password })({ type: 'ping' })
  expect(await ask('canary-of-tea')).toEqual([])
  expect(server.commands.at(-1)).toMatchObject({ ping: 1 })
  await expect(ask('another')).rejects.toMatchObject({
    code: 'upstream_error',
    message: expect.not.stringContaining('another'),
  })
})

describe('a MongoDB that searches vectors', () => {
  const id = '00000001-0000-8000-8000-000000000000'
  test('is told each operation in its own commands, and answers with plain data', async () => {
    const server = await start({
      say: (command) => {
        if (command.hello) return undefined
        const firstBatch = command.aggregate
          ? [{ score: 0.5, document: { _id: id, text: 'Grün' } }]
          : [{ _id: id }]
        return { ok: 1, cursor: { id: 0n, ns: 'tea.talks', firstBatch } }
      },
    })
    const ask = openClient([server])
    const told = async (operation: MongoQuestion['operation']) => {
      const answer = await ask(operation)
      const { $db, ...command } = server.commands.at(-1) ?? {}
      expect($db).toBe('tea')
      return { answer, command }
    }
    expect(await told({ type: 'listIds', field: 'from', value: 's', after: 'a', limit: 2 })).toEqual({
      answer: [{ _id: id }],
      command: {
        find: 'talks',
        filter: { from: 's', _id: { $type: 'string', $gt: 'a' } },
        projection: { _id: 1 },
        sort: { _id: 1 },
        limit: 2,
        singleBatch: true,
      },
    })
    const document = { _id: id, $set: { a: 1 }, 'a.b': [0.5], text: 'x' }
    expect((await told({ type: 'put', documents: [document] })).command).toEqual({
      update: 'talks',
      ordered: true,
      updates: [
        { q: { _id: id }, u: [{ $replaceWith: { $literal: document } }], upsert: true, multi: false },
      ],
    })
    expect((await told({ type: 'remove', ids: [id] })).command).toEqual({
      delete: 'talks',
      deletes: [{ q: { _id: { $in: [id] } }, limit: 0 }],
    })
    const search = { index: 'v', path: 'e', vector: [1, 0.5], limit: 20, filter: { topic: { $eq: 'tea' } } }
    const { answer, command } = await told({ type: 'nearest', ...search, withVectors: false })
    expect(answer).toEqual([{ score: 0.5, document: { _id: id, text: 'Grün' } }])
    expect(command.pipeline).toEqual([
      {
        $vectorSearch: {
          index: 'v',
          path: 'e',
          queryVector: [1, 0.5],
          numCandidates: 200,
          limit: 20,
          filter: { topic: { $eq: 'tea' } },
        },
      },
      { $project: { _id: 0, score: { $meta: 'vectorSearchScore' }, document: '$$ROOT' } },
      { $unset: 'document.e' },
    ])
    await ask({ type: 'nearest', ...search, limit: 5000, withVectors: true })
    expect(server.commands.at(-1)?.pipeline[0].$vectorSearch.numCandidates).toBe(10_000)
    expect(server.commands.at(-1)?.pipeline).toHaveLength(2)
    expect((await told({ type: 'vectorIndex', name: 'v' })).command.pipeline).toEqual([
      { $listSearchIndexes: { name: 'v' } },
    ])
  })

  test('makes what is there already without a fault, and tells any other', async () => {
    let code = 68
    const server = await start({
      say: (command) => (command.hello ? undefined : { ok: 0, code, errmsg: 'Index already exists' }),
    })
    const ask = openClient([server])
    const make = {
      type: 'makeVectorIndex',
      name: 'v',
      path: 'e',
      dimensions: 3,
      filters: ['f'],
    } satisfies MongoQuestion['operation']
    expect(await ask(make)).toEqual([])
    expect(server.commands.at(-1)).toMatchObject({
      createSearchIndexes: 'talks',
      indexes: [
        {
          name: 'v',
          type: 'vectorSearch',
          definition: {
            fields: [
              { type: 'vector', path: 'e', numDimensions: 3, similarity: 'cosine' },
              { type: 'filter', path: 'f' },
            ],
          },
        },
      ],
    })
    expect(await ask({ type: 'makeIndex', field: 'f' })).toEqual([])
    await expect(ask({ type: 'remove', ids: ['a'] })).rejects.toThrow('Index already exists')
    code = 13
    await expect(ask(make)).rejects.toThrow('refused')
    await expect(ask({ type: 'put', documents: [{ text: 'x' }] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('a MongoDB', () => {
  test('keeps what it is told and gives it back as plain data, over one connection', async () => {
    const server = await start()
    const ask = openClient([server])
    expect(await ask(find)).toEqual([])
    expect(await ask(push('Grün 茶'))).toEqual([])
    await ask(push('Black'))
    expect(await ask(find)).toEqual([
      {
        sessionId: 's',
        messages: [
          { type: 'human', data: { content: 'Grün 茶' } },
          { type: 'human', data: { content: 'Black' } },
        ],
      },
    ])
    expect(server.open()).toBe(1)
    expect(server.commands.filter(({ hello }) => hello)).toHaveLength(1)
    expect(server.commands.at(-1)).toMatchObject({ find: 'talks', $db: 'tea', limit: 1, singleBatch: true })
  })

  test.each(['SCRAM-SHA-256', 'SCRAM-SHA-1'] as const)('is signed in to by %s', async (mechanism) => {
    const account = { user: 'tea,=house', password: 'pass word' }
    const server = await start({ account: { ...account, mechanism } })
    expect(await openClient([server], account)(find)).toEqual([])
    expect(JSON.stringify(server.commands)).not.toContain('pass word')
    await expect(openClient([server], { ...account, password: 'wrong one' })(find)).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('refused: Authentication failed. Check the name, the password'),
    })
    await expect(openClient([server])(find)).rejects.toThrow('requires authentication')
  })

  test('that does not prove to know the password is not trusted', async () => {
    const account = { user: 'tea', password: 'password' }
    const server = await start({
      account: { ...account, mechanism: 'SCRAM-SHA-256' },
      say: ({ saslContinue }) => (saslContinue ? { ok: 1, done: true, conversationId: 1 } : undefined),
    })
    await expect(openClient([server], account)(find)).rejects.toThrow('is not trusted')
    await expect.poll(server.open).toBe(0)
  })

  test('is asked at its primary, which a member names, or that is found by going on', async () => {
    const primary = await start()
    const knowing = await start({ primary: `127.0.0.1:${primary.port}` })
    const lost = await start({ primary: 'gone.example:1' })
    await openClient([knowing, primary])(push('a'))
    await openClient([lost, primary])(push('b'))
    expect(await openClient([primary])(find)).toMatchObject([{ messages: [{}, {}] }])
    expect(knowing.commands.every(({ hello }) => hello)).toBe(true)
  })

  test('whose members name nobody that can be written to says so', async () => {
    const server = await start({ primary: '' })
    await expect(openClient([server])(find)).rejects.toThrow('has no primary')
  })

  test('that names a primary at an address of this network leads nobody there', async () => {
    const inside = await start()
    const server = await start({ primary: `127.0.0.1:${inside.port}` })
    await expect(openClient([server])(find)).rejects.toMatchObject({ code: 'egress_denied' })
    expect(inside.commands).toEqual([])
  })

  test('that refuses says why, and is asked on', async () => {
    const server = await start()
    const ask = openClient([server])
    await expect(ask(push('x', '$fly'))).rejects.toThrow('refused: Unknown modifier')
    expect(await ask(find)).toEqual([])
    expect(server.open()).toBe(1)
  })

  test('that is no primary any more has done nothing, and is left', async () => {
    const server = await start({
      say: ({ update }) => (update ? { ok: 0, code: 10_107, errmsg: 'not primary' } : undefined),
    })
    await expect(openClient([server])(push('x'))).rejects.toMatchObject({ retryable: true, wasSent: false })
    await expect.poll(server.open).toBe(0)
  })

  test.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'does not answer as a MongoDB does'],
    ['another request', reply({ ok: 1 }, { to: 999 }), 'does not answer as a MongoDB does'],
    ['with too many values', { ok: 1, list: new Array(100_001).fill(null) }, 'gave more than 100000 values'],
    ['more than fits', reply({ ok: 1 }, { length: 2 ** 30 }), 'gave more than 10 MB'],
    ['no document', reply({}, { cut: true }), 'does not answer as a MongoDB does'],
  ])('that answers %s is left', async (_what, said, says) => {
    const server = await start({ say: (command) => (command.find ? said : undefined) })
    await expect(openClient([server])(find)).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining(says),
    })
    await expect.poll(server.open).toBe(0)
  })
})

/** An answer to the second request, or one that lies. */
function reply(body: object, { to = 2, length = 0, cut = false }): Buffer {
  const bytes = Buffer.from(serialize(body))
  if (cut) bytes.writeInt32LE(9999, 0)
  const head = Buffer.alloc(21)
  head.writeInt32LE(length || head.length + bytes.length, 0)
  head.writeInt32LE(to, 8)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, bytes])
}

test('the proof of a password is that of RFC 7677', async () => {
  const account = { mechanism: 'SCRAM-SHA-256', user: 'user', password: 'pencil' } as const
  const exchange = beginScram(account, 'it', 'rOprNGfwEbeRWgbNEkqO')
  expect(exchange.first).toBe('n,,n=user,r=rOprNGfwEbeRWgbNEkqO')
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
  expect(await exchange.answer(`r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`)).toBe(
    `c=biws,r=${nonce},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`,
  )
  expect(() => exchange.verify('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).not.toThrow()
  expect(() => exchange.verify('v=AAAA')).toThrow('is not trusted')
})

test.each([
  ['r=other,s=c2FsdA==,i=4096', 'another nonce'],
  ['r=nonce,s=c2FsdA==,i=4096', 'a nonce of which nothing is the server’s'],
  ['r=nonce+,s=c2FsdA==,i=10', 'too few rounds'],
  ['r=nonce+,s=c2FsdA==,i=999999999', 'rounds without end'],
  ['', 'nothing'],
])('a server that begins with %s (%s) gets no proof', async (first) => {
  const account = { mechanism: 'SCRAM-SHA-256', user: 'user', password: 'pencil' } as const
  await expect(beginScram(account, 'it', 'nonce').answer(first)).rejects.toThrow('is not trusted')
})

describe('the members behind mongodb+srv', () => {
  const address: MongoAddress = { hosts: [{ host: 'c0.tea.example', port: 27_017 }], srv: true, tls: true }
  const resolve = (names: string[], texts: string[][] = []) =>
    resolveMongoHosts(address, {
      resolveSrv: async (name) =>
        name === '_mongodb._tcp.c0.tea.example' ? names.map((each) => ({ name: each, port: 27_018 })) : [],
      resolveTxt: async () => texts,
    })

  test('are those of the name server, with what it says of users', async () => {
    expect(
      await resolve(['a.tea.example.', 'B.tea.example'], [['authSource=', 'users&replicaSet=x']]),
    ).toEqual({
      hosts: [
        { host: 'a.tea.example', port: 27_018 },
        { host: 'B.tea.example', port: 27_018 },
      ],
      authSource: 'users',
    })
    expect(await resolve(['a.tea.example'])).toMatchObject({ authSource: 'admin' })
  })

  test.each([[['a.evil.example']], [['a.tea.example', 'tea.example.evil']], [[]]])(
    'are not %j',
    async (names) => {
      await expect(resolve(names)).rejects.toMatchObject({ code: 'upstream_error' })
    },
  )
})
