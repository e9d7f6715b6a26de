import { inspect } from 'node:util'
import { SECRET_MASK } from '@runnel/contract'

const plainTexts = new WeakMap<Secret, string>()

/**
 * A secret value whose JSON, string and inspect forms are `"•••"`. It is made by `vault.openSecret` and
 * read back by `vault.reveal` alone, at the moment of the call that needs it.
 */
export class Secret {
  toString(): string {
    return SECRET_MASK
  }

  toJSON(): string {
    return SECRET_MASK
  }

  [Symbol.toPrimitive](): string {
    return SECRET_MASK
  }

  [inspect.custom](): string {
    return SECRET_MASK
  }
}

/** Wraps a plain text; for the vault only. */
export function wrapSecret(plain: string): Secret {
  const secret = new Secret()
  plainTexts.set(secret, plain)
  return Object.freeze(secret)
}

/** The plain text of a wrapped secret; for the vault only. Throws a TypeError for a forged secret. */
export function unwrapSecret(secret: Secret): string {
  const plain = plainTexts.get(secret)
  if (plain === undefined) throw new TypeError('This secret was not made by the vault')
  return plain
}
