/**
 * What the product uses of `@node-saml/node-saml`. Its own declarations pull the types of a browser into every file of
 * the room, which contradict Node's.
 */
export interface SamlConfig {
  idpCert: string[]
  issuer: string
  audience: string
  callbackUrl: string
  entryPoint: string
  wantAssertionsSigned: boolean
  wantAuthnResponseSigned: boolean
  acceptedClockSkewMs: number
  maxAssertionAgeMs: number
  identifierFormat: string | null
  disableRequestedAuthnContext: boolean
  generateUniqueId?: () => string
}

export interface Profile {
  /** The signed assertion, parsed: attributes under `$`, text under `_`, children by name. */
  getAssertion?(): Record<string, unknown>
  [name: string]: unknown
}

interface Saml {
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>
  validatePostResponseAsync(form: {
    SAMLResponse: string
  }): Promise<{ profile: Profile | null; loggedOut: boolean }>
}

/** A module of CommonJS: all of it is its default, in Node as in a bundle. */
declare const nodeSaml: {
  SAML: new (config: SamlConfig) => Saml
  generateServiceProviderMetadata(service: {
    issuer: string
    callbackUrl: string
    wantAssertionsSigned: boolean
    identifierFormat: string | null
  }): string
}
// biome-ignore lint/style/noDefaultExport: that is how a module of CommonJS comes
export default nodeSaml
