import { RunnelError } from './errors.ts'

/** A time of a record, in milliseconds since 1970, as the wire wants it: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** A day, or a time of a day. `Date.parse` alone finds a time in almost any text. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since 1970 of an ISO time; not a number of any other text. */
export function readTime(text: string): number {
  return ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
}

/** As `readTime`. @throws RunnelError `invalid_input` naming the field */
export function parseTime(field: string, text: string): number {
  const time = readTime(text)
  if (Number.isNaN(time)) {
    throw new RunnelError('invalid_input', `${field}: must be a time such as 2026-01-31T00:00:00Z`, {
      issues: [{ path: field, message: 'must be an ISO time' }],
    })
  }
  return time
}
