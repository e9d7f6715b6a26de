import { RunnelError, type SignedInUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { getSignedInUser } from './authenticate.ts'
import { createSessionTokens, type SessionTokens, storedTokens } from './session-tokens.ts'

/** A session that begins: the user and the tokens for the cookies. */
export interface NewSession {
  user: SignedInUser
  tokens: SessionTokens
}

async function checkPassword(context: OperationContext, email: string, password: string): Promise<string> {
  const user = await context.db.system.accounts.findUserByEmail(email.trim().toLowerCase())
  const fits =
    user?.passwordHash && user.status === 'active'
      ? await context.passwords.verify(password, user.passwordHash)
      : await context.passwords.dummyVerify(password)
  if (!user || !fits) throw new RunnelError('wrong_credentials', 'Incorrect Email or Password')
  return user.id
}

/** Begins a session for a user whose identity is proven, in the workspace where they were last. */
export async function beginSession(context: OperationContext, userId: string): Promise<NewSession> {
  const memberships = await context.db.system.accounts.findMemberships(userId)
  const last = await context.db.system.sessions.findLastWorkspace(userId)
  const membership = memberships.find(({ workspaceId }) => workspaceId === last) ?? memberships[0]
  if (!membership)
    throw new RunnelError(
      'forbidden',
      'This account belongs to no workspace. Ask an administrator to add you to one.',
    )
  const { workspaceId } = membership
  const tokens = createSessionTokens(context)
  const session = await context.db.system.sessions.insert({
    userId,
    workspaceId,
    ...storedTokens(tokens),
  })
  await context.db.system.accounts.touchLogin(userId)
  return {
    user: await getSignedInUser(context, { sessionId: session.id, userId, workspaceId }),
    tokens,
  }
}

/**
 * Signs in by e-mail and password. An unknown user and a wrong password look alike, in words and in time.
 * @throws RunnelError `wrong_credentials`
 */
export async function signIn(
  context: OperationContext,
  input: { email: string; password: string },
): Promise<NewSession> {
  return beginSession(context, await checkPassword(context, input.email, input.password))
}
