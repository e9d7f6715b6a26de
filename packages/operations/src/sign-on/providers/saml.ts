import { type LoginMethodConfig, type Refusal, tellWhy } from '@runnel/contract'
import {
  createToken,
  fetchSamlProvider,
  MOST_CERTIFICATES,
  type SamlProvider,
  splitCertificates,
} from '@runnel/drivers'
import type { OperationContext } from '../../context.ts'
import { samlServiceOf } from '../addresses.ts'
import { samlMetadataFetch } from '../provider-fetch.ts'
import { assertNone, assertWhole, findSettingsFaults } from '../provider-settings.ts'
import { unknownWay } from '../unknown-way.ts'
import type { LoginMethodTest, LoginProvider } from './login-provider.ts'

/** A provider that speaks SAML, of its settings. */
export function toSamlProvider({
  entityId = '',
  signInUrl = '',
  certificate = '',
}: LoginMethodConfig): SamlProvider {
  return { entityId, signInUrl, certificates: splitCertificates(certificate).slice(0, MOST_CERTIFICATES) }
}

/** Any provider of SAML. Who it vouches for comes by a form (`receiveAssertion`), and not by an address. */
export const saml: LoginProvider = {
  tellIssuer: ({ entityId = '' }) => entityId,
  trustsAddresses: () => true,
  isForAdministrators: true,
  registration(api, organizationId) {
    const { callbackUrl: callbackURL, entityId } = samlServiceOf(api, organizationId)
    return { callbackURL, entityId }
  },
  async begin(context, { config, api, organizationId }) {
    // An id of XML begins with a letter.
    const requestId = `r${createToken()}`
    const service = samlServiceOf(api, organizationId)
    const asked = { id: requestId, relayState: createToken() }
    const url = await context.saml.begin(toSamlProvider(config), service, asked)
    return { url, begun: { kind: 'saml', requestId } }
  },
  finish() {
    throw unknownWay()
  },
  test: (context, { config }) => test(context, config),
}

/** With metadata they are asked and held against the fields; without, the fields are looked at. */
async function test(context: OperationContext, config: LoginMethodConfig): Promise<LoginMethodTest> {
  const { metadataUrl, entityId, signInUrl, certificate = '' } = config
  if (!metadataUrl) {
    assertWhole(context, 'saml', config)
    return tellWhy('provider_fields_whole')
  }
  assertNone(findSettingsFaults('saml', { metadataUrl }, { isInUse: false, now: context.now() }))
  const provider = await fetchSamlProvider(samlMetadataFetch(context), metadataUrl)
  const found = {
    entityId: provider.entityId,
    signInUrl: provider.signInUrl,
    certificate: provider.certificates.join('\n'),
  }
  const own = splitCertificates(certificate)
  const differs = [
    ...(entityId === found.entityId ? [] : ['entityId' as const]),
    ...(signInUrl === found.signInUrl ? [] : ['signInUrl' as const]),
    ...(own.some((each) => provider.certificates.includes(each)) ? [] : ['certificate' as const]),
  ]
  const { host } = new URL(metadataUrl)
  if (differs.length === 0) {
    assertWhole(context, 'saml', config)
    return { ...tellWhy('provider_fits', { host }), found }
  }
  return { ...tellDifference(host, differs), found }
}

const SPOKEN = { entityId: 'the entity id', signInUrl: 'the sign-in address', certificate: 'the certificate' }

/** Names the fields in words, and in `names` as they are called, for those who say it in another language. */
function tellDifference(host: string, names: readonly (keyof typeof SPOKEN)[]): LoginMethodTest {
  const fields = names.map((name) => SPOKEN[name]).join(', ')
  const { message, ...why }: Refusal = tellWhy('provider_differs', { host, fields, names: names.join(',') })
  return { error: message, ...why }
}
