import { APICallError } from '@ai-sdk/provider'
import { errorMessage, isRunnelError } from '@runnel/contract'
import { ModelError } from '@runnel/node-kit'
import { describeRefusal } from './describe-refusal.ts'
import { readRetryAfter } from './read-retry-after.ts'

/** Whom a call went to, for messages; `secrets` are texts that must never appear in one. */
export interface Endpoint {
  vendor: string
  modelName: string
  secrets: string[]
}

const NETWORK_FAULT = /^(E[A-Z]{4,}|UND_ERR_\w+)$/
const MAX_DETAIL_LENGTH = 400

/**
 * Whatever a vendor's call threw, as an error that names the vendor, the model and what to do. Errors of ours (a
 * host that the egress client refused) stay as they are. The cause keeps the words, but neither prompt nor key.
 */
export function describeVendorError(error: unknown, endpoint: Endpoint): Error {
  const ours = chainOf(error).find(isRunnelError)
  if (ours) return ours
  const cause = new Error(redact(errorMessage(error), endpoint))
  const { vendor, modelName } = endpoint
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    return describeStatus(error, error.statusCode, { endpoint, cause })
  }
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

function describeStatus(
  error: APICallError,
  status: number,
  told: { endpoint: Endpoint; cause: Error },
): Error {
  const { endpoint, cause } = told
  const outOfQuota = error.responseBody?.includes('insufficient_quota') === true
  const retryAfterMs = readRetryAfter(error.responseHeaders ?? {})
  return new ModelError(describeRefusal({ ...endpoint, status, outOfQuota, detail: cause.message }), {
    retryable: error.isRetryable && !outOfQuota,
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

function redact(text: string, { secrets }: Endpoint): string {
  const safe = secrets
    .filter((secret) => secret !== '')
    .reduce((said, secret) => said.replaceAll(secret, '•••'), text)
  return safe.slice(0, MAX_DETAIL_LENGTH).replace(/[\s.]+$/, '')
}
