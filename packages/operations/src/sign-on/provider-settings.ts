import {
  type ErrorIssue,
  type LoginMethodConfig,
  type Refusal,
  refusalOf,
  type SignOnProvider,
  tellWhy,
} from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import {
  certificateFault,
  type EmailProof,
  MOST_CERTIFICATES,
  type OidcProvider,
  type SamlProvider,
  splitCertificates,
} from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

type Field =
  | 'clientID'
  | 'clientSecret'
  | 'tenantID'
  | 'domain'
  | 'issuer'
  | 'entityId'
  | 'signInUrl'
  | 'certificate'

/** The fields that a provider of each kind needs. */
const NEEDED: Readonly<Record<SignOnProvider, readonly Field[]>> = {
  azure: ['tenantID', 'clientID', 'clientSecret'],
  google: ['clientID', 'clientSecret'],
  auth0: ['domain', 'clientID', 'clientSecret'],
  github: ['clientID', 'clientSecret'],
  oidc: ['issuer', 'clientID', 'clientSecret'],
  saml: ['entityId', 'signInUrl', 'certificate'],
}

/** What makes another provider of it: who came before has to show anew who they are. */
export const TRUST_FIELDS = ['clientID', 'tenantID', 'domain', 'issuer', 'entityId', 'certificate'] as const

/**
 * Whether settings are those of another provider or another client, by whom nobody may be known who came before. A
 * certificate that stays beside a new one still shows that it is the same.
 */
