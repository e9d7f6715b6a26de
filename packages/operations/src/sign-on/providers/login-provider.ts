import type { ErrorIssue, LoginMethodConfig } from '@runnel/contract'
import type { BegunGithub, BegunOidc, ProvenPerson } from '@runnel/drivers'
import type { OperationContext } from '../../context.ts'
import type { ApiAddress } from '../addresses.ts'

/** What the end of a sign-in needs of its beginning, by the protocol that was begun. */
export type Begun =
  | { kind: 'oidc'; oidc: BegunOidc }
  | { kind: 'github'; github: BegunGithub }
  | { kind: 'saml'; requestId: string }

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

/** Settings of a provider, and the organisation at whose place it sends browsers back. */
export interface ProviderUse {
  config: LoginMethodConfig
  api: ApiAddress
  organizationId: string
}

/**
 * All in which one kind of provider differs from another, beside what the contract tells of it (`loginProviders`). Nothing
 * else asks for a provider's name.
 */
export interface LoginProvider {
  /** Whose word signs people in, for them to read: the address of a provider, or its entity id. */
  tellIssuer(config: LoginMethodConfig): string
  /**
   * Whether an address counts of which it says nothing. Directories that an organisation runs itself tell no address as
   * verified: their word is the organisation's own.
   */
  trustsAddresses(config: LoginMethodConfig): boolean
  /** Whose word opens accounts as it stands in the settings, with no other proof: only administrators choose it. */
  isForAdministrators?: true
  /** Where it sends browsers back, and by what name it knows us beside: what is registered there. */
  registration(api: ApiAddress, organizationId: string): { callbackURL: string; entityId?: string }
  /** Where a browser goes to sign in, and what is kept of it. @throws RunnelError `upstream_error` */
  begin(context: OperationContext, use: ProviderUse): Promise<{ url: string; begun: Begun }>
  /** Who came back. @throws RunnelError in words for the person who waits; for what another protocol began, too */
  finish(
    context: OperationContext,
    back: { config: LoginMethodConfig; begun: Begun; query: URLSearchParams },
  ): Promise<ProvenPerson>
  /** Asks it whether settings are right. @throws RunnelError saying what is wrong */
  test(context: OperationContext, use: ProviderUse): Promise<LoginMethodTest>
}
