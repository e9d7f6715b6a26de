import { type ErrorIssue, type OAuth2Definition, RunnelError, type VendorOAuth2 } from '@runnel/contract'
import { findServerFaults } from './find-server-faults.ts'

/** Where the account of one credential is connected. */
export interface Endpoints {
  authorisationUrl: string
  tokenUrl: string
  revocationUrl?: string
  /** The sign-in server that told these addresses, where a server named it. */
  namedBy?: string
}

const PLACE = '{tenant}'
/** One piece of a path: no slash, no dots alone, nothing to be encoded. */
const TENANT = /^[a-z\d][a-z\d.-]{0,98}$/i

/** Params of the authorisation that the product sets itself. */
const RESERVED = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
])

/**
 * The addresses of a credential: those that its type declares, with its tenant in their paths. Hosts never come from a
 * credential. @throws RunnelError `invalid_input` for a tenant that is none
 */
export function readEndpoints(definition: VendorOAuth2, fields: Record<string, string>): Endpoints {
  const tenant = readTenant(definition, fields)
  if (tenant !== undefined && !TENANT.test(tenant)) {
    throw new RunnelError(
      'invalid_input',
      'The tenant of the credential is no name and no id of a tenant. Open the credential and correct it.',
    )
  }
  const fill = (url: string) => url.replace(PLACE, tenant ?? '')
  const { authorisationUrl, tokenUrl, revocationUrl } = definition
  return {
    authorisationUrl: fill(authorisationUrl),
    tokenUrl: fill(tokenUrl),
    ...(revocationUrl !== undefined && { revocationUrl: fill(revocationUrl) }),
  }
}

/** The tenant of a credential: its own field, else as the address of a credential of Flowise names it. */
function readTenant({ tenant, authorisationUrl }: VendorOAuth2, fields: Record<string, string>) {
  if (!tenant) return undefined
  const named = (fields[tenant.field] ?? '').trim()
  if (named !== '') return named
  const [before = '', behind = ''] = authorisationUrl.split(PLACE)
  const address = (fields.authorizationUrl ?? '').trim()
  const isLike =
    address.startsWith(before) &&
    address.endsWith(behind) &&
    address.length > authorisationUrl.length - PLACE.length
  return isLike ? address.slice(before.length, address.length - behind.length) : tenant.fallback
}

/** What is wrong with the fields of a credential that is connected by OAuth2, each with its path. */
export function findOAuth2Faults(definition: OAuth2Definition, fields: Record<string, string>): ErrorIssue[] {
  return 'serverField' in definition
    ? findServerFaults(definition.serverField, fields)
    : findVendorFaults(definition, fields)
}

function findVendorFaults(definition: VendorOAuth2, fields: Record<string, string>): ErrorIssue[] {
  const issues: ErrorIssue[] = []
  const issue = (field: string, message: string) => issues.push({ path: `plainDataObj.${field}`, message })
  try {
    const { authorisationUrl, tokenUrl } = readEndpoints(definition, fields)
    const pairs = [
      ['authorizationUrl', authorisationUrl],
      ['accessTokenUrl', tokenUrl],
    ] as const
    for (const [field, only] of pairs) {
      const given = (fields[field] ?? '').trim()
      if (given !== '' && given !== only)
        issue(field, `leave it out: this credential goes to ${new URL(only).host} and nowhere else`)
    }
  } catch {
    issue(definition.tenant?.field ?? 'authorizationUrl', 'must be the name or the id of a tenant')
  }
  const reserved = [...readMore(fields).keys()].find((name) => RESERVED.has(name))
  if (reserved !== undefined) issue('additionalParameters', `${reserved} is set by the product; leave it out`)
  return issues
}

/** The params that a credential adds to its authorisation. */
function readMore(fields: Record<string, string>): URLSearchParams {
  return new URLSearchParams((fields.additionalParameters ?? '').trim())
}

/** The address at which somebody gives their consent. */
export function makeConsentAddress(
  { authorisationUrl }: Endpoints,
  fields: Record<string, string>,
  set: { state: string; challenge: string; redirectUri: string },
): string {
  const url = new URL(authorisationUrl)
  for (const [name, value] of readMore(fields)) if (!RESERVED.has(name)) url.searchParams.set(name, value)
  const own = {
    client_id: (fields.clientId ?? '').trim(),
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: set.redirectUri,
    scope: (fields.scope ?? '').trim(),
    state: set.state,
    code_challenge: set.challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(own)) if (value !== '') url.searchParams.set(name, value)
  return url.href
}
