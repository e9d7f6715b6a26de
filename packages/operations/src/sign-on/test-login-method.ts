import type { Principal } from '@runnel/access'
import {
  type ErrorIssue,
  isRunnelError,
  type LoginMethodConfig,
  type Refusal,
  RunnelError,
  type SignOnProvider,
  tellWhy,
} from '@runnel/contract'
import { fetchSamlProvider, splitCertificates, testGithub, testOidc } from '@runnel/drivers'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import { type ApiAddress, callbackOf } from './addresses.ts'
import { providerFetch, samlMetadataFetch } from './provider-fetch.ts'
import { findSettingsFaults, openSettings, toOidcProvider } from './provider-settings.ts'
import { withStoredSecret } from './save-login-methods.ts'

/** What a test found: a good word, or what is wrong; for SAML also what the provider says of itself. */
export interface LoginMethodTest {
  message?: string
  error?: string
  /** What kind of error it is. */
  code?: string
  /** What either says, for those who say it in another language. */
  reason?: string
  details?: Record<string, string>
  /** Fields that are wrong; `path` is the name of the field. */
  issues?: ErrorIssue[]
  found?: { entityId: string; signInUrl: string; certificate: string }
}

/**
 * Asks a provider whether settings are right; nothing is kept. What is wrong is the answer, not an error.
 * @throws RunnelError `not_found` for another organisation, `invalid_input` for another provider with the stored secret
 */
export async function testLoginMethod(
  context: OperationContext,
  principal: Principal,
  input: {
    organizationId?: string | undefined
    userId?: string | null | undefined
    providerName: SignOnProvider
    config: LoginMethodConfig
    api: ApiAddress
  },
): Promise<LoginMethodTest> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { userId: input.userId })
  const { providerName, api } = input
  const row = await context.db.organization(person.organizationId).loginMethods.findLoginMethod(providerName)
  const config = withStoredSecret(input.config, row && openSettings(context, row), 'providers[0].config')
  try {
    if (providerName === 'saml') return await testSaml(context, config)
    assertWhole(context, providerName, config)
    const redirectUri = callbackOf(api, providerName, person.organizationId)
    const fetch = providerFetch(context)
    const { clientID = '', clientSecret = '' } = config
    return providerName === 'github'
      ? await testGithub(fetch, { clientId: clientID, clientSecret }, redirectUri)
      : await testOidc(fetch, toOidcProvider(providerName, config), redirectUri)
  } catch (error) {
    if (!isRunnelError(error)) throw error
    const { reason, details } = error.body
    return {
      error: error.message,
      code: error.code,
      ...(reason && { reason, ...(details && { details }) }),
      ...(error.issues.length > 0 && { issues: error.issues }),
    }
  }
}

function assertWhole(
  context: OperationContext,
  providerName: SignOnProvider,
  config: LoginMethodConfig,
): void {
  assertNone(findSettingsFaults(providerName, config, { isInUse: true, now: context.now() }))
}

function assertNone(issues: ErrorIssue[]): void {
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path} ${first.message}.`, { issues })
}

/** With metadata they are asked and held against the fields; without, the fields are looked at. */
async function testSaml(context: OperationContext, config: LoginMethodConfig): Promise<LoginMethodTest> {
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
