/** Who a provider says that somebody is. */
export interface ProvenPerson {
  /** With `subject` the identity; neither means anything without the other. */
  issuer: string
  subject: string
  /** In lower case; null where the provider tells none. */
  email: string | null
  /** Whether the provider says that it saw the person use the address; undefined where it says nothing. */
  isEmailVerified: boolean | undefined
  name: string | null
}

/** A text of what a provider tells, cut to what is kept; null for anything else. */
export function textOf(value: unknown, longest = 255): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > longest ? null : text
}

/** An address without what is not seen, turns the way of reading, or means something in the head of a mail. */
const ADDRESS = /^[^\s@\p{C}<>"(),:;\\[\]]+@[^\s@\p{C}<>"(),:;\\[\]]+$/u

/** An address as a provider tells it, in lower case; null for what is none, or would pass for another one. */
export function addressOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && ADDRESS.test(text) ? text.toLowerCase() : null
}
