/** Why a session ended, or another begins, as an address may tell it: these codes and no others. */
const SESSION_END_TEXTS = {
  unauthorized: 'signIn.ended',
  session_ended: 'signIn.ended',
  password_changed: 'signIn.passwordChanged',
  account_deleted: 'signIn.deleted',
  subscription_canceled: 'signIn.canceled',
} as const

/** The text for a code of the address; undefined for anything else, since anybody can write an address. */
export function textOfSessionEnd(
  code: string | undefined,
): (typeof SESSION_END_TEXTS)[keyof typeof SESSION_END_TEXTS] | undefined {
  if (code === undefined || !Object.hasOwn(SESSION_END_TEXTS, code)) return undefined
  return SESSION_END_TEXTS[code as keyof typeof SESSION_END_TEXTS]
}
