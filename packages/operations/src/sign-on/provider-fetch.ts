import type { Egress } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Longest wait for a provider while somebody stands before the sign-in, in milliseconds. */
const WAITS = { timeoutMs: 15_000, headersTimeoutMs: 15_000 }
/** Of metadata, keys, tokens and people; anybody may make us ask. The largest providers have some 20 kB of keys. */
const MOST_BYTES = 64_000
/** Metadata of SAML hold certificates, services and words in all languages; only who sets a provider up makes us ask. */
const MOST_BYTES_OF_SAML = 800_000

/** The guarded way to providers of sign-ins. */
export function providerFetch({ egress }: Pick<OperationContext, 'egress'>): Egress['fetch'] {
  return egress.fetchWith({ ...WAITS, maxBytes: MOST_BYTES })
}

/** The guarded way to the metadata of a provider of SAML. */
export function samlMetadataFetch({ egress }: Pick<OperationContext, 'egress'>): Egress['fetch'] {
  return egress.fetchWith({ ...WAITS, maxBytes: MOST_BYTES_OF_SAML })
}