export function isOtherProvider(before: LoginMethodConfig, after: LoginMethodConfig): boolean {
  return TRUST_FIELDS.some((field) => {
    const [was, is] = [before[field] ?? '', after[field] ?? '']
    if (field !== 'certificate' || was === '') return was !== is
    const kept = splitCertificates(is)
    return !splitCertificates(was).some((each) => kept.includes(each))
  })
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A domain of the net, with a dot in it. */
export const DOMAIN = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i

/** What binds sealed settings to their login method. */
export const loginMethodContext = (id: string) => `login-method:${id}`

/** Opens the settings of a login method. */
export function openSettings(
  { vault }: Pick<OperationContext, 'vault'>,
  row: Pick<LoginMethodRow, 'id' | 'sealed'>,
): LoginMethodConfig {
  return JSON.parse(vault.open(row.sealed, loginMethodContext(row.id))) as LoginMethodConfig
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

function urlFault(value: string): Refusal | undefined {
  if (!URL.canParse(value)) return tellWhy('address_odd')
  const { protocol, hostname, username, hash } = new URL(value)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return tellWhy('address_open')
  return username === '' && hash === '' ? undefined : tellWhy('address_too_much')
}

/** Where Microsoft signs people of all tenants in; the first part of the path says of which. */
const ENTRA_HOST =
  /^(.+\.)?(login\.microsoftonline\.(com|us|de)|login\.microsoft\.com|(login|sts)\.windows\.net|login\.partner\.microsoftonline\.cn|login\.chinacloudapi\.cn)\.?$/
/** The tenant of Microsoft itself that holds everybody's private accounts. */
const PRIVATE_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const isOneTenant = (id: string) => UUID.test(id) && id.toLowerCase() !== PRIVATE_ACCOUNTS

function issuerFault(value: string): Refusal | undefined {
  const fault = urlFault(value)
  if (fault !== undefined) return fault
  const { hostname, pathname } = new URL(value)
  return !ENTRA_HOST.test(hostname) || isOneTenant(pathname.split('/')[1] ?? '')
    ? undefined
    : tellWhy('issuer_of_all')
}

const CHECKS: { [Name in Field | 'metadataUrl']?: (value: string, now: number) => Refusal | undefined } = {
  tenantID: (value) => (isOneTenant(value) ? undefined : tellWhy('tenant_odd')),
  domain: (value) => (DOMAIN.test(value) ? undefined : tellWhy('domain_odd')),
  issuer: issuerFault,
  signInUrl: urlFault,
  metadataUrl: urlFault,
  certificate(value, now) {
    const certificates = splitCertificates(value)
    if (certificates.length > MOST_CERTIFICATES)
      return tellWhy('certificates_many', { most: String(MOST_CERTIFICATES) })
    const faults = certificates.map((each) => certificateFault(each, now))
    return faults.find((fault) => fault !== undefined)
  },
}

/** What is wrong with settings, each with its field; whether what is needed is there is asked of those in use. */
export function findSettingsFaults(
  providerName: SignOnProvider,
  config: LoginMethodConfig,
  { isInUse, now }: { isInUse: boolean; now: number },
): ErrorIssue[] {
  const needed = NEEDED[providerName]
  const missing = isInUse ? needed.filter((field) => !config[field]) : []
  const checked = (Object.keys(CHECKS) as (Field | 'metadataUrl')[]).flatMap((field) => {
    const value = config[field]
    const isUsed = field === 'metadataUrl' ? providerName === 'saml' : needed.includes(field)
    const fault = value && isUsed ? CHECKS[field]?.(value, now) : undefined
    return fault === undefined ? [] : [{ path: field, ...fault }]
  })
  return [...missing.map((field) => ({ path: field, ...tellWhy('needed') })), ...checked]
}

/** Only what a provider of this kind knows is kept of it. */
export function keepKnown(providerName: SignOnProvider, config: LoginMethodConfig): LoginMethodConfig {
  const { label, emailDomains, trustEmail, autoProvision, workspaceId, roleId, metadataUrl } = config
  const own = Object.fromEntries(NEEDED[providerName].map((field) => [field, config[field] ?? '']))
  return {
    ...own,
    ...(providerName === 'saml' && metadataUrl ? { metadataUrl } : {}),
    ...(providerName === 'oidc' ? { trustEmail: trustEmail === true } : {}),
    ...(label ? { label } : {}),
    emailDomains: emailDomains ?? [],
    autoProvision: autoProvision === true,
    workspaceId: workspaceId ?? null,
    roleId: roleId ?? null,
  }
}

/** Providers that have words of their own for whether an address is the person's. */
const EMAIL_PROOFS: { [Name in SignOnProvider]?: EmailProof } = { google: 'google', azure: 'entra' }

/** A provider that speaks OpenID Connect, of its settings. @throws RunnelError `invalid_input` for other kinds */
export function toOidcProvider(providerName: SignOnProvider, config: LoginMethodConfig): OidcProvider {
  const { clientID = '', clientSecret = '' } = config
  const emailProof = EMAIL_PROOFS[providerName] ?? 'standard'
  return { issuer: issuerOf(providerName, config), clientId: clientID, clientSecret, emailProof }
}

function issuerOf(
  providerName: SignOnProvider,
  { tenantID, domain, issuer = '' }: LoginMethodConfig,
): string {
  switch (providerName) {
    case 'azure':
      return `https://login.microsoftonline.com/${tenantID}/v2.0`
    case 'google':
      return 'https://accounts.google.com'
    case 'auth0':
      return `https://${domain}/`
    case 'oidc':
      return issuer
    case 'github':
    case 'saml':
      throw refusalOf('invalid_input', tellWhy('provider_other_kind', { provider: providerName }))
  }
}

/** Whose word signs people in, for them to read: the address of a provider, or its entity id. */
export function tellIssuer(providerName: SignOnProvider, config: LoginMethodConfig): string {
  if (providerName === 'saml') return config.entityId ?? ''
  return providerName === 'github' ? 'https://github.com' : issuerOf(providerName, config)
}

/** A provider that speaks SAML, of its settings. */
export function toSamlProvider({
  entityId = '',
  signInUrl = '',
  certificate = '',
}: LoginMethodConfig): SamlProvider {
  return { entityId, signInUrl, certificates: splitCertificates(certificate).slice(0, MOST_CERTIFICATES) }
}

/**
 * Whether an address counts as that of the person. Directories that an organisation runs itself tell no address as
 * verified: their word is the organisation's own.
 */
export function countsAsVerified(
  providerName: SignOnProvider,
  config: LoginMethodConfig,
  isEmailVerified: boolean | undefined,
): boolean {
  if (isEmailVerified !== undefined) return isEmailVerified
  return (
    providerName === 'azure' ||
    providerName === 'saml' ||
    (providerName === 'oidc' && config.trustEmail === true)
  )
}
