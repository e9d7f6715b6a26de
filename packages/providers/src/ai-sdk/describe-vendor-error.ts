import { APICallError } from '@ai-sdk/provider'
import { errorMessage, isRunnelError } from '@runnel/contract'
import { ModelError, readRefusal } from '@runnel/node-kit'
import { describeRefusal } from './describe-refusal.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { readStreamError } from './read-stream-error.ts'
import type { VendorRules } from './vendor-rules.ts'

/** Whom a call went to, for messages; `secrets` are texts that must never appear in one. */
export interface Endpoint {
  vendor: string
  modelName: string
  secrets: string[]
}

/** Whom a call went to, and how that vendor says that an account has no credit left. */
export type CalledVendor = Endpoint & Pick<VendorRules, 'outOfQuota'>

const NETWORK_FAULT = /^(E[A-Z]{4,}|UND_ERR_\w+)$/
const MAX_DETAIL_LENGTH = 400

/**
 * Whatever a vendor's call threw, as an error that names the vendor, the model and what to do. Errors of ours (a
 * host that the egress client refused) stay as they are. The cause keeps the words, but neither prompt nor key.
 */
export function describeVendorError(error: unknown, endpoint: CalledVendor): Error {
  const ours = chainOf(error).find(isRunnelError)
  if (ours) return ours
  const { vendor, modelName } = endpoint
  const framed = readStreamError(error)
  const refused = isRefusal(error) ? error : undefined
  const cause = new Error(redact(framed?.message ?? wordsOf(error, refused), endpoint))
  if (framed) {
    const { status, words, message } = framed
    return refusalError(
      { status, retryable: isPassing(status), said: `${words} ${message}` },
      endpoint,
      cause,
    )
  }
  if (refused) return refusalError(readFacts(refused), endpoint, cause)
  if (isNetworkFault(error)) {
    return new ModelError(
      `The connection to ${vendor} failed (model ${modelName}): ${cause.message}. Check the network and the base path, then try again.`,
      { retryable: true, cause },
    )
  }
  return new ModelError(
    `${vendor} sent an answer that cannot be read (model ${modelName}): ${cause.message}. Check that the base path leads to a server of this kind.`,
    { retryable: true, cause },
  )
}

/** What a refusal tells of itself. */
interface ToldRefusal {
  status: number
  retryable: boolean
  /** All that the vendor said, to find out whether the account has no credit left. */
  said: string
  retryAfterMs?: number | undefined
}

type RefusedCall = APICallError & { statusCode: number }

function isRefusal(error: unknown): error is RefusedCall {
  return APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300
}

/** What the vendor says in the body of its refusal, whatever form it has: the SDK reads one form of each vendor only. */
function wordsOf(error: unknown, refused: RefusedCall | undefined): string {
  const body = refused?.responseBody?.trim() ?? ''
  return body === '' ? errorMessage(error) : readRefusal(body)
}

function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

function readFacts({ statusCode, isRetryable, responseBody = '', ...error }: RefusedCall): ToldRefusal {
  return {
    status: statusCode,
    retryable: isRetryable,
    said: `${responseBody} ${JSON.stringify(error.data ?? '')}`,
    retryAfterMs: readRetryAfter(error.responseHeaders ?? {}, responseBody),
  }
}

function refusalError(
  { status, retryable, said, retryAfterMs }: ToldRefusal,
  endpoint: CalledVendor,
  cause: Error,
): ModelError {
  const outOfQuota = endpoint.outOfQuota.some((words) => said.includes(words))
  return new ModelError(describeRefusal({ ...endpoint, status, outOfQuota, detail: cause.message }), {
    retryable: retryable && !outOfQuota,
    vendorStatus: status,
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function isNetworkFault(error: unknown): boolean {
  if (APICallError.isInstance(error) && error.statusCode === undefined) return true
  return chainOf(error).some((link) => {
    const code = 'code' in link ? link.code : undefined
    return (typeof code === 'string' && NETWORK_FAULT.test(code)) || link.message === 'terminated'
  })
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  let current = error
  while (current instanceof Error && !chain.includes(current)) {
    chain.push(current)
    current = current.cause
  }
  return chain
}

/** A vendor's own words, bounded, without the texts that must never appear. */
export function redact(text: string, { secrets }: Pick<Endpoint, 'secrets'>): string {
  const safe = secrets
    .filter((secret) => secret !== '')
    .reduce((said, secret) => said.replaceAll(secret, '•••'), text)
  return safe.slice(0, MAX_DETAIL_LENGTH).replace(/(?<![\s.])[\s.]+$/, '')
}
