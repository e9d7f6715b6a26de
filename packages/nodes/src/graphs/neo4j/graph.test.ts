import type { JsonObject } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { answerAsNeo4j, TEA_LOGIN, TEA_ROWS, TEA_STATEMENT } from './fake-neo4j.fixture.ts'
import { readNeo4j } from './graph.ts'

const URL_OF_TEA = 'http://graph.example:7474'

interface Scene {
  values?: JsonObject
  credential?: Record<string, string>
  respond?: ((sent: SentRequest) => HttpReply) | undefined
}

/** A node of Neo4j, and the fake that it asks. */
function open({ values = {}, credential = {}, respond = answerAsNeo4j }: Scene = {}) {
  const component = createTestComponent('Neo4j', { values })
  const sent: SentRequest[] = []
  const fields = { url: URL_OF_TEA, ...TEA_LOGIN, ...credential }
  const { call, http } = createTestCallContext({
    http: async (request) => {
      sent.push(await readSentRequest(request, fields))
      return respond(sent.at(-1) as SentRequest)
    },
  })
  return {
    sent,
    http,
    describe: () => readNeo4j.describe(component, call),
    ask: (statement = TEA_STATEMENT, mostRows = 200) =>
      readNeo4j.ask(component, { statement, mostRows }, call),
  }
}

const answers =
  (status: number, body: string): Scene['respond'] =>
  () => ({ status, headers: {}, body })

describe('a graph of Neo4j', () => {
  test('is asked by its Query API, where it can only read, as one that reads', async () => {
    const { ask, sent, http } = open()
    expect(await ask()).toEqual({ columns: ['tea'], rows: TEA_ROWS, isCut: false })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url.href).toBe('http://graph.example:7474/db/neo4j/query/v2')
    expect(sent[0]?.body).toEqual({
      statement: `${TEA_STATEMENT} LIMIT 201`,
      parameters: {},
      accessMode: 'Read',
    })
    expect(http[0]).toMatchObject({ effects: 'read', timeoutMs: 5000 })
    const { authorise: _authorise, ...journaled } = http[0] ?? {}
    expect(JSON.stringify(journaled)).not.toMatch(/graph\.example|ada|test-password/)
  })

  test('asks nobody what does not only read', async () => {
    const { ask, sent } = open()
    await expect(ask('MATCH (n) DETACH DELETE n')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(sent).toEqual([])
  })

  test('gives as many rows as are wanted, and says that there are more', async () => {
    const { rows, isCut } = await open().ask('UNWIND range(1, 300) AS n RETURN n', 200)
    expect([rows.length, isCut]).toEqual([200, true])
  })

  test('is described by labels, properties and what leads where', async () => {
    expect(await open().describe()).toBe(
      [
        'Nodes and their properties:',
        ':Tea {name: String, `steeping time`: Long or Double}',
        ':Place {name: String}',
        ':`Odd``label` {}',
        '',
        'Relationships and their properties:',
        ':GROWS_IN {since: Date}',
        '',
        'What leads where:',
        '(:Tea)-[:GROWS_IN]->(:Place)',
      ].join('\n'),
    )
  })

  test('shows some nodes where that is wanted', async () => {
    const { describe: tell, sent } = open({ values: { enhancedSchema: 'true' } })
    expect(await tell()).toContain('Some nodes:\n(:Tea) {"name":"Sencha"')
    expect(sent.map(({ body }) => (body as { statement: string }).statement).slice(3)).toEqual([
      'MATCH (n:Tea) RETURN n LIMIT 3',
      'MATCH (n:Place) RETURN n LIMIT 3',
      'MATCH (n:`Odd``label`) RETURN n LIMIT 3',
    ])
  })

  test('of many labels is told in part', async () => {
    const values = Array.from({ length: 2000 }, (_each, n) => [[`Label${n}`], 'x'.repeat(500), ['String']])
    const body = JSON.stringify({ data: { fields: ['a', 'b', 'c'], values } })
    const told = await open({ respond: answers(202, body) }).describe()
    expect(told.length).toBeLessThan(50_000)
    expect(told).toContain('(there are more)')
  })
})

