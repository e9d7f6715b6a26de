import type { SamlService } from '@runnel/drivers'

/** Where our API is reached, without a slash at its end: `https://runnel.example.com/api/v1`. */
export type ApiAddress = string

/** What an organisation's part of this installation is to its provider of SAML. */
export function samlServiceOf(api: ApiAddress, organizationId: string): SamlService {
  const own = `${api}/saml/${organizationId}`
  return { entityId: `${own}/metadata`, callbackUrl: `${own}/callback` }
}
