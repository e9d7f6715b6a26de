import { type JsonObject, RunnelError, type SqlAddress } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

const KINDS = {
  postgres: { port: 5432, schemes: ['postgres:', 'postgresql:'], example: 'postgres://127.0.0.1:5432/tea' },
  mysql: { port: 3306, schemes: ['mysql:', 'mariadb:'], example: 'mysql://127.0.0.1:3306/tea' },
}
/** What the options of a connection string are called that ask for TLS, and values of them that do not. */
const TLS_OPTIONS = ['ssl', 'sslmode', 'ssl-mode']
const WITHOUT_TLS = ['', 'false', '0', 'disable', 'disabled', 'allow', 'prefer', 'preferred']

/**
 * Which database a chain asks.
 * @throws RunnelError `invalid_input` for one that is not supported
 */
export function readKind(values: JsonObject): SqlAddress['kind'] {
  const kind = readText(values, 'database', 'postgres')
  if (kind === 'postgres' || kind === 'mysql') return kind
  throw new RunnelError(
    'invalid_input',
    `Databases of the kind "${kind.slice(0, 40)}" are not supported: files of this machine are not read, and SQL Server has no client here. Choose PostgreSQL or MySQL in the node.`,
  )
}

/**
 * Where the database of a chain is, by its connection string and the fields of its credential.
 * @throws RunnelError `invalid_input` for a string that leads nowhere; it is not repeated
 */
export function reachSql(values: JsonObject, fields: Record<string, string>): SqlAddress {
  const kind = readKind(values)
  const { port, schemes, example } = KINDS[kind]
  const text = readText(values, 'url').trim()
  const url = URL.canParse(text) ? new URL(text) : undefined
  const database = decode(url?.pathname.slice(1) ?? '')
  if (!url || !schemes.includes(url.protocol) || url.hostname === '' || database === '')
    throw new RunnelError(
      'invalid_input',
      `The connection string is not of the form ${example}. Correct it in the node.`,
    )
  const user = fields.user?.trim() || decode(url.username)
  if (user === '')
    throw new RunnelError(
      'missing_credential',
      'The database has no login. Choose a credential in the node, or write it into the connection string.',
    )
  return {
    kind,
    host: url.hostname,
    port: url.port === '' ? port : Number(url.port),
    tls: TLS_OPTIONS.some((name) => !WITHOUT_TLS.includes((url.searchParams.get(name) ?? '').toLowerCase())),
    user,
    password: fields.user?.trim() ? (fields.password ?? '') : decode(url.password),
    database,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
