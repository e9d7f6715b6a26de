/** What the product uses of `@node-saml/node-saml`. */
interface SamlConfig {
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

interface Profile {
  /** The signed assertion, parsed: attributes under `$`, text under `_`, children by name. */
  getAssertion?(): Record<string, unknown>
  [name: string]: unknown
}

/**
 * One service towards one provider.
 * @public
 */
export declare class SAML {
  constructor(config: SamlConfig)
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>
  validatePostResponseAsync(form: {
    SAMLResponse: string
  }): Promise<{ profile: Profile | null; loggedOut: boolean }>
}

/**
 * The metadata of a service, as XML.
 * @public
 */
export declare function generateServiceProviderMetadata(service: {
  issuer: string
  callbackUrl: string
  wantAssertionsSigned: boolean
  identifierFormat: string | null
}): string
