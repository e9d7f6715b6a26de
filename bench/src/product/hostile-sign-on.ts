import type { Client } from '@runnel/client'
import {
  type ForgingProvider,
  startForgingProvider,
  startSamlProvider,
  type TestSamlProvider,
} from '@runnel/drivers/testing'

/** Just below what is read of a provider's metadata, in bytes. */
const MOST_METADATA = 60_000
/** As often as a certificate fits into what a login method may hold. */
const REPEATED = 40

/** Providers of sign-ins that make us work as much as they can. */
export interface HostileSignOn {
  /** Where the server must be allowed to ask. */
  host: string
  /** Sets login methods up in the organisation of who is signed in, and gives its id. */
  setUp(session: Client): Promise<string>
  close(): Promise<void>
}

/** Starts them. */
export async function startHostileSignOn(): Promise<HostileSignOn> {
  const [oidc, saml] = await Promise.all([startForgingProvider(), startSamlProvider()])
  oidc.moreMetadata = { x: Array.from({ length: MOST_METADATA / 3 }, () => []) }
  return {
    host: new URL(oidc.issuer).host,
    async setUp(session) {
      await session.updateLoginMethods({ body: { providers: methodsOf(oidc, saml) } })
      return (await session.getSession()).activeOrganizationId
    },
    async close() {
      await Promise.all([oidc.close(), saml.close()])
    },
  }
}

function methodsOf({ issuer, clientId, clientSecret }: ForgingProvider, saml: TestSamlProvider) {
  const { entityId, signInUrl, certificate, nextCertificate } = saml
  const certificates = [certificate, ...Array.from({ length: REPEATED }, () => nextCertificate)]
  return [
    {
      providerName: 'oidc' as const,
      status: 'enable' as const,
      config: { issuer, clientID: clientId, clientSecret },
    },
    {
      providerName: 'saml' as const,
      status: 'enable' as const,
      config: { entityId, signInUrl, certificate: certificates.join('\n') },
    },
  ]
}
