import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import type { VaultKey } from './key-file.ts'

const VERSION = 'v1'
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

/** The id of the key that sealed a record, or undefined when the text is no sealed record. */
export function findKeyId(sealed: string): string | undefined {
  const [version, keyId, body, ...rest] = sealed.split('.')
  return version === VERSION && keyId && body && rest.length === 0 ? keyId : undefined
}

const MAX_RECORD_KEYS = 1_000
const recordKeysOf = new WeakMap<VaultKey, Map<string, Buffer>>()

/** Every run opens its credentials anew: the keys derived last are kept beside the master key they come from. */
function recordKey(key: VaultKey, salt: Buffer): Buffer {
  const known = recordKeysOf.get(key) ?? new Map<string, Buffer>()
  recordKeysOf.set(key, known)
  const name = salt.toString('base64')
  const derived =
    known.get(name) ?? Buffer.from(hkdfSync('sha256', key.bytes, salt, 'runnel vault record', 32))
  if (known.size >= MAX_RECORD_KEYS) known.clear()
  known.set(name, derived)
  return derived
}

function boundData(keyId: string, context: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, context]))
}

/** Seals by AES-256-GCM under a key of its own, derived by HKDF from the master key and a random salt. */
export function sealWith(key: VaultKey, plain: string, context: string): string {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', recordKey(key, salt), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundData(key.id, context))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const body = Buffer.concat([salt, iv, cipher.getAuthTag(), text])
  return `${VERSION}.${key.id}.${body.toString('base64url')}`
}

/** Opens what `sealWith` made. Throws `key_mismatch` when the record was changed or belongs elsewhere. */
export function openWith(key: VaultKey, sealed: string, context: string): string {
  const body = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
  const ivAt = SALT_BYTES
  const tagAt = ivAt + IV_BYTES
  const textAt = tagAt + TAG_BYTES
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      recordKey(key, body.subarray(0, ivAt)),
      body.subarray(ivAt, tagAt),
      { authTagLength: TAG_BYTES },
    )
    decipher.setAAD(boundData(key.id, context))
    decipher.setAuthTag(body.subarray(tagAt, textAt))
    return Buffer.concat([decipher.update(body.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new RunnelError(
      'key_mismatch',
      'A stored secret cannot be opened: it was changed or belongs to another record. Enter the secret again.',
      { cause },
    )
  }
}
