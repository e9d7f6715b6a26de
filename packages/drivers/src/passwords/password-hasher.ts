import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { refusalOf, tellWhy } from '@runnel/contract'
import { createSlots, type Lane } from './slots.ts'

const hashByArgon2 = promisify(argon2)
const SALT_BYTES = 16
const HASH_BYTES = 32

/** The cost of one hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryKib: number
  passes: number
}

/**
 * Hashes and checks passwords by argon2id; the stored form is a PHC string. A hash takes its time, so that a crowd waits:
 * who is known comes before strangers, and strangers beyond some are turned away at once with `unavailable`.
 */
export interface PasswordHasher {
  /** A PHC string `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
  hash(password: string, lane?: Lane): Promise<string>
  /** True when the password fits. A malformed stored hash fits nothing, after the usual time. */
  verify(password: string, stored: string, lane?: Lane): Promise<boolean>
  /** Takes the time of a `verify` and is false: for an unknown user, so that the answer tells nothing. */
  dummyVerify(password: string, lane?: Lane): Promise<false>
  /** True when the stored hash was made with another cost than the current one. */
  needsRehash(stored: string): boolean
}

interface ParsedHash {
  cost: PasswordCost
  lanes: number
  salt: Buffer
  hash: Buffer
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,172})$/

function findParsedHash(stored: string): ParsedHash | undefined {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? []
  if (!memory || !passes || !lanes || !salt || !hash) return undefined
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes) },
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function formatHash({ cost, lanes, salt, hash }: ParsedHash): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${lanes}$${text(salt)}$${text(hash)}`
}

/** Strangers that wait at most: the last of them waits some seconds, and would wait minutes in a crowd without end. */
const MOST_STRANGERS = 50

/**
 * Makes a hasher. Default cost 64 MiB and 3 passes (about 160 ms); at most `concurrency` (2) run at once, the
 * others wait, so that a burst of sign-ins cannot take the memory. Passwords are compared in NFKC.
 */
export function createPasswordHasher(
  options: { cost?: PasswordCost; concurrency?: number; mostStrangers?: number } = {},
): PasswordHasher {
  const cost = options.cost ?? { memoryKib: 64 * 1024, passes: 3 }
  const slots = createSlots(options.concurrency ?? 2, {
    mostStrangers: options.mostStrangers ?? MOST_STRANGERS,
  })

  async function derive(password: string, parsed: ParsedHash, lane: Lane = 'stranger'): Promise<Buffer> {
    const hashing = slots.run(
      () =>
        hashByArgon2('argon2id', {
          message: password.normalize('NFKC'),
          nonce: parsed.salt,
          parallelism: parsed.lanes,
          tagLength: parsed.hash.length,
          memory: parsed.cost.memoryKib,
          passes: parsed.cost.passes,
        }),
      lane,
    )
    if (hashing === undefined) throw refusalOf('unavailable', tellWhy('sign_ins_exceeded'))
    return hashing
  }

  const emptyHash = (): ParsedHash => ({
    cost,
    lanes: 1,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  })

  async function dummyVerify(password: string, lane?: Lane): Promise<false> {
    await derive(password, emptyHash(), lane)
    return false
  }

  return {
    async hash(password, lane) {
      const empty = emptyHash()
      return formatHash({ ...empty, hash: await derive(password, empty, lane) })
    },
    async verify(password, stored, lane) {
      const parsed = findParsedHash(stored)
      if (parsed === undefined) return dummyVerify(password, lane)
      return timingSafeEqual(await derive(password, parsed, lane), parsed.hash)
    },
    dummyVerify,
    needsRehash(stored) {
      const parsed = findParsedHash(stored)
      return parsed?.cost.memoryKib !== cost.memoryKib || parsed.cost.passes !== cost.passes
    },
  }
}
