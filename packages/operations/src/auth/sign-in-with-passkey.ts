import {
  type CallOrigin,
  loginActivityCodes as codes,
  isRunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import { findNamedPasskey, type PasskeyProof, provePasskey } from '../accounts/prove-passkey.ts'
import { noteSignIn } from '../audit/note-sign-in.ts'
import type { OperationContext } from '../context.ts'
import { beginSession, type NewSession } from './sign-in.ts'

/**
 * Signs in by a passkey alone: it is what somebody has, and its authenticator has verified who uses it. How it went is
 * noted. An unknown passkey and a wrong answer look alike.
 * @throws RunnelError `wrong_credentials`, `forbidden`
 */
export async function signInWithPasskey(
  context: OperationContext,
  proof: PasskeyProof,
  from: CallOrigin,
): Promise<NewSession> {
  const passkey = await findNamedPasskey(context, proof)
  const user = passkey && (await context.db.system.accounts.findUser(passkey.userId))
  const note = (code: (typeof codes)[keyof typeof codes], organizationId?: string) =>
    noteSignIn(context, { user, typed: '', code, method: 'passkey', from, organizationId })
  const isProved = passkey !== undefined && (await provePasskey(context, passkey, proof))
  if (!isProved || user?.status !== 'active') {
    await note(user === undefined ? codes.UNKNOWN_USER : codes.INCORRECT_CREDENTIAL)
    throw refusalOf('wrong_credentials', tellWhy('passkey_unknown'))
  }
  try {
    const proved = { kind: 'passkey', passkeyId: passkey.id } as const
    const session = await beginSession(context, {
      userId: user.id,
      from,
      proof: proved,
      hasSecondFactor: true,
    })
    await note(codes.LOGIN_SUCCESS, session.user.activeOrganizationId)
    return session
  } catch (error) {
    const isBarred = isRunnelError(error) && error.code === 'forbidden'
    await note(isBarred ? codes.NO_ASSIGNED_WORKSPACE : codes.UNKNOWN_ERROR)
    throw error
  }
}
