import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { askServer, type CallContext, type Component, type GraphAnswer } from '@runnel/node-kit'
import { pathOf, signIn, timeoutOf } from './reach-neo4j.ts'

/** Statuses with which a server may say in its own words what is wrong; also an answer of 202 may hold that. */
const SAYS_WHY = [400, 403, 404, 408, 409, 422, 500, 503]
/** What is wrong with the statement, so that another one may do. */
const OF_STATEMENT = /^Neo\.ClientError\.(?:Statement|Procedure)\./
const LONGEST_REASON = 500

/**
 * Runs one statement in a transaction that cannot write, by Neo4j's Query API.
 * @throws RunnelError `invalid_input` for what is wrong with the statement, `upstream_error` for all else
 */
export async function askNeo4j(
  component: Component,
  call: CallContext,
  statement: string,
): Promise<Omit<GraphAnswer, 'isCut'>> {
  const { label } = component
  const request = {
    url: pathOf(component),
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ statement, parameters: {}, accessMode: 'Read' }),
    effects: 'read' as const,
    waitsWhenBusy: true,
    timeoutMs: timeoutOf(component),
    authorise: { component, apply: signIn },
  }
  const { status, body } = await askServer(call, request, { label, answers: SAYS_WHY })
  const answer = parse(body)
  const fault = isJsonObject(answer) ? faultOf(answer) : undefined
  if (fault) throw refuse(label, fault)
  if (status >= 300) throw refuseStatus(label, status)
  const data = isJsonObject(answer) ? answer.data : undefined
  const { fields, values } = isJsonObject(data) ? data : {}
  if (!Array.isArray(fields) || !Array.isArray(values) || !values.every(Array.isArray))
    throw new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`)
  return { columns: fields.map(String), rows: values }
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

interface Fault {
  code: string
  reason: string
}

/** The first fault of an answer; the first servers with this API call its code `error`. */
function faultOf({ errors }: JsonObject): Fault | undefined {
  const [first] = Array.isArray(errors) ? errors : []
  if (!isJsonObject(first)) return undefined
  const { code = first.error, message = '' } = first
  return { code: String(code), reason: String(message).trim().slice(0, LONGEST_REASON) }
}

function refuse(label: string, { code, reason }: Fault): RunnelError {
  const words = reason === '' ? code : reason
  return OF_STATEMENT.test(code)
    ? new RunnelError('invalid_input', `${label} refused the statement: ${words}`)
    : new RunnelError('upstream_error', `${label} refused what was asked: ${words}`)
}

function refuseStatus(label: string, status: number): RunnelError {
  const advice =
    status === 404
      ? ': there is no Query API at this address. It wants Neo4j 5.19 or later, before 5.25 with QUERY_API_ENDPOINTS among its server.http_enabled_modules.'
      : '. Try again later.'
  return new RunnelError('upstream_error', `${label} answered with status ${status}${advice}`)
}
