/** A field of the settings of a provider by whom people sign in. */
export interface ProviderField {
  name:
    | 'clientID'
    | 'clientSecret'
    | 'tenantID'
    | 'domain'
    | 'issuer'
    | 'entityId'
    | 'signInUrl'
    | 'certificate'
    | 'metadataUrl'
  kind: 'text' | 'secret' | 'lines'
  isNeeded: boolean
  example?: string
}

/** What is known of a kind of provider without asking it; what it does stands in `operations/sign-on/providers`. */
interface LoginProviderKind {
  /** What its maker calls it; the same in every language. */
  name: string
  /** A protocol, and no maker whom people know: how it is offered stands under this name in the catalogues. */
  protocol?: 'oidc' | 'saml'
  /** What it asks for, in the order of its form. */
  fields: readonly ProviderField[]
  /** Who sets it up may say that its silence about addresses is a yes. */
  asksTrust?: true
}

const clientID: ProviderField = { name: 'clientID', kind: 'text', isNeeded: true }
const clientSecret: ProviderField = { name: 'clientSecret', kind: 'secret', isNeeded: true }
const text = (name: ProviderField['name'], example: string): ProviderField => ({
  name,
  kind: 'text',
  isNeeded: true,
  example,
})

/**
 * The kinds of providers by whom people can sign in, in the order of their buttons. A line more stops the compiler until it has
 * its record in operations and its icon.
 */
const kinds = {
  azure: {
    name: 'Microsoft',
    fields: [text('tenantID', '00000000-0000-0000-0000-000000000000'), clientID, clientSecret],
  },
  google: { name: 'Google', fields: [clientID, clientSecret] },
  auth0: { name: 'Auth0', fields: [text('domain', 'acme.eu.auth0.com'), clientID, clientSecret] },
  github: { name: 'GitHub', fields: [clientID, clientSecret] },
  oidc: {
    name: 'OpenID Connect',
    protocol: 'oidc',
    fields: [text('issuer', 'https://login.example.com'), clientID, clientSecret],
    asksTrust: true,
  },
  saml: {
    name: 'SAML',
    protocol: 'saml',
    fields: [
      { ...text('metadataUrl', 'https://login.example.com/metadata'), isNeeded: false },
      text('entityId', 'https://login.example.com/entity'),
      text('signInUrl', 'https://login.example.com/sign-in'),
      { name: 'certificate', kind: 'lines', isNeeded: true },
    ],
  },
} as const satisfies Record<string, LoginProviderKind>

/** The name of a kind of provider on the wire. */
export type SignOnProvider = keyof typeof kinds

/** Every kind of provider by its name on the wire. */
export const loginProviders: Readonly<Record<SignOnProvider, LoginProviderKind>> = kinds

/** The names of all kinds of providers. */
export const signOnProviders = Object.keys(kinds) as [SignOnProvider, ...SignOnProvider[]]
