import type { SignOnProvider } from '@runnel/contract'
import type { SamlService } from '@runnel/drivers'

/** Where our API is reached, without a slash at its end: `https://runnel.example.com/api/v1`. */
export type ApiAddress = string

/** Where a provider sends a browser back; it is registered there. */
export function callbackOf(api: ApiAddress, providerName: SignOnProvider, organizationId: string): string {
  return providerName === 'saml'
    ? samlServiceOf(api, organizationId).callbackUrl
    : `${api}/${providerName}/callback`
}

/** What an organisation's part of this installation is to its provider of SAML. */
export function samlServiceOf(api: ApiAddress, organizationId: string): SamlService {
  const own = `${api}/saml/${organizationId}`
  return { entityId: `${own}/metadata`, callbackUrl: `${own}/callback` }
}
