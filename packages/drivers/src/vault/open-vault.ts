import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import {
  createKeyFile,
  createVaultKey,
  findVaultKeys,
  removeLeftAside,
  replaceKeyFile,
  type VaultKey,
} from './key-file.ts'
import { type Secret, unwrapSecret, wrapSecret } from './secret.ts'

const VERSION = 'v1'
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

/** The id of the key that sealed a record, or undefined when the text is no sealed record. */
function findKeyId(sealed: string): string | undefined {
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
function sealWith(key: VaultKey, plain: string, context: string): string {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', recordKey(key, salt), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundData(key.id, context))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const body = Buffer.concat([salt, iv, cipher.getAuthTag(), text])
  return `${VERSION}.${key.id}.${body.toString('base64url')}`
}

/** Opens what `sealWith` made. Throws `key_mismatch` when the record was changed or belongs elsewhere. */
function openWith(key: VaultKey, sealed: string, context: string): string {
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

const KEY_CHECK_TEXT = 'runnel key check'
const KEY_CHECK_CONTEXT = 'key-check'

/** Seals and opens secrets. `context` names the record (such as `credential:<id>`) and is bound to it. */
export interface Vault {
  /** The id of the key that seals now. */
  readonly currentKeyId: string
  /** Encrypts a text (AES-256-GCM, a derived key per record, the key's id in front). */
  seal(plain: string, context: string): string
  /** Decrypts. Throws `key_mismatch` for another key, another context or a changed record. */
  open(sealed: string, context: string): string
  /** Decrypts into a `Secret`, which shows itself as `•••`. */
  openSecret(sealed: string, context: string): Secret
  /** The plain text of a `Secret`; call it only where the value leaves for its vendor. */
  reveal(secret: Secret): string
  /** True when the record was sealed by an older key of the ring. */
  needsRotation(sealed: string): boolean
  /** Seals a record anew by the current key; returns it unchanged when it already is. */
  rotate(sealed: string, context: string): string
  /** A value to store once beside the data: it proves the key at each start. */
  createKeyCheck(): string
  /** Throws `key_mismatch` when the stored value was made by a key that is not in the ring. */
  assertKeyCheck(stored: string): void
}

/** Where the keys are, and whether a missing file may be made (only while nothing was sealed yet). */
export interface VaultOptions {
  keyFile: string
  create?: boolean
}

function mismatch(reason: string): RunnelError {
  return new RunnelError(
    'key_mismatch',
    `The encryption key does not match the data: ${reason}. Put back the key file that belongs to this data folder.`,
  )
}

function getKey(keys: VaultKey[], sealed: string): VaultKey {
  const keyId = findKeyId(sealed)
  if (keyId === undefined) throw mismatch('a stored secret is not in a known form')
  const key = keys.find((candidate) => candidate.id === keyId)
  if (key === undefined) throw mismatch(`a secret was sealed by key ${keyId}, which is not in the key file`)
  return key
}

function vaultOf(keys: VaultKey[], current: VaultKey): Vault {
  const open = (sealed: string, context: string) => openWith(getKey(keys, sealed), sealed, context)
  return {
    currentKeyId: current.id,
    seal: (plain, context) => sealWith(current, plain, context),
    open,
    openSecret: (sealed, context) => wrapSecret(open(sealed, context)),
    reveal: unwrapSecret,
    needsRotation: (sealed) => findKeyId(sealed) !== current.id,
    rotate(sealed, context) {
      if (findKeyId(sealed) === current.id) return sealed
      return sealWith(current, open(sealed, context), context)
    },
    createKeyCheck: () => sealWith(current, KEY_CHECK_TEXT, KEY_CHECK_CONTEXT),
    assertKeyCheck(stored) {
      if (open(stored, KEY_CHECK_CONTEXT) !== KEY_CHECK_TEXT) throw mismatch('the check value differs')
    },
  }
}

/**
 * Opens the vault of a key file. With `create` a missing file is made (0600, 32 random bytes); without it a
 * missing file is a `key_mismatch`, so that existing data is never met by a fresh key.
 */
export async function openVault({ keyFile, create = false }: VaultOptions): Promise<Vault> {
  const keys = (await findVaultKeys(keyFile)) ?? (create ? await createKeyFile(keyFile) : [])
  const current = keys[0]
  if (current === undefined) throw mismatch(`the key file ${keyFile} is missing`)
  return vaultOf(keys, current)
}

/**
 * First half of a rotation: puts a new key in front of the ring. Old keys stay and still open. Afterwards
 * every record is re-sealed by `vault.rotate`; a process killed half-way leaves every record readable.
 */
export async function addVaultKey(keyFile: string): Promise<void> {
  const keys = await findVaultKeys(keyFile)
  if (keys === undefined) throw mismatch(`the key file ${keyFile} is missing`)
  await replaceKeyFile(keyFile, [createVaultKey(), ...keys])
}

/**
 * Second half of a rotation: drops the keys that are older than the one by which its vault sealed everything, `currentKeyId`,
 * and copies of keys that killed processes left. One that a later rotation put in front stays.
 */
export async function dropOldVaultKeys(keyFile: string, currentKeyId: string): Promise<void> {
  const keys = await findVaultKeys(keyFile)
  if (keys === undefined) throw mismatch(`the key file ${keyFile} is missing`)
  const at = keys.findIndex(({ id }) => id === currentKeyId)
  if (at === -1) throw mismatch(`the key file ${keyFile} does not hold key ${currentKeyId} any more`)
  await replaceKeyFile(keyFile, keys.slice(0, at + 1))
  await removeLeftAside(keyFile)
}
