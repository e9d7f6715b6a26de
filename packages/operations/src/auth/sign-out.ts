import { type CallOrigin, loginActivityCodes } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import { noteSignIn } from '../audit/note-sign-in.ts'
import type { OperationContext } from '../context.ts'

/** Ends the family of the session that either cookie names; an unknown one is no error. */
export async function signOut(
  context: OperationContext,
  { access, refresh }: { access: string | undefined; refresh: string | undefined },
  from: CallOrigin,
): Promise<void> {
  const { sessions, accounts } = context.db.system
  const session =
    (access && (await sessions.findByAccessHash(hashToken(access)))) ||
    (refresh && (await sessions.findByRefreshHash(hashToken(refresh))))
  if (!session) return
  await sessions.end(session.familyId)
  const user = await accounts.findUser(session.userId)
  const code = loginActivityCodes.LOGOUT_SUCCESS
  if (!user || session.endedAt !== null) return
  const method = (await findProvider(context, session)) ?? 'password'
  const { organizationId } = (await accounts.findEnteredPlace(user.id, session.workspaceId)) ?? {}
  await noteSignIn(context, { user, typed: user.email, code, method, from, organizationId })
}

/** The provider by which a session came; undefined for the account's own ways. */
async function findProvider(
  { db }: OperationContext,
  {
    signOnOrganizationId,
    loginMethodId,
  }: { signOnOrganizationId: string | null; loginMethodId: string | null },
): Promise<string | undefined> {
  if (signOnOrganizationId === null) return undefined
  const methods = await db.organization(signOnOrganizationId).loginMethods.listLoginMethods()
  return methods.find(({ id }) => id === loginMethodId)?.providerName
}
