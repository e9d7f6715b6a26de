import type { CredentialDefinition, DataProtocol, DataProtocols, JsonValue } from '@runnel/contract'

/** The one call by which a vendor says whether it takes a credential: cheap, and without effect. */
export interface CredentialCall {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A call whose answer has to be read: its status alone does not tell. */
export interface ReadCall extends CredentialCall {
  /** Statuses that are no success, and yet the server took the credential. */
  takenAt?: readonly number[]
  /** Words of a refusal in an answer that is a success by its status. */
  findRefusal?: (answer: JsonValue) => string | undefined
}

/** The same of a server that does not speak HTTP. */
export type DataServerCall = {
  [Protocol in DataProtocol]: { protocol: Protocol } & Pick<DataProtocols[Protocol], 'address' | 'question'>
}[DataProtocol]

/**
 * Makes the call of the opened fields of a credential; of a connected account they hold `accessToken`. `at` is now, in
 * milliseconds since 1970. Undefined where these fields name nobody who could be asked; a fault of the fields themselves
 * is thrown as a `RunnelError`.
 */
export type CredentialTest<Call = ReadCall | DataServerCall> = (
  fields: Record<string, string>,
  at: number,
) => Call | undefined | Promise<Call | undefined>

/** A type of credential, and how one of it is tried; without `test` it cannot be, and `untested` says why. */
export interface CredentialType extends CredentialDefinition {
  test?: CredentialTest
}
