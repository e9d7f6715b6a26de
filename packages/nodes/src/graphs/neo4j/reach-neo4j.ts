import { RunnelError } from '@runnel/contract'
import {
  authoriseRequest,
  type Component,
  type HttpSecrets,
  postingJson,
  type ReadCall,
  readNumber,
  readServerBase,
  readText,
} from '@runnel/node-kit'

const EXAMPLE = 'http://127.0.0.1:7474'
/** Where databases of Aura are, by their names; they speak HTTPS at its usual port. */
const AURA = '.databases.neo4j.io'
const BOLT = /^(?:neo4j|bolt)(?:\+s|\+ssc)?:$/
const DATABASE = /^[a-z\d][a-z\d._-]{0,62}$/i
const USUAL_MS = 5000
const LONGEST_MS = 60_000

/**
 * Where a Neo4j is and as whom it is asked, by the fields of its credential.
 * @throws RunnelError `invalid_input` for an address that does not speak HTTP; it is not repeated
 */
export function signIn({ url = '', username = '', password = '' }: Record<string, string>): HttpSecrets {
  const secrets = authoriseRequest({ basicAuthUsername: username.trim(), basicAuthPassword: password })
  return { base: readAddress(url.trim()), ...secrets }
}

/** Asks the database of the system, which every account may read, whether it knows this one. */
export function testNeo4j(fields: Record<string, string>): ReadCall {
  const { base = '', headers = {} } = signIn(fields)
  const call = postingJson(`${base}/db/system/query/v2`, { statement: 'SHOW CURRENT USER YIELD user' })
  return { ...call, headers: { ...call.headers, ...headers } }
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !BOLT.test(url.protocol)) return readServerBase(text, EXAMPLE)
  if (url.protocol === 'neo4j+s:' && url.hostname.endsWith(AURA)) return `https://${url.hostname}`
  throw new RunnelError(
    'invalid_input',
    `The Neo4j URL in the credential begins with ${url.protocol}//, and Neo4j is asked over HTTP here. Write its address of HTTP there: http://host:7474, https://host:7473 with a certificate, or https://name${AURA} of Aura.`,
  )
}

/** The path at which the database of a node is asked. */
export function pathOf({ label, values }: Component): string {
  const name = readText(values, 'database').trim() || 'neo4j'
  if (DATABASE.test(name)) return `/db/${name}/query/v2`
  throw new RunnelError(
    'invalid_input',
    `“${name.slice(0, 100)}” is no name of a database. Correct Database in ${label}: letters, digits, dots and dashes.`,
  )
}

/** How long a statement may take. */
export function timeoutOf({ values }: Component): number {
  const wanted = readNumber(values, 'timeoutMs') ?? USUAL_MS
  return wanted > 0 ? Math.min(LONGEST_MS, Math.ceil(wanted)) : USUAL_MS
}
