import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Letters and digits that nobody takes for each other. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 12

const timed = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })

/** A random secret for an authenticator app, 160 bits in base 32. */
export function createTimedSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that an authenticator app reads from a QR code. */
export function timedSecretUrl(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string {
  return timed(secret, account, issuer).toString()
}

/** The code of a secret at a time in milliseconds since 1970. */
export function timedCode(secret: string, at: number): string {
  return timed(secret).generate({ timestamp: at })
}

/**
 * The time step of a code of six digits, when it is that of now or of the step before or after: clocks differ. Undefined
 * when it does not fit. Whether the step was used before is the caller's to know.
 */
export function findTimedStep(secret: string, code: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = timed(secret).validate({ token: code, timestamp: at, window: 1 })
  return delta === null ? undefined : Math.floor(at / 1_000 / PERIOD_SECONDS) + delta
}

/** A random code of some 59 bits for who has lost the app, such as `k3fw-9xqa-7tcd`. */
export function createRecoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
  )
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** What is stored of a recovery code, bound to whose it is; spaces, hyphens and case do not count. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  return createHash('sha256')
    .update(JSON.stringify(['recovery', userId, plain]))
    .digest('hex')
}
