import type { Principal } from '@runnel/access'
import {
  type CallOrigin,
  loginActivityCodes as codes,
  isRunnelError,
  type LoginActivityCode,
  RunnelError,
} from '@runnel/contract'
import type { Identity, LoginMethodRow } from '@runnel/db'
import { createToken, hashToken, type ProvenPerson } from '@runnel/drivers'
import { changeAccount } from '../accounts/change-account.ts'
import { assertOwnAccount } from '../accounts/own-account.ts'
import { noteSignIn } from '../audit/note-sign-in.ts'
import { reachable } from '../auth/authenticate.ts'
import { beginSession, type NewSession } from '../auth/sign-in.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { type Attempt, getEnabled, openAttempt } from './begin-sign-on.ts'
import { joinByInvitation } from './join-by-invitation.ts'
import { openSettings } from './provider-settings.ts'
import { providerOf } from './providers/login-providers.ts'
import { provision } from './provision-person.ts'
import { unknownWay } from './unknown-way.ts'

/** How a way to a provider ended: a session with a token for the page, or a link. */
export type SignOnEnd =
  | { kind: 'session'; session: NewSession; token: string; from: string | undefined }
  | { kind: 'linked' }

/** A browser that comes back, and who is signed in there. */
export interface ReturningBrowser {
  /** What it kept of the beginning. */
  sealed: string | undefined
  principal: Principal
  from: CallOrigin
  /** In which a mail tells of what happened to the account. */
  language: MailLanguage
}

const PAGE_TOKEN_MS = 5 * 60_000

/**
 * Ends a sign-in by OpenID Connect or GitHub.
 * @throws RunnelError in words for the person who waits
 */
export async function finishSignOn(
  context: OperationContext,
  browser: ReturningBrowser,
  { providerName, query }: { providerName: string; query: URLSearchParams },
): Promise<SignOnEnd> {
  const attempt = openAttempt(context, browser.sealed)
  if (attempt?.providerName !== providerName) throw unknownWay()
  const method = await getAttempted(context, attempt)
  await takeAttempt(context, browser.sealed, attempt)
  const config = openSettings(context, method)
  const provider = providerOf(attempt.providerName)
  const person = await noteFailure(context, { attempt, from: browser.from }, () =>
    provider.finish(context, { config, begun: attempt.begun, query }),
  )
  // The provider has had its time: what came of its answer must still be asked for.
  if ((await getAttempted(context, attempt)).sealed !== method.sealed) throw unknownWay()
  return settle(context, browser, { attempt, method, person })
}

/** A provider that is shown a code twice takes back what the first one gave: of two who come back one is let through. */
async function takeAttempt(
  { db }: OperationContext,
  sealed = '',
  { expiresAt }: Pick<Attempt, 'expiresAt'>,
): Promise<void> {
  if (!(await db.system.signOn.takeAttempt({ hash: hashToken(sealed), expiresAt }))) throw unknownWay()
}

/** The login method of a way that began, as it is now. @throws RunnelError `not_found`, `unauthenticated` */
export async function getAttempted(context: OperationContext, attempt: Attempt): Promise<LoginMethodRow> {
  const method = await getEnabled(context, attempt.organizationId, attempt.providerName)
  if (method.id !== attempt.loginMethodId) throw unknownWay()
  return method
}

/** What somebody proved becomes a session, or a link to the account that asked for it. */
export async function settle(
  context: OperationContext,
  browser: ReturningBrowser,
  proof: { attempt: Attempt; method: LoginMethodRow; person: ProvenPerson },
): Promise<SignOnEnd> {
  const { attempt, method, person } = proof
  const identity: Identity = {
    loginMethodId: method.id,
    organizationId: method.organizationId,
    issuer: person.issuer,
    subject: person.subject,
    email: person.email,
  }
  if (attempt.link) return link(context, browser, { identity, link: attempt.link })
  return noteFailure(context, { attempt, from: browser.from, email: person.email }, () =>
    signOn(context, browser, { ...proof, identity }),
  )
}

