import {
  findProviderAddress,
  isRunnelError,
  RunnelError,
  refusalOf,
  type SignOnProvider,
  tellWhy,
} from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import type { ProvedOwner } from '../accounts/prove-owner.ts'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import type { ApiAddress } from './addresses.ts'
import { openSettings } from './provider-settings.ts'
import type { Begun } from './providers/login-provider.ts'
import { kindOf, providerOf } from './providers/login-providers.ts'

/** How long somebody may take at the provider, in milliseconds. */
const PATIENCE_MS = 10 * 60_000
const CONTEXT = 'sign-on-attempt'

/** What the end of a sign-in needs of its beginning. It lies sealed in the browser that began it, and nowhere else. */
export interface Attempt {
  organizationId: string
  loginMethodId: string
  providerName: SignOnProvider
  begun: Begun
  /** Where to go on from the sign-in, as the page asked. */
  from?: string | undefined
  /** The token of an invitation that the person came with: who has no place yet gets in by it. */
  invitation?: string | undefined
  /** Somebody who is signed in wants to be known by it from now on. */
  link?: { userId: string; signInId: string } | undefined
  expiresAt: number
}

/** A way that began: where the browser goes, and what it keeps. */
export interface BegunSignOn {
  url: string
  sealed: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

const notThere = () =>
  new RunnelError('not_found', 'This way to sign in is not offered here. Ask an administrator.', {
    body: { error: 'sso_not_offered' },
  })

/**
 * Begins a sign-in at a provider of the named organisation, else of the only one that there is.
 * @throws RunnelError `not_found` when it is not offered, `upstream_error` when the provider cannot be asked
 */
export async function beginSignOn(
  context: OperationContext,
  input: {
    providerName: SignOnProvider
    organizationId?: string | undefined
    from?: string | undefined
    invitation?: string | undefined
    api: ApiAddress
  },
): Promise<BegunSignOn> {
  const named = input.organizationId ?? (await context.db.system.signOn.findSoleOrganization())
  if (named === undefined) throw notThere()
  const method = await getEnabled(context, named, input.providerName)
  const { api, from, invitation } = input
  return begin(context, method, { api, from, invitation })
}

/**
 * Begins to link a provider to the account of somebody who has proved it once more: what is linked opens the account without
 * password and second factor.
 * @throws RunnelError `not_found`, `upstream_error`
 */
export async function beginLink(
  context: OperationContext,
  { principal }: ProvedOwner,
  { providerName, api }: { providerName: SignOnProvider; api: ApiAddress },
): Promise<BegunSignOn> {
  const { organizationId, userId, signInId } = principal
  const method = await getEnabled(context, organizationId, providerName)
  try {
    return await begin(context, method, { api, link: { userId, signInId } })
  } catch (error) {
    // It is the provider that answers badly: 401 would end the session of who asks.
    if (!isRunnelError(error) || error.code !== 'unauthenticated') throw error
    throw new RunnelError('upstream_error', error.message, { cause: error })
  }
}

/** A login method that is in use, on a platform that has them. @throws RunnelError `not_found` */
export async function getEnabled(
  context: OperationContext,
  organizationId: string,
  providerName: SignOnProvider,
): Promise<LoginMethodRow> {
  if (!featuresOf(context, organizationId).offersSignOn) throw notThere()
  const row = await context.db.organization(organizationId).loginMethods.findLoginMethod(providerName)
  if (row?.status !== 'enable') throw notThere()
  return row
}

async function begin(
  context: OperationContext,
  method: LoginMethodRow,
  { api, ...why }: { api: ApiAddress } & Pick<Attempt, 'from' | 'invitation' | 'link'>,
): Promise<BegunSignOn> {
  const config = openSettings(context, method)
  const { organizationId } = method
  const provider = providerOf(kindOf(method))
  const { url: told, begun } = await provider.begin(context, { config, api, organizationId })
  const url = findProviderAddress(told)
  if (url === undefined) throw refusalOf('upstream_error', tellWhy('provider_leads_away'))
  const expiresAt = context.now() + PATIENCE_MS
  const attempt: Attempt = {
    organizationId,
    loginMethodId: method.id,
    providerName: kindOf(method),
    begun,
    ...why,
    expiresAt,
  }
  return { url, sealed: context.vault.seal(JSON.stringify(attempt), CONTEXT), expiresAt }
}

/** What a browser began; undefined for what it did not begin, changed, or let grow old. */
export function openAttempt(context: OperationContext, sealed: string | undefined): Attempt | undefined {
  if (sealed === undefined || sealed === '') return undefined
  try {
    const attempt = JSON.parse(context.vault.open(sealed, CONTEXT)) as Attempt
    return attempt.expiresAt > context.now() ? attempt : undefined
  } catch (error) {
    if (isRunnelError(error)) return undefined
    throw error
  }
}
