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
