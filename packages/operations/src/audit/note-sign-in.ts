import { type CallOrigin, loginActivityCodes as codes, type LoginActivityCode } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

const messages: Readonly<Record<LoginActivityCode, string>> = {
  [codes.LOGIN_SUCCESS]: 'Login Success',
  [codes.LOGOUT_SUCCESS]: 'Logout Success',
  [codes.UNKNOWN_USER]: 'Unknown User',
  [codes.INCORRECT_CREDENTIAL]: 'Incorrect Credential',
  [codes.USER_DISABLED]: 'User Disabled',
  [codes.NO_ASSIGNED_WORKSPACE]: 'No Assigned Workspace',
  [codes.INVALID_LOGIN_MODE]: 'Invalid Login Mode',
  [codes.REGISTRATION_PENDING]: 'Registration Pending',
  [codes.UNKNOWN_ERROR]: 'Unknown Error',
}

/** What stands for a text that is no address: people type their password there. */
const NO_ADDRESS = '•••'

/** Notes a try to sign in, or a sign-out. */
export async function noteSignIn(
  { db }: Pick<OperationContext, 'db'>,
  activity: {
    user: { id: string; email: string } | undefined
    typed: string
    code: LoginActivityCode
    method: string
    from: CallOrigin
    /** Which organisation was entered or left, or whose provider was tried; absent for another try that failed. */
    organizationId?: string | undefined
  },
): Promise<void> {
  const { user, typed, code, method, from, organizationId } = activity
  const address = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(typed.trim()) ? typed.trim().toLowerCase() : NO_ADDRESS
  const about = { userId: user?.id ?? null, username: user?.email ?? address }
  await db.system.audit.noteSignIn(
    { ...about, code, method, message: messages[code], ...from },
    organizationId,
  )
}
