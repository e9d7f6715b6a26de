import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** Who may ask the fake, and what of it. */
export const TEA_LOGIN = { username: 'ada', password: 'test-password-of-neo4j' }
/** The statement that the fake knows, without its limit, and what it gives. */
export const TEA_STATEMENT = "MATCH (t:Tea)-[:GROWS_IN]->(:Place {name: 'Uji'}) RETURN t.name AS tea"
export const TEA_ROWS = [['Gyokuro'], ['Matcha']]

const node = (id: number, label: string, properties: object = {}) => ({
  elementId: `4:graph:${id}`,
  labels: [label],
  properties: { name: label, indexes: [], constraints: [], ...properties },
})
const [tea, place] = [node(-1, 'Tea'), node(-2, 'Place')]
const growsIn = {
  elementId: '5:graph:-1',
  startNodeElementId: tea?.elementId,
  endNodeElementId: place?.elementId,
  type: 'GROWS_IN',
  properties: { name: 'GROWS_IN' },
}

/** What it answers, by how the statement begins. */
const ANSWERS: [begins: string, fields: string[], values: JsonValue[][]][] = [
  [
    'CALL db.schema.nodeTypeProperties()',
    ['nodeLabels', 'propertyName', 'propertyTypes'],
    [
      [['Tea'], 'name', ['String']],
      [['Tea'], 'steeping time', ['Long', 'Double']],
      [['Place'], 'name', ['String']],
      [['Odd`label'], null, null],
    ],
  ],
  [
    'CALL db.schema.relTypeProperties()',
    ['relType', 'propertyName', 'propertyTypes'],
    [[':`GROWS_IN`', 'since', ['Date']]],
  ],
  [
    'CALL db.schema.visualization()',
    ['nodes', 'relationships'],
    [
      [
        [tea, place],
        [growsIn, growsIn],
      ] as unknown as JsonValue[],
    ],
  ],
  ['MATCH (n:Tea)', ['n'], [[node(7, 'Tea', { name: 'Sencha' }) as unknown as JsonValue]]],
  ['MATCH (n:', ['n'], []],
  [TEA_STATEMENT, ['tea'], TEA_ROWS],
  ['UNWIND range(1, 300) AS n RETURN n LIMIT 201', ['n'], Array.from({ length: 201 }, (_each, n) => [n + 1])],
]

const WRITES = /\b(?:create|merge|set|delete|remove)\b/i

function reply(status: number, body: object): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const refusal = (status: number, code: string, message: string) =>
  reply(status, { errors: [{ code, message }] })

/** Neo4j's Query API over a small graph of teas, as its documentation and its own tests have it. */
export function answerAsNeo4j({ method, url, headers, body }: SentRequest): HttpReply {
  const [, database] = /^\/db\/([^/]+)\/query\/v2$/.exec(url.pathname) ?? []
  if (method !== 'POST' || database === undefined) return { status: 404, headers: {}, body: '' }
  const pair = btoa(`${TEA_LOGIN.username}:${TEA_LOGIN.password}`)
  if (headers.authorization !== `Basic ${pair}`)
    return refusal(401, 'Neo.ClientError.Security.Unauthorized', 'Invalid credential.')
  if (database !== 'neo4j')
    return refusal(404, 'Neo.ClientError.Database.DatabaseNotFound', `Database ${database} not found`)
  const { statement, accessMode } = isJsonObject(body) ? body : {}
  if (typeof statement !== 'string')
    return refusal(400, 'Neo.ClientError.Request.Invalid', 'statement cannot be empty')
  if (accessMode === 'Read' && WRITES.test(statement))
    return refusal(
      400,
      'Neo.ClientError.Statement.AccessMode',
      'Writing in read access mode not allowed. Attempted write to neo4j',
    )
  const [, fields, values] = ANSWERS.find(([begins]) => statement.startsWith(begins)) ?? []
  if (!fields) return refusal(400, 'Neo.ClientError.Statement.SyntaxError', `Invalid input '${statement}'`)
  return reply(202, { data: { fields, values }, bookmarks: ['FB:kcwQ/wTfJf8rS1WY+GiIKXsCXgmQ'] })
}

/** How a request is dealt with that is not answered. */
type Mishap = 'cut' | 'hold' | 'flood'

/** The fake on a port of this machine. */
export interface Neo4jServerFake {
  origin: string
  /** The statements that came. */
  asked: string[]
  /** What becomes of the next statement that begins so. */
  spoil(begins: string, mishap: Mishap): void
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startNeo4jServer(): Promise<Neo4jServerFake> {
  const asked: string[] = []
  const mishaps = new Map<string, Mishap>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request
    const sent = await text(request)
    const body: JsonValue = JSON.parse(sent)
    const statement = isJsonObject(body) ? String(body.statement) : ''
    asked.push(statement)
    const begins = [...mishaps.keys()].find((each) => statement.startsWith(each)) ?? ''
    const mishap = mishaps.get(begins)
    mishaps.delete(begins)
    if (mishap === 'hold') return
    if (mishap === 'cut') {
      response.writeHead(202, { 'content-type': 'application/json' }).write('{"data":{"fie')
      setImmediate(() => request.socket.destroy())
      return
    }
    if (mishap === 'flood') {
      const pour = () => {
        while (!response.destroyed && response.write('['.repeat(1_000_000)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
      return
    }
    const seen = { method, url: new URL(url, 'http://neo4j.example'), body, text: sent, leftAt: 0 }
    const answer = answerAsNeo4j({ ...seen, headers: headers as Record<string, string> })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    spoil: (begins, mishap) => void mishaps.set(begins, mishap),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
