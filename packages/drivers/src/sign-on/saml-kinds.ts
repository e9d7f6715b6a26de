import type { ProvenPerson } from './proven-person.ts'

/** A provider that speaks SAML 2.0. */
export interface SamlProvider {
  /** Its name for itself, as its assertions carry it. */
  entityId: string
  /** Where people sign in, by the redirect binding. */
  signInUrl: string
  /** Certificates with which it signs, PEM or bare Base64. */
  certificates: string[]
}

/** What we are to a provider of SAML. */
export interface SamlService {
  /** Our name, which is also the address of our metadata. */
  entityId: string
  /** Where its form arrives. */
  callbackUrl: string
}

/** What an assertion proves, and what binds it to a sign-in. */
export interface ReadAssertion {
  person: ProvenPerson
  /** Its own id: the same one is not taken twice. */
  id: string
  /** The request that it answers. */
  inResponseTo: string
  /** From then on it does not count; milliseconds since 1970. */
  expiresAt: number
}

/** Characters of a response in Base64; somebody in 150 groups, as many as Entra tells, has some 50,000. */
export const LONGEST_RESPONSE = 100_000
/** A provider has one certificate, two while it changes them, and one that is to follow: each is tried by itself. */
export const MOST_CERTIFICATES = 3
