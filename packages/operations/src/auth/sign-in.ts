import {
  type CallOrigin,
  loginActivityCodes as codes,
  isRunnelError,
  type LoginActivityCode,
  type RunnelError,
  refusalOf,
  type SignedInUser,
  tellWhy,
} from '@runnel/contract'
import type { SessionProof } from '@runnel/db'
import { checkSecondFactor } from '../accounts/factor-proof.ts'
import type { PasskeyProof } from '../accounts/prove-passkey.ts'
import { noteSignIn } from '../audit/note-sign-in.ts'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { type ReachedPlace, reachable, type WayIn } from './authenticate.ts'
import { createSessionTokens, type SessionTokens, storedTokens } from './session-tokens.ts'
import { getSignedInUser } from './signed-in-user.ts'

/** A session that begins: the user and the tokens for the cookies. */
export interface NewSession {
  user: SignedInUser
  tokens: SessionTokens
}

/** A try to sign in by e-mail and password, with a code or a passkey where the account asks for one. */
export interface SignInInput {
  email: string
  password: string
  code?: string | undefined
  passkey?: PasskeyProof | undefined
  /** By a device that signed in to the account before: no crowd of strangers holds it up. */
  isKnownDevice?: boolean
  language?: MailLanguage | undefined
}

/** What a failed try says, and to whom it is noted. */
interface Failure {
  error: RunnelError
  code: LoginActivityCode
}

const wrong = (code: LoginActivityCode): Failure => ({
  code,
  error: refusalOf('wrong_credentials', tellWhy('wrong_credentials')),
})

/** Why an account may not sign in with this password; undefined when it may. A stranger learns nothing of it. */
async function findFailure(
  { passwords }: OperationContext,
  {
    user,
    isInvited,
  }: { user: { passwordHash: string | null; status: string } | undefined; isInvited: boolean },
  { password, isKnownDevice = false }: SignInInput,
): Promise<Failure | undefined> {
  const lane = isKnownDevice ? 'known' : 'stranger'
  const hash = user?.status === 'active' ? user.passwordHash : null
  const fits = hash
    ? await passwords.verify(password, hash, lane)
    : await passwords.dummyVerify(password, lane)
  if (!user) return wrong(isInvited ? codes.REGISTRATION_PENDING : codes.UNKNOWN_USER)
  if (user.status === 'deleted') return wrong(codes.USER_DISABLED)
  // What registers an address tells nobody whether it has an account: by no password is this told from a wrong one.
  if (user.status !== 'active') return wrong(codes.REGISTRATION_PENDING)
  return fits ? undefined : wrong(codes.INCORRECT_CREDENTIAL)
}

/**
 * Begins a session for a user whose identity is proven, in the workspace that they switched to last.
 * @throws RunnelError `wrong_credentials` where the proof counts no more, `forbidden`
 */
export async function beginSession(
  context: OperationContext,
  {
    userId,
    from,
    proof,
    signOn,
    hasSecondFactor = false,
  }: {
    userId: string
    from: CallOrigin
    /** By what they proved who they are. */
    proof: SessionProof
    /** The organisation's way by which they came: the session reaches that organisation and no other. */
    signOn?: { loginMethodId: string; organizationId: string } | undefined
    /** A second factor, or a passkey, was shown. */
    hasSecondFactor?: boolean | undefined
  },
): Promise<NewSession> {
  const { accounts } = context.db.system
  const user = await accounts.findUser(userId)
  if (user)
    await accounts.restoreAdministratorPlaces(userId, ({ name: workspace }) =>
      ownAccountEntry(user, from, { action: 'workspace-user.linked', after: { workspace, role: 'owner' } }),
    )
  const way = { signOnOrganizationId: signOn?.organizationId ?? null, hasSecondFactor }
  const tokens = createSessionTokens(context)
  const begun = { userId, from, proof, signOn, hasSecondFactor, ...storedTokens(tokens) }
  const { id: sessionId, workspaceId } = await insertSession(context, begun, way)
  await accounts.touchLogin(userId, workspaceId)
  return {
    user: await getSignedInUser(context, { sessionId, userId, workspaceId, ...way }),
    tokens,
  }
}

type Begun = Omit<Parameters<OperationContext['db']['system']['sessions']['insert']>[0], 'workspaceId'>

