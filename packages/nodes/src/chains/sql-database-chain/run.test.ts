import { RunnelError, type SqlAddress, type SqlAnswer } from '@runnel/contract'
import type { CallDataServers } from '@runnel/node-kit'
import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { reachSql } from './reach-sql.ts'
import { runSqlDatabaseChain } from './run.ts'

const columns: SqlAnswer = {
  columns: ['table_name', 'column_name', 'data_type'],
  rows: [
    ['teas', 'name', 'text'],
    ['teas', 'de"grees', 'integer'],
    ['secrets', 'word', 'text'],
  ],
  isCut: false,
}

/** A database with two tables, which refuses what the test says. */
function run(replies: string[], { values = {}, ...options }: TestStepOptions = {}) {
  const asked: { address: SqlAddress; statement: string; mostRows: number }[] = []
  const dataServer: CallDataServers = {
    ask: async (_protocol, { reach }, question) => {
      const { statement, mostRows } = question as { statement: string; mostRows: number }
      asked.push({ address: reach({}) as SqlAddress, statement, mostRows })
      if (statement.includes('information_schema')) return columns as never
      if (statement.startsWith('drop')) throw new RunnelError('invalid_input', 'It does not only read.')
      if (statement.includes('nowhere')) throw new RunnelError('upstream_error', 'It refused: no such table.')
      return {
        columns: ['name'],
        rows: [['Green'], ['x'.repeat(3000)]],
        isCut: statement.includes('all'),
      } as never
    },
  }
  const step = createTestStepContext({
    input: 'Which {dialect} tea?',
    components: { model: [aModel] },
    model: (_request, n) => said(replies[n] ?? 'Green tea.'),
    dataServer,
    ...options,
    values: { database: 'postgres', url: 'postgres://u:p@db.example/tea', ...values },
  })
  return { ...step, asked, result: runSqlDatabaseChain(step.context) }
}

const tell = (requests: { messages: { content: unknown }[] }[]) =>
  requests.map(({ messages }) => String(messages.at(-1)?.content))

describe('a chain on an SQL database', () => {
  test('tells its model of the tables, runs what it writes, and has it answer from the rows, in sight', async () => {
    const { result, requests, asked, shown } = run(['select name from teas'])
    expect(await result).toMatchObject({
      input: { statement: 'select name from teas' },
      output: { content: 'Green tea.', usageMetadata: { total_tokens: 30 } },
    })
    expect(asked.map(({ statement }) => statement).slice(1)).toEqual([
      'select * from "teas"',
      'select * from "secrets"',
      'select name from teas',
    ])
    expect(requests.map(({ show }) => show)).toEqual([false, true])
    const [first, last] = tell(requests)
    expect(first).toContain('CREATE TABLE "teas" (\n  "name" text,\n  "de""grees" integer\n)')
    expect(first).toContain('["Green"')
    expect(first).toContain('PostgreSQL')
    expect(first).toContain('Question: Which {dialect} tea?\nSQLQuery:')
    expect(last).toContain(
      `SQLQuery: select name from teas\nSQLResult: name\n["Green"]\n["${'x'.repeat(2000)}…"]\nAnswer:`,
    )
    expect(shown.length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['```sql\nselect 1\n```', 'select 1'],
    ['SQLQuery: select 1\nSQLResult: 2\nAnswer: 3', 'select 1'],
    [' select 1 ', 'select 1'],
  ])('finds the statement in %j', async (reply, statement) => {
    const { result, asked } = run([reply])
    await result
    expect(asked.at(-1)?.statement).toBe(statement)
  })

  test('tells its model what was not run, and gives up after the third statement', async () => {
    const { result, requests } = run(['drop table teas', 'select * from nowhere', 'select name from teas'])
    expect((await result).output).toMatchObject({
      content: 'Green tea.',
      usageMetadata: { total_tokens: 60 },
    })
    expect(tell(requests).slice(1, 3)).toEqual([
      expect.stringContaining('It does not only read.'),
      expect.stringContaining('no such table'),
    ])
    const lost = run(['drop a', 'drop b', 'drop c'])
    await expect(lost.result).rejects.toMatchObject({ code: 'model_error' })
    expect(lost.requests).toHaveLength(3)
  })

  test.each([
    [{ includesTables: ' teas ' }, ['select * from "teas"']],
    [{ ignoreTables: 'secrets,' }, ['select * from "teas"']],
    [{ includesTables: 'teas', sampleRowsInTableInfo: '0' }, []],
  ])('with %j shows no other table', async (values, samples) => {
    const { result, asked, requests } = run(['select 1'], { values })
    await result
    expect(asked.slice(1, -1).map(({ statement }) => statement)).toEqual(samples)
    expect(tell(requests)[0]).not.toContain('secrets')
  })

  test('asks with the author’s own words and numbers, and tells of rows that were left out', async () => {
    const values = {
      customPrompt: '{dialect}/{top_k}/{table_info}/{input}',
      topK: '4',
      sampleRowsInTableInfo: 7,
    }
    const { result, requests, asked } = run(['select all'], { values })
    await result
    expect(asked.map(({ mostRows }) => mostRows)).toEqual([5000, 7, 7, 200])
    expect(tell(requests)[0]).toMatch(/^PostgreSQL\/4\/CREATE TABLE/)
    expect(tell(requests)[1]).toContain('(there are more)')
  })

  test.each([
    [{ includesTables: 'gone' }, 'There is no table "gone"'],
    [{ ignoreTables: 'teas,secrets' }, 'has no table'],
    [{ database: 'sqlite', url: '/etc/passwd' }, 'are not supported'],
    [{ database: 'mssql' }, 'are not supported'],
    [{ url: 'mysql://u:secret@db.example/tea' }, 'is not of the form'],
    [{ url: 'postgres://u:secret@db.example' }, 'is not of the form'],
    [{ url: 'postgres:///var/run/secret' }, 'is not of the form'],
    [{ url: 'postgres://db.example/tea' }, 'has no login'],
  ])('that is set to %j says what to do, before a model is asked', async (values, says) => {
    const { result, requests } = run([], { values })
    await expect(result).rejects.toThrow(says)
    await expect(result).rejects.not.toThrow('secret@')
    expect(requests).toEqual([])
  })
})

const base = { host: 'db.example', tls: false, user: 'u', password: 'p', database: 'tea' }

test.each([
  [{ url: 'postgres://u:p@db.example/tea' }, {}, { ...base, kind: 'postgres', port: 5432 }],
  [
    { database: 'mysql', url: 'mariadb://u:p%40@db.example:3307/tea?ssl=true' },
    {},
    { ...base, kind: 'mysql', port: 3307, tls: true, password: 'p@' },
  ],
  [
    { url: 'postgresql://u:p@db.example/tea?sslmode=require' },
    { user: 'reader', password: 'other' },
    { ...base, kind: 'postgres', port: 5432, tls: true, user: 'reader', password: 'other' },
  ],
  [
    { url: 'postgres://u@db.example/tea?sslmode=disable' },
    {},
    { ...base, kind: 'postgres', port: 5432, password: '' },
  ],
])('where the database is is read of %j and %j', (values, fields, address) => {
  expect(reachSql(values, fields)).toEqual(address)
})
