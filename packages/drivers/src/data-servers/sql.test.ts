import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { SqlAddress } from '@runnel/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { createDataServers } from './create-data-servers.ts'
import { startMysql } from './mysql-server.fixture.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function openClient(address: SqlAddress) {
  const egress = createEgress({
    allow: [`db.internal:${address.port}`],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const dataServers = createDataServers({ egress })
  endings.push(() => dataServers.close())
  return (statement: string, mostRows = 10, more: Partial<SqlAddress> = {}) =>
    dataServers.ask(
      'sql',
      { address: { ...address, ...more }, question: { statement, mostRows } },
      { workspaceId: 'w', timeoutMs: 20_000, signal: new AbortController().signal },
    )
}

/** The PostgreSQL of the tests, under a name that only the guard knows. */
function openPostgres() {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  return openClient({
    kind: 'postgres',
    host: 'db.internal',
    port: Number(url.port || 5432),
    tls: false,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  })
}

describe('a PostgreSQL', () => {
  test('gives rows as plain data, at most as many as are wanted', async () => {
    const ask = openPostgres()
    expect(
      await ask(
        "select 1 a, 2.5::numeric b, true c, date '2026-01-02' d, null e, 'Grün' a, 9007199254740993 f",
      ),
    ).toEqual({
      columns: ['a', 'b', 'c', 'd', 'e', 'a', 'f'],
      rows: [[1, '2.5', true, '2026-01-02', null, 'Grün', '9007199254740993']],
      isCut: false,
    })
    expect(await ask('select * from generate_series(1, 10) n order by n desc;', 2)).toEqual({
      columns: ['n'],
      rows: [[10], [9]],
      isCut: true,
    })
    expect(await ask('select 1 where false')).toMatchObject({ rows: [], isCut: false })
  })

  test('is asked in a transaction that cannot write, and for no longer than it may take', async () => {
    const settings = "select current_setting('transaction_read_only'), current_setting('statement_timeout')"
    expect((await openPostgres()(settings)).rows).toEqual([['on', '20s']])
  })

  test.each([
    ['with gone as (delete from pg_class returning *) select * from gone', 'data-modifying'],
    ['select 1; drop table teas', 'multiple commands'],
    ['select 1; commit; drop table teas', 'multiple commands'],
    ['select * from pg_class for update', 'FOR UPDATE'],
    ['select * from nowhere', 'does not exist'],
  ])('does not run %j', async (statement, says) => {
    await expect(openPostgres()(statement)).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining(says),
    })
  })

  test('is not asked what does not only read', async () => {
    await expect(openPostgres()('drop table teas')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each([
    `select word from ts_stat('select to_tsvector(''simple'', pg_' || 'read_file(''postgresql.conf''))')`,
    `select "ts_rewrite" ('a'::tsquery, 'select ''a''::tsquery, plainto_tsquery(pg_' || 'read_file(''postgresql.conf''))')`,
  ])('is not asked what runs a text that hides its names: %s', async (statement) => {
    await expect(openPostgres()(statement)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('that gives too much is left', async () => {
    await expect(openPostgres()("select repeat('x', 12000000)")).rejects.toThrow('gave more than 10 MB')
  })

  test('that does not know the account says so', async () => {
    await expect(openPostgres()('select 1', 1, { user: 'nobody-here' })).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('refused: '),
    })
  })

  test('is reached as the guard allows, and otherwise not', async () => {
    for (const host of ['127.0.0.1', 'localhost', '/var/run/postgresql'])
      await expect(openPostgres()('select 1', 1, { host })).rejects.toMatchObject({ code: 'egress_denied' })
  })
})

describe('a MySQL', () => {
  async function openMysql(version?: string) {
    const server = await startMysql({
      user: 'tea',
      ...(version && { version }),
      answer: (statement) =>
        statement.includes('nowhere')
          ? { code: 1146, message: "Table 'nowhere' doesn't exist" }
          : {
              columns: ['name', 'note'],
              rows: [
                ['Grün', null],
                ['Black', 'x'],
                ['White', 'y'],
              ],
            },
    })
    endings.push(() => server.close())
    const base = { kind: 'mysql', host: 'db.internal', tls: false, password: '', database: 'tea' } as const
    return { server, ask: openClient({ ...base, port: server.port, user: 'tea' }) }
  }

  test.each([
    ['8.4.0', 'SET SESSION max_execution_time = 20000'],
    ['11.4.2-MariaDB', 'SET SESSION max_statement_time = 20'],
  ])('%s gives rows as plain data, from a transaction that cannot write', async (version, limit) => {
    const { server, ask } = await openMysql(version)
    expect(await ask('select name, note from teas', 2)).toEqual({
      columns: ['name', 'note'],
      rows: [
        ['Grün', null],
        ['Black', 'x'],
      ],
      isCut: true,
    })
    expect(server.statements).toEqual([
      'SELECT VERSION()',
      limit,
      'SET SESSION sql_select_limit = 3',
      'START TRANSACTION READ ONLY',
      'select name, note from teas',
      'ROLLBACK',
    ])
    await expect.poll(server.open).toBe(0)
  })

  test('that refuses says why; what does not only read it is not asked', async () => {
    const { server, ask } = await openMysql()
    await expect(ask('select * from nowhere')).rejects.toThrow("refused: Table 'nowhere' doesn't exist.")
    await expect(ask("select 1 into outfile '/tmp/x'")).rejects.toMatchObject({ code: 'invalid_input' })
    expect(server.statements.filter((each) => each.includes('outfile'))).toEqual([])
    await expect(ask('select 1', 1, { user: 'nobody' })).rejects.toThrow('refused: Access denied.')
  })

  test('without TLS is not spoken to where TLS is wanted', async () => {
    const { ask } = await openMysql()
    await expect(ask('select 1', 1, { tls: true })).rejects.toThrow('does not speak TLS')
  })
})

test.each(['postgres', 'mysql'] as const)(
  'a %s that gives without end before the sign-in is left',
  async (kind) => {
    const piece = Buffer.alloc(256 * 1024)
    const endless = createServer((socket) => {
      socket.on('error', () => undefined)
      const head = Buffer.from(kind === 'postgres' ? [0x53, 0x7f, 0xff, 0xff, 0xf0] : [0xff, 0xff, 0xff, 0])
      const flood = () => {
        while (socket.writable && socket.write(piece));
      }
      const begin = () => {
        socket.write(head)
        socket.on('drain', flood)
        flood()
      }
      if (kind === 'postgres') socket.once('data', begin)
      else begin()
    }).listen(0, '127.0.0.1')
    await once(endless, 'listening')
    endings.push(async () => void endless.close())
    const { port } = endless.address() as AddressInfo
    const ask = openClient({
      kind,
      host: 'db.internal',
      port,
      tls: false,
      user: 'u',
      password: 'p',
      database: 'd',
    })
    const before = process.memoryUsage().rss
    await expect(ask('select 1')).rejects.toMatchObject({ code: 'upstream_error' })
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  },
)
