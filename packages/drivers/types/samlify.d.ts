/** What the tests use of `samlify`, whose own declarations pull in the types of a browser. */
interface Entity {
  getMetadata(): string
  parseLoginRequest(
    sp: Entity,
    binding: 'redirect',
    request: { query: Record<string, string> },
  ): Promise<{ extract: { request: { id: string; assertionConsumerServiceUrl?: string } } }>
}

export declare function IdentityProvider(settings: object): Entity
export declare function ServiceProvider(settings: object): Entity
export declare function setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void
export declare const SamlLib: {
  constructSAMLSignature(options: {
    referenceTagXPath: string
    rawSamlMessage: string
    privateKey: string
    signatureAlgorithm: string
    signingCert: string
    signatureConfig: object
    isBase64Output: boolean
  }): string
}
