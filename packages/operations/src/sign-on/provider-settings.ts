import {
  type ErrorIssue,
  type LoginMethodConfig,
  loginProviders,
  type ProviderField,
  type Refusal,
  RunnelError,
  type SignOnProvider,
  tellWhy,
} from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import { certificateFault, MOST_CERTIFICATES, splitCertificates } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Each field by whether another value makes another provider of it, which a new field has to say. */
const TELLS_PROVIDER: Readonly<Record<ProviderField['name'], boolean>> = {
  clientID: true,
  clientSecret: false,
  tenantID: true,
  domain: true,
  issuer: true,
  entityId: true,
  signInUrl: false,
  certificate: true,
  metadataUrl: false,
}

/** What makes another provider of it: who came before has to show anew who they are. */
export const TRUST_FIELDS = (Object.keys(TELLS_PROVIDER) as ProviderField['name'][]).filter(
  (field) => TELLS_PROVIDER[field],
)

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

const CHECKS: { [Name in ProviderField['name']]?: (value: string, now: number) => Refusal | undefined } = {
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
  const { fields } = loginProviders[providerName]
  const missing = isInUse ? fields.filter(({ name, isNeeded }) => isNeeded && !config[name]) : []
  const checked = (Object.keys(CHECKS) as ProviderField['name'][]).flatMap((field) => {
    const value = config[field]
    const isUsed = fields.some(({ name }) => name === field)
    const fault = value && isUsed ? CHECKS[field]?.(value, now) : undefined
    return fault === undefined ? [] : [{ path: field, ...fault }]
  })
  return [...missing.map(({ name }) => ({ path: name, ...tellWhy('needed') })), ...checked]
}

/** Only what a provider of this kind knows is kept of it. */
export function keepKnown(providerName: SignOnProvider, config: LoginMethodConfig): LoginMethodConfig {
  const { label, emailDomains, trustEmail, autoProvision, workspaceId, roleId } = config
  const { fields, asksTrust } = loginProviders[providerName]
  // What may be absent is not kept as an empty text.
  const kept = fields.filter(({ name, isNeeded }) => isNeeded || config[name])
  return {
    ...Object.fromEntries(kept.map(({ name }) => [name, config[name] ?? ''])),
    ...(asksTrust ? { trustEmail: trustEmail === true } : {}),
    ...(label ? { label } : {}),
    emailDomains: emailDomains ?? [],
    autoProvision: autoProvision === true,
    workspaceId: workspaceId ?? null,
    roleId: roleId ?? null,
  }
}

/** @throws RunnelError `invalid_input` naming the first of the faults, with all of them */
export function assertNone(issues: ErrorIssue[]): void {
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path} ${first.message}.`, { issues })
}

/** Asks for settings that could be in use. @throws RunnelError `invalid_input` */
export function assertWhole(
  { now }: Pick<OperationContext, 'now'>,
  providerName: SignOnProvider,
  config: LoginMethodConfig,
): void {
  assertNone(findSettingsFaults(providerName, config, { isInUse: true, now: now() }))
}