async function signOn(
  context: OperationContext,
  { from }: ReturningBrowser,
  {
    attempt,
    method,
    person,
    identity,
  }: { attempt: Attempt; method: LoginMethodRow; person: ProvenPerson; identity: Identity },
): Promise<SignOnEnd> {
  const { signOn: store, accounts, tokens } = context.db.system
  const known = await store.findIdentity(identity)
  const userId = known ?? (await provision(context, { method, person, identity, from }))
  const user = await accounts.findUser(userId)
  if (user?.status !== 'active')
    throw new RunnelError('forbidden', 'This account is not in use. Ask an administrator.', {
      body: { error: 'sso_not_in_use' },
    })
  const by = { loginMethodId: method.id, organizationId: method.organizationId }
  const hasJoined = await joinWithoutPlace(context, { attempt, userId, from })
  const { id: loginMethodId, sealed } = method
  const { issuer, subject } = identity
  const proof = { kind: 'provider', loginMethodId, sealed, issuer, subject } as const
  const session = await beginSession(context, { userId, from, proof, signOn: by })
  await store.touchIdentity(identity)
  const token = createToken()
  const expiresAt = context.now() + PAGE_TOKEN_MS
  await tokens.add({ hash: hashToken(token), purpose: 'sign-on', userId, expiresAt })
  const { LOGIN_SUCCESS: code } = codes
  const { organizationId } = method
  const activity = { user, typed: user.email, code, method: attempt.providerName, from, organizationId }
  await noteSignIn(context, activity)
  return { kind: 'session', session, token, from: hasJoined ? undefined : attempt.from }
}

/**
 * Who has no place where this sign-in leads could never be signed in to accept an invitation: it is accepted on the way.
 * Everybody else is asked by its page. A link that does not count leaves them as they are.
 */
async function joinWithoutPlace(
  context: OperationContext,
  { attempt, userId, from }: { attempt: Attempt; userId: string; from: CallOrigin },
): Promise<boolean> {
  const { invitation: token, organizationId: signOnOrganizationId } = attempt
  if (token === undefined) return false
  const organizations = await context.db.system.accounts.findEnteredOrganizations(userId)
  if (reachable(organizations, { signOnOrganizationId, hasSecondFactor: false }).length > 0) return false
  try {
    await joinByInvitation(context, { userId, signOnOrganizationId }, { token, from })
    return true
  } catch (error) {
    if (isRunnelError(error) && error.code === 'invalid_input') return false
    throw error
  }
}

/** Linking is the act of somebody who is signed in: in the same browser, by the same sign-in, from begin to end. */
async function link(
  context: OperationContext,
  { principal, language }: ReturningBrowser,
  { identity, link: asked }: { identity: Identity; link: NonNullable<Attempt['link']> },
): Promise<SignOnEnd> {
  if (principal.kind !== 'user' || principal.signOnOrganizationId !== undefined) throw unknownWay()
  const { userId, signInId } = principal
  if (userId !== asked.userId || signInId !== asked.signInId) throw unknownWay()
  if (principal.organizationId !== identity.organizationId) throw unknownWay()
  const known = await context.db.system.signOn.findIdentity(identity)
  if (known === userId) return { kind: 'linked' }
  if (known !== undefined)
    throw new RunnelError('conflict', 'Another account is linked to this sign-in already.', {
      body: { error: 'sso_linked_elsewhere' },
    })
  const change = {
    action: 'identity.linked',
    mail: { language, values: { issuer: identity.issuer } },
  } as const
  await changeAccount(context, { by: assertOwnAccount(principal), ...change }, ({ entry, except }) => {
    const after = { issuer: identity.issuer, email: identity.email }
    return context.db.system.signOn.link({ identity, userId, exceptSignIn: except }, entry({ after }))
  })
  return { kind: 'linked' }
}

/** Runs a part of a sign-in and writes down when it fails. */
export async function noteFailure<T>(
  context: OperationContext,
  { attempt, from, email = null }: { attempt: Attempt; from: CallOrigin; email?: string | null },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const note = {
      user: undefined,
      typed: email ?? '',
      code: codeOf(error),
      method: attempt.providerName,
      from,
      organizationId: attempt.organizationId,
    }
    await noteSignIn(context, note)
    throw error
  }
}

function codeOf(error: unknown): LoginActivityCode {
  if (!isRunnelError(error)) return codes.UNKNOWN_ERROR
  switch (error.code) {
    case 'unauthenticated':
      return codes.INCORRECT_CREDENTIAL
    case 'conflict':
      return codes.INVALID_LOGIN_MODE
    case 'not_found':
      return codes.UNKNOWN_USER
    case 'forbidden':
      return codes.USER_DISABLED
    default:
      return codes.UNKNOWN_ERROR
  }
}

/** Who came back, told to the page that has the token. @throws RunnelError `unauthenticated` */
export async function takeSignOnToken(
  context: OperationContext,
  principal: Principal,
  token: string,
): Promise<void> {
  const use = { hash: hashToken(token), purpose: 'sign-on', now: context.now() } as const
  const known = principal.kind === 'user' ? await context.db.system.tokens.find(use) : undefined
  if (principal.kind !== 'user' || known?.userId !== principal.userId) throw unknownWay()
  if (!(await context.db.system.tokens.consume(use))) throw unknownWay()
}
