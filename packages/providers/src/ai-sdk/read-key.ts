import { RunnelError } from '@runnel/contract'
import type { VendorContext } from '@runnel/node-kit'
import type { VendorEndpoint } from './read-endpoint.ts'

/** How a vendor asks for its key. */
export interface VendorKey {
  /** The field of the credential that holds it. */
  field: string
  /** Another field that may hold it instead. */
  otherField?: string
  /** Other fields that no message may repeat. */
  secretFields?: readonly string[]
  /** A server of one's own often needs none. */
  needed: 'always' | 'at home' | 'never'
}

/** The key for an endpoint; undefined where none is given and none is needed, else `missing_credential`. */
export function readKey(
  { credential }: VendorContext,
  { field, otherField = field, needed }: VendorKey,
  { vendor, isHome }: VendorEndpoint,
): string | undefined {
  const key = credential?.[field]?.trim() || credential?.[otherField]?.trim()
  if (key) return key
  if (needed === 'never' || (needed === 'at home' && !isHome)) return undefined
  throw new RunnelError(
    'missing_credential',
    `${vendor} needs an API key. Choose a credential in the model node, or create one there.`,
  )
}

/** Texts that no message may repeat: the key, other secret fields, and what the author sends as headers. */
export function listSecrets(
  credential: Record<string, string>,
  { field, otherField = field, secretFields = [] }: VendorKey,
  headers: Record<string, string>,
): string[] {
  const fields = [field, otherField, ...secretFields]
  return [...fields.map((name) => credential[name]?.trim() ?? ''), ...Object.values(headers)]
}

/** Without a key no `Authorization` header is sent, unless the author wrote one. */
export function withoutKey(apiKey: string | undefined, headers: Record<string, string>) {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return apiKey === undefined && !hasOwn ? { headers: { authorization: undefined } } : {}
}