/** In the workspace that they switched to last, else in the one that they joined first. */
async function insertSession(context: OperationContext, begun: Begun, way: WayIn) {
  const { accounts, sessions } = context.db.system
  const user = await accounts.findUser(begun.userId)
  const gone = new Set<string>()
  for (;;) {
    const everywhere = await accounts.findEnteredOrganizations(begun.userId)
    const reached = reachable(everywhere, way).map(({ organizationId }) => organizationId)
    const last = user?.lastWorkspaceId ?? null
    const workspaceId = await chooseWorkspace(context, { userId: begun.userId, last, reached })
    if (workspaceId === undefined || gone.has(workspaceId))
      throw await refuseEntry(context, begun.userId, { everywhere, way })
    try {
      return await sessions.insert({ ...begun, workspaceId })
    } catch (error) {
      // It was deleted meanwhile: it is none of theirs any more, and is tried no more.
      if (!isRunnelError(error) || error.code !== 'not_found') throw refuseProof(error)
      gone.add(workspaceId)
    }
  }
}

/** What was shown was taken back meanwhile: no more is told than of what never fitted. */
function refuseProof(error: unknown): unknown {
  const isTakenBack = isRunnelError(error) && error.code === 'conflict'
  return isTakenBack ? refusalOf('wrong_credentials', tellWhy('wrong_credentials'), { cause: error }) : error
}

/** Of the workspaces in the organisations that are reached the last one where it is still theirs, else the first. */
async function chooseWorkspace(
  { db }: OperationContext,
  { userId, last, reached }: { userId: string; last: string | null; reached: readonly string[] },
): Promise<string | undefined> {
  const known = last === null ? undefined : await db.system.accounts.findEnteredPlace(userId, last)
  if (known && reached.includes(known.organizationId)) return known.workspaceId
  const found = reached.map((id) => db.organization(id).read.findFirstPlace(userId))
  const places = (await Promise.all(found)).flatMap((place) => place ?? [])
  const [first] = places.toSorted((one, other) => one.createdAt - other.createdAt)
  return first?.workspaceId
}

/** Whether every organisation to which somebody belongs has barred them. */
async function isBarred({ db }: OperationContext, userId: string): Promise<boolean> {
  const { people } = db.system
  const organizationIds = await people.listOrganizationIds(userId)
  const members = await Promise.all(organizationIds.map((id) => people.find(id, userId)))
  return members.length > 0 && members.every((member) => member?.status === 'disable')
}

/** Somebody whose password fits may be told why it opens nothing. */
async function refuseEntry(
  context: OperationContext,
  userId: string,
  { everywhere, way }: { everywhere: readonly ReachedPlace[]; way: WayIn },
): Promise<RunnelError> {
  const isAskedFor =
    way.signOnOrganizationId === null && everywhere.some(({ requiresSignOn }) => requiresSignOn)
  if (!isAskedFor)
    return refusalOf('forbidden', tellWhy((await isBarred(context, userId)) ? 'barred' : 'no_workspace'))
  const isAdmin = everywhere.some((place) => place.requiresSignOn && place.isAdmin)
  return refusalOf('forbidden', tellWhy(isAdmin ? 'sign_on_or_second_factor' : 'sign_on_needed'))
}

/**
 * Signs in by e-mail and password. An unknown user and a wrong password look alike, in words and in time. How it went is
 * noted, whoever tried.
 * @throws RunnelError `wrong_credentials`, `second_factor_required`, `wrong_code`, `forbidden`
 */
export async function signIn(
  context: OperationContext,
  input: SignInInput,
  from: CallOrigin,
): Promise<NewSession> {
  const known = await context.db.system.accounts.findForSignIn(input.email.trim().toLowerCase())
  const { user } = known
  const note = (code: LoginActivityCode, organizationId?: string) =>
    noteSignIn(context, { user, typed: input.email, code, method: 'password', from, organizationId })
  const failure = await findFailure(context, known, input)
  if (failure || !user?.passwordHash) {
    const { code, error } = failure ?? wrong(codes.UNKNOWN_USER)
    await note(code)
    throw error
  }
  try {
    const { id: userId, passwordHash } = user
    const factor = { code: input.code, passkey: input.passkey, language: input.language }
    const hasSecondFactor = await checkSecondFactor(context, userId, factor)
    const proof = { kind: 'password', passwordHash, hasFactor: hasSecondFactor } as const
    const session = await beginSession(context, { userId, from, proof, hasSecondFactor })
    await note(codes.LOGIN_SUCCESS, session.user.activeOrganizationId)
    return session
  } catch (error) {
    const code = codeOf(error)
    if (code !== undefined) await note(code)
    throw error
  }
}

/** What a refusal after the password is noted as; a code that is only asked for is none. */
function codeOf(error: unknown): LoginActivityCode | undefined {
  if (!isRunnelError(error)) return codes.UNKNOWN_ERROR
  if (error.code === 'second_factor_required') return undefined
  if (error.body.reason === 'barred') return codes.USER_DISABLED
  return error.code === 'forbidden' ? codes.NO_ASSIGNED_WORKSPACE : codes.INCORRECT_CREDENTIAL
}