describe('where a graph is', () => {
  test.each([
    ['https://graph.example:7473/', 'https://graph.example:7473/db/neo4j/query/v2'],
    ['https://example.com/neo', 'https://example.com/neo/db/neo4j/query/v2'],
    [' neo4j+s://abc123.databases.neo4j.io ', 'https://abc123.databases.neo4j.io/db/neo4j/query/v2'],
  ])('%s', async (url, asked) => {
    const { ask, sent } = open({ credential: { url } })
    await ask().catch(() => undefined)
    expect(sent[0]?.url.href).toBe(asked)
  })

  test.each([
    'bolt://10.0.0.7:7687',
    'neo4j://10.0.0.7',
    'bolt+s://10.0.0.7',
    'neo4j+ssc://10.0.0.7',
    'neo4j+s://10.0.0.7',
    'neo4j+s://databases.neo4j.io.evil.example',
  ])('%s is sent back with the address that is wanted, and not repeated', async (url) => {
    const { ask, sent } = open({ credential: { url } })
    const fault = await ask().catch(String)
    expect(fault).toContain('Neo4j URL in the credential')
    expect(fault).toContain('http://host:7474')
    expect(fault).not.toMatch(/10\.0\.0\.7|evil/)
    expect(sent).toEqual([])
  })

  test.each([
    ['', 'names no server'],
    ['graph.example', 'none of the web'],
    ['file:///etc/passwd', 'none of the web'],
    ['http://ada:secret@graph.example', 'none of the web'],
  ])('%j is no address', async (url, says) => {
    await expect(open({ credential: { url } }).ask()).rejects.toThrow(says)
  })

  test.each([
    ['', 'neo4j'],
    ['Teas.of-2026', 'Teas.of-2026'],
  ])('database %j', async (database, name) => {
    const { ask, sent } = open({ values: { database } })
    await ask().catch(() => undefined)
    expect(sent[0]?.url.pathname).toBe(`/db/${name}/query/v2`)
  })

  test.each(['../admin', '..', 'a/b', 'a b', 'a?b', '%2e%2e', 'x'.repeat(64)])(
    'no database is called %j',
    async (database) => {
      const { ask, sent } = open({ values: { database } })
      await expect(ask()).rejects.toThrow('is no name of a database. Correct Database in Neo4j')
      expect(sent).toEqual([])
    },
  )

  test.each([
    [{}, 5000],
    [{ timeoutMs: '250' }, 250],
    [{ timeoutMs: 3_600_000 }, 60_000],
    [{ timeoutMs: 0 }, 5000],
  ])('a statement takes as long as %j says, and a minute at most', async (values, timeoutMs) => {
    const { ask, http } = open({ values })
    await ask()
    expect(http[0]?.timeoutMs).toBe(timeoutMs)
  })
})

describe('what a server says', () => {
  const refused = (status: number, fault: object) => answers(status, JSON.stringify({ errors: [fault] }))
  test.each<{ title: string; respond?: Scene['respond']; code: string; says: string }>([
    {
      title: 'of a statement, another statement may mend',
      code: 'invalid_input',
      says: "refused the statement: Invalid input 'RETURN nonsense",
    },
    {
      title: 'of one that writes, in the words of the first servers with this API',
      respond: refused(400, { error: 'Neo.ClientError.Statement.AccessMode', message: 'It writes.' }),
      code: 'invalid_input',
      says: 'refused the statement: It writes.',
    },
    {
      title: 'with a status of success',
      respond: refused(202, { code: 'Neo.ClientError.Procedure.ProcedureNotFound', message: 'No.' }),
      code: 'invalid_input',
      says: 'refused the statement: No.',
    },
    {
      title: 'of its own state, no statement mends',
      respond: refused(500, { code: 'Neo.TransientError.General.OutOfMemoryError', message: '' }),
      code: 'upstream_error',
      says: 'refused what was asked: Neo.TransientError.General.OutOfMemoryError',
    },
    { title: 'without words', respond: answers(503, ''), code: 'upstream_error', says: 'status 503. Try' },
    {
      title: 'that has no such API',
      respond: answers(404, ''),
      code: 'upstream_error',
      says: 'QUERY_API_ENDPOINTS',
    },
    {
      title: 'of another kind',
      respond: answers(200, '<html>'),
      code: 'upstream_error',
      says: 'cannot be read',
    },
    {
      title: 'that was cut',
      respond: answers(202, '{"data":{"fie'),
      code: 'upstream_error',
      says: 'cannot be read',
    },
    {
      title: 'with rows that are none',
      respond: answers(202, '{"data":{"fields":["a"],"values":[7]}}'),
      code: 'upstream_error',
      says: 'cannot be read',
    },
    { title: 'that leads elsewhere', respond: answers(302, ''), code: 'upstream_error', says: 'status 302' },
  ])('$title', async ({ respond, code, says }) => {
    const asked = open({ respond }).ask('RETURN nonsense')
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
  })

  test('of who asks, and of the database, is told without the password', async () => {
    const wrong = await open({ credential: { password: 'other-secret-word' } })
      .ask()
      .catch(String)
    expect(wrong).toContain('status 401')
    expect(wrong).not.toContain('other-secret-word')
    await expect(open({ values: { database: 'gone' } }).ask()).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('Database gone not found'),
    })
  })
})
