import { type CredentialDefinition, type JsonObject, RunnelError, type SqlAddress } from '@runnel/contract'
import { readNumber, readText } from '../read-values.ts'

const account = (name: string, label: string): CredentialDefinition => ({
  name,
  label,
  version: 1,
  untested: 'addressInNode',
  inputs: [
    { label: 'User', name: 'user', type: 'string' },
    { label: 'Password', name: 'password', type: 'password' },
  ],
})

/** The login of a PostgreSQL. Names and fields are stored: they never change. */
export const postgresCredential = account('PostgresApi', 'Postgres API')

/** The login of a MySQL or a MariaDB. */
export const mysqlCredential = account('MySQLApi', 'MySQL API')

const PORTS: Record<SqlAddress['kind'], number> = { postgres: 5432, mysql: 3306 }

/** A node that names a database by its params `host`, `port`, `database` and perhaps `ssl`. */
interface SqlPlace {
  label: string
  values: JsonObject
}

/**
 * Where the database of a node is, by its params and the fields of its credential.
 * @throws RunnelError `invalid_input` for params that lead nowhere, `missing_credential` without a login
 */
export function reachSqlPlace(
  kind: SqlAddress['kind'],
  { label, values }: SqlPlace,
  { user = '', password = '' }: Record<string, string>,
): SqlAddress {
  const [host, database] = [readText(values, 'host').trim(), readText(values, 'database').trim()]
  const port = readNumber(values, 'port') ?? PORTS[kind]
  if (!/^(?:[\w.-]+|[\da-fA-F:.]+|\[[\da-fA-F:.]+\])$/.test(host) || !/[a-z\d]/i.test(host))
    throw new RunnelError(
      'invalid_input',
      `${label} has no host of a database. Write it into the node, such as db.example.com.`,
    )
  if (database === '')
    throw new RunnelError('invalid_input', `${label} has no name of a database. Write it into the node.`)
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new RunnelError('invalid_input', `The port of ${label} is none. Correct it in the node.`)
  if (user.trim() === '')
    throw new RunnelError('missing_credential', `${label} has no login. Choose a credential in the node.`)
  const tls = values.ssl === true || values.ssl === 'true'
  return { kind, host, port, tls, user: user.trim(), password, database }
}
