import {
  type CredentialTestResult,
  errorMessage,
  isJsonObject,
  isRunnelError,
  type JsonValue,
  RunnelError,
} from '@runnel/contract'
import { nameServer, scrubber } from '@runnel/drivers'
import type { CredentialTest, DataServerCall, ReadCall } from '@runnel/node-kit'

/** What a credential is tried with. */
export interface CredentialTrial {
  /** Opened, of a connected account with `accessToken`. */
  fields: Record<string, string>
  /** Values that nothing that is told may repeat. */
  secrets: readonly string[]
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Asks a server that does not speak HTTP. */
  askServer: (call: DataServerCall, signal: AbortSignal) => Promise<unknown>
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now: number
}

const LONGEST_WORDS = 400
/** What a vendor's server says of itself and not of the credential. */
const FAULT = 500

/**
 * Asks the vendor whether it takes a credential. What it says is told in its own words, without the secrets; its answer
 * to a credential that works is not read.
 * @throws RunnelError `invalid_input`, `missing_credential` where the fields cannot make a call
 */
export async function tryCredential(
  test: CredentialTest,
  trial: CredentialTrial,
): Promise<CredentialTestResult> {
  const call = await test(trial.fields, trial.now)
  if (!call) return { outcome: 'untestable' }
  const hide = scrubber(trial.secrets.map((secret) => secret.trim()))
  const tell = (words: string) => cut(hide(words))
  return 'protocol' in call ? askDataServer(call, trial, tell) : askByHttp(call, trial, tell)
}

type Tell = (words: string) => string

async function askByHttp(
  { takenAt = [], findRefusal, url, ...init }: ReadCall,
  { fetch, signal }: CredentialTrial,
  tell: Tell,
): Promise<CredentialTestResult> {
  if (!URL.canParse(url))
    throw new RunnelError('invalid_input', 'The credential names no address of the web.')
  const { host } = new URL(url)
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    const { status, statusText } = response
    if (response.ok || takenAt.includes(status)) {
      const refusal = findRefusal && findInAnswer(await response.text(), findRefusal)
      if (refusal !== undefined) return { outcome: 'refused', host, status, message: tell(refusal) }
      if (!response.bodyUsed) await response.body?.cancel()
      return { outcome: 'works', host, status }
    }
    const words = readWords(await response.text()) || statusText
    return { outcome: status >= FAULT ? 'unreachable' : 'refused', host, status, message: tell(words) }
  } catch (error) {
    return { outcome: 'unreachable', host, message: tell(causeOf(error, signal)) }
  }
}

function findInAnswer(text: string, find: NonNullable<ReadCall['findRefusal']>): string | undefined {
  try {
    return find(JSON.parse(text) as JsonValue)
  } catch {
    return 'The answer is no JSON.'
  }
}

/** A server that answers and lets nobody in has refused; whatever lies before its answer says nothing of the account. */
async function askDataServer(
  call: DataServerCall,
  { askServer, signal }: CredentialTrial,
  tell: Tell,
): Promise<CredentialTestResult> {
  const [first] = 'hosts' in call.address ? call.address.hosts : [call.address]
  const host = first && nameServer(first)
  try {
    await askServer(call, signal)
    return { outcome: 'works', ...(host !== undefined && { host }) }
  } catch (error) {
    const isRefusal = isRunnelError(error) && error.code === 'upstream_error' && !('retryable' in error)
    const outcome = isRefusal ? 'refused' : 'unreachable'
    return { outcome, ...(host !== undefined && { host }), message: tell(causeOf(error, signal)) }
  }
}

/** The first that says something: why a connection failed stands at the end of the chain. */
function causeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It did not answer in time.'
  if (isRunnelError(error)) return error.message
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return errorMessage(inner)
}

function cut(words: string): string {
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words
}

/** Where vendors put what they say, in the order in which they are looked for. */
const PLACES = ['error_description', 'errorMessage', 'message', 'detail', 'msg', 'Message', 'reason']
const INSIDE = ['error', 'errors', 'detail', 'Error', 'ErrorResponse']
const DEEPEST = 4

/** What a refusal says in words: JSON in the forms that vendors use, or a short text that is no page. */
function readWords(text: string): string {
  const body = text.trim()
  if (body === '') return ''
  try {
    return findWords(JSON.parse(body) as JsonValue, DEEPEST)
  } catch {
    const said = /<Message>([^<]*)<\/Message>/.exec(body)?.[1]
    return said ?? (body.startsWith('<') ? '' : body)
  }
}

function findWords(value: JsonValue | undefined, depth: number): string {
  if (typeof value === 'string') return value
  if (depth === 0) return ''
  if (Array.isArray(value)) return findWords(value[0], depth - 1)
  if (!isJsonObject(value)) return ''
  const said = PLACES.map((name) => value[name]).find((each) => typeof each === 'string' && each !== '')
  if (typeof said === 'string') return said
  return INSIDE.map((name) => findWords(value[name], depth - 1)).find((words) => words !== '') ?? ''
}
