import type { LoginMethodConfig, SignOnProvider } from '@runnel/contract'
import { beginOidc, type EmailProof, finishOidc, type OidcProvider, testOidc } from '@runnel/drivers'
import { providerFetch } from '../provider-fetch.ts'
import { assertWhole } from '../provider-settings.ts'
import { unknownWay } from '../unknown-way.ts'
import type { LoginProvider } from './login-provider.ts'

/** How providers that speak OpenID Connect differ. */
interface Dialect {
  providerName: SignOnProvider
  /** The address below which its metadata lie. */
  issuerOf(config: LoginMethodConfig): string
  /** By what it shows that an address is the person's; `email_verified` unless it has words of its own. */
  emailProof?: EmailProof
  trustsAddresses(config: LoginMethodConfig): boolean
}

/** A provider that speaks OpenID Connect. */
export function speaksOidc({
  providerName,
  issuerOf,
  emailProof = 'standard',
  trustsAddresses,
}: Dialect): LoginProvider {
  const toProvider = (config: LoginMethodConfig): OidcProvider => {
    const { clientID = '', clientSecret = '' } = config
    return { issuer: issuerOf(config), clientId: clientID, clientSecret, emailProof }
  }
  const callbackURL = (api: string) => `${api}/${providerName}/callback`
  return {
    tellIssuer: issuerOf,
    trustsAddresses,
    registration: (api) => ({ callbackURL: callbackURL(api) }),
    async begin(context, { config, api }) {
      const { url, begun } = await beginOidc(providerFetch(context), toProvider(config), callbackURL(api))
      return { url, begun: { kind: 'oidc', oidc: begun } }
    },
    finish(context, { config, begun, query }) {
      if (begun.kind !== 'oidc') throw unknownWay()
      return finishOidc(providerFetch(context), toProvider(config), { begun: begun.oidc, query })
    },
    test(context, { config, api }) {
      assertWhole(context, providerName, config)
      return testOidc(providerFetch(context), toProvider(config), callbackURL(api))
    },
  }
}
