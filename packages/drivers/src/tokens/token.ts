import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random 256-bit token as 43 url-safe characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256 as 64 hex digits. Enough, because a token is random. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(a), digest(b))
}

/** True when the token is the one of which the hash was stored. */
export function tokenMatches(token: string, storedHash: string): boolean {
  return equalInConstantTime(hashToken(token), storedHash)
}
