import type { CredentialDefinition } from '@runnel/contract'

/** The one call by which a vendor says whether it takes a credential: cheap, and without effect. */
export interface CredentialCall {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Makes the call of the opened fields of a credential; of a connected account they hold `accessToken`. `at` is now, in
 * milliseconds since 1970. Undefined where these fields name nobody who could be asked; a fault of the fields themselves
 * is thrown as a `RunnelError`.
 */
export type CredentialTest = (
  fields: Record<string, string>,
  at: number,
) => CredentialCall | undefined | Promise<CredentialCall | undefined>

/** A type of credential, and how one of it is tried; without `test` it cannot be. */
export interface CredentialType extends CredentialDefinition {
  test?: CredentialTest
}
