/** What the tests use of `oidc-provider`, which declares no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Provider {
    constructor(issuer: string, configuration: object)
    /** Whether `x-forwarded-proto` is believed. */
    proxy: boolean
    Grant: new (owner: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id: string }; prompt: { name: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
  export = Provider
}
