import type { PasskeyAssertion } from '@runnel/contract'
import type { PasskeyRow } from '@runnel/db'
import { type PasskeySite, passkeyRequestOptions, verifyPasskey } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { makeChallenge, readTicket } from './passkey-challenges.ts'

/** What a passkey answered, with the ticket of the browser that it came from. */
export interface PasskeyProof {
  answer: PasskeyAssertion
  ticket: string | undefined
  site: PasskeySite
}

/** What a browser is to ask an authenticator for, and the ticket that it keeps for the answer. */
export async function beginPasskeyProof(
  context: OperationContext,
  site: PasskeySite,
): Promise<{ options: { challenge: string }; ticket: string }> {
  const { challenge, ticket } = makeChallenge(context, 'prove')
  return { options: await passkeyRequestOptions(site, challenge), ticket }
}

/** The passkey that an answer names. It proves nothing. */
export function findNamedPasskey(
  { db }: OperationContext,
  { answer }: PasskeyProof,
): Promise<PasskeyRow | undefined> {
  return db.system.passkeys.findByCredential(answer.id)
}

/** Whether the answer is the passkey's, to the challenge that this browser got, and the first one to it. */
export async function provePasskey(
  context: OperationContext,
  passkey: PasskeyRow,
  { answer, ticket, site }: PasskeyProof,
): Promise<boolean> {
  const open = readTicket(context, ticket, 'prove')
  const { userHandle } = answer.response
  if (!open || (userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId))
    return false
  const proved = await verifyPasskey(site, open.challenge, { known: passkey, answer })
  if (!proved) return false
  const { hash, expiresAt } = open
  return context.db.system.passkeys.use(passkey.id, {
    challenge: { hash, expiresAt },
    counter: { from: passkey.counter, to: proved.counter },
  })
}
