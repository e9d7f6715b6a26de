import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { type Connection, createServer } from 'mysql2'

/** A column and its cells, or the code and the words of a refusal. */
export type MysqlReply = { columns: string[]; rows: (string | null)[][] } | { code: number; message: string }

/** A small server on a free loopback port that speaks MySQL's protocol, by the server side of mysql2. */
export interface TestMysql {
  port: number
  statements: string[]
  open(): number
  close(): Promise<void>
}

type ServerConnection = Connection & {
  stream: Socket
  sequenceId: number
  serverHandshake(how: object): void
  writeOk(): void
  writeError(fault: { code: number; message: string }): void
  writeTextResult(rows: object[], columns: object[]): void
}

const VAR_STRING = 253
const UTF8 = 33

function writeRows(
  connection: ServerConnection,
  said: { columns: string[]; rows: (string | null)[][] },
): void {
  const columns = said.columns.map((name) => ({
    catalog: 'def',
    schema: 'tea',
    table: 't',
    orgTable: 't',
    name,
    orgName: name,
    characterSet: UTF8,
    columnLength: 1000,
    columnType: VAR_STRING,
    flags: 0,
    decimals: 0,
  }))
  const rows = said.rows.map((row) => Object.fromEntries(said.columns.map((name, at) => [name, row[at]])))
  connection.writeTextResult(rows, columns)
}

/** Starts one that knows one user without a password; `answer` is asked for what is no setting. */
export async function startMysql({
  user,
  answer,
  version = '8.4.0',
}: {
  user: string
  answer(statement: string): MysqlReply
  version?: string
}): Promise<TestMysql> {
  const statements: string[] = []
  let open = 0

  function reply(connection: ServerConnection, statement: string): void {
    statements.push(statement)
    const isSetting = /^(?:SET|START|ROLLBACK)/.test(statement)
    const isOfVersion = statement === 'SELECT VERSION()'
    const said = isOfVersion ? { columns: ['version'], rows: [[version]] } : answer(statement)
    if (isSetting) connection.writeOk()
    else if ('code' in said) connection.writeError(said)
    else writeRows(connection, said)
    connection.sequenceId = 0
  }

  const server = createServer((given) => {
    const connection = given as ServerConnection
    const { stream } = connection
    open += 1
    stream.on('close', () => {
      open -= 1
    })
    connection.on('error', () => undefined)
    // Settings come as what is to be prepared.
    for (const event of ['query', 'stmt_prepare'])
      connection.on(event, (statement: string) => reply(connection, statement))
    connection.on('quit', () => stream.end())
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: version,
      connectionId: 1,
      statusFlags: 2,
      characterSet: UTF8,
      capabilityFlags: 0xffffff ^ 0x800 ^ 0x20,
      authCallback(asked: { user: string }, done: (fault: unknown, refusal?: object) => void) {
        if (asked.user === user) done(null)
        else done(null, { code: 1045, message: 'Access denied.' })
        connection.sequenceId = 0
      },
    })
  }) as unknown as { listen(port: number, host: string): void; close(): void; _server: Server }
  server.listen(0, '127.0.0.1')
  const listener = server._server
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    statements,
    open: () => open,
    async close() {
      server.close()
      await once(listener, 'close')
    },
  }
}
