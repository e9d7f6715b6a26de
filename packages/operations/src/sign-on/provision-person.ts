import { type CallOrigin, isRunnelError, RunnelError, type SignOnFault, shownName } from '@runnel/contract'
import type { Identity, LoginMethodRow } from '@runnel/db'
import type { ProvenPerson } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { domainOf, readOwnDomains } from './organization-domains.ts'
import { openSettings } from './provider-settings.ts'
import { kindOf, providerOf } from './providers/login-providers.ts'

interface Newcomer {
  method: LoginMethodRow
  person: ProvenPerson
  identity: Identity
  from: CallOrigin
}

/** What may be told to somebody whom a provider knows, and nobody here. */
function refuse(fault: SignOnFault, message: string): RunnelError {
  return new RunnelError('not_found', message, { body: { error: fault } })
}

const wrongDomain = () =>
  refuse('sso_wrong_domain', 'Your address of e-mail is not of a domain whose people may come this way.')

/**
 * Makes an account for somebody whom nobody knows, where the organisation lets its provider do so. An address that has an
 * account already is no reason to give it away: its owner links the two. Only what the provisioning of the same
 * organisation made for that address waits for them.
 * @throws RunnelError `not_found`, `conflict` in words for the person who waits
 */
export async function provision(context: OperationContext, newcomer: Newcomer): Promise<string> {
  const { method, person, identity, from } = newcomer
  const config = openSettings(context, method)
  const { autoProvision, workspaceId, roleId, emailDomains = [] } = config
  const email = addressOf(context, newcomer)
  const claimed = email === null ? undefined : await claimOrAssertFree(context, newcomer, email)
  if (claimed !== undefined) return claimed
  if (!autoProvision || !workspaceId || !roleId)
    throw refuse(
      'sso_no_account',
      'You have no account here. Ask an administrator to invite you, then link this sign-in in your account settings.',
    )
  if (email === null)
    throw refuse(
      'sso_no_address',
      'The provider tells no verified address of e-mail of yours. Ask an administrator.',
    )
  if (emailDomains.length > 0 && !emailDomains.includes(domainOf(email))) throw wrongDomain()
  const { read } = context.db.organization(method.organizationId)
  const [workspace, role] = await Promise.all([read.findWorkspace(workspaceId), read.findRole(roleId)])
  if (!workspace || !role)
    throw refuse(
      'sso_no_account',
      'Where new people begin is not there any more. Ask an administrator to set it anew.',
    )
  const name = shownName(person.name ?? '') || email.slice(0, email.indexOf('@'))
  return context.db.system.signOn
    .admit({ identity, email, name, workspaceId, roleId }, (id) =>
      ownAccountEntry({ id, email }, from, {
        action: 'user.provisioned',
        after: { provider: method.providerName, issuer: identity.issuer, workspaceId, roleId },
      }),
    )
    .catch((error: unknown) => throwTaken(error))
}

/** Of an address that the provider may bring, the account that waits for it; that there is another one is refused. */
async function claimOrAssertFree(
  context: OperationContext,
  newcomer: Newcomer,
  email: string,
): Promise<string | undefined> {
  const isOwn = await readOwnDomains(context, newcomer.method.organizationId)
  // Before anything else, so that nobody learns by a provider of their own which addresses have an account.
  if (!isOwn(email)) throw wrongDomain()
  const claimed = await claim(context, newcomer, email)
  if (claimed === undefined)
    await assertFree(context, { organizationId: newcomer.method.organizationId, email })
  return claimed
}

function claim(
  { db }: OperationContext,
  { method, identity, from }: Newcomer,
  email: string,
): Promise<string | undefined> {
  return db.system.signOn.claim({ identity, email }, (id) =>
    ownAccountEntry({ id, email }, from, {
      action: 'identity.linked',
      after: { provider: method.providerName, issuer: identity.issuer, email },
    }),
  )
}

function addressOf(context: OperationContext, { method, person }: Newcomer): string | null {
  const config = openSettings(context, method)
  const isVerified = person.isEmailVerified ?? providerOf(kindOf(method)).trustsAddresses(config)
  return isVerified ? person.email : null
}

/** Who was only invited comes by the link: what a provider says of an address is no acceptance. */
async function assertFree(
  { db }: OperationContext,
  address: { organizationId: string; email: string },
): Promise<void> {
  if (await db.system.invitations.isAddressTaken(address)) throw taken()
}

const taken = (cause?: unknown) =>
  new RunnelError(
    'conflict',
    'Your address of e-mail has an account already. Sign in to it with its password, or accept its invitation, and link this sign-in in your account settings.',
    { cause, body: { error: 'sso_address_taken' } },
  )

/** Of two sign-ins of one newcomer at the same time one makes the account; the other has only to come again. */
function throwTaken(error: unknown): never {
  throw isRunnelError(error) && error.code === 'conflict' ? taken(error) : error
}
