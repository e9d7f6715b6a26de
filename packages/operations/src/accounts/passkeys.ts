import { randomUUID } from 'node:crypto'
import {
  isoTime,
  type Passkey,
  type PasskeyRegistration,
  RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import type { PasskeyRow } from '@runnel/db'
import { hashRecoveryCode, type PasskeySite, passkeyCreationOptions, verifyNewPasskey } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import type { UserPrincipal } from './own-account.ts'
import { makeChallenge, readTicket } from './passkey-challenges.ts'
import { createRecoveryCodes, type OwnerProof, proveOwner } from './second-factor.ts'
import { tellOwner } from './tell-owner.ts'

/** How many passkeys a person may have. */
const MOST_PASSKEYS = 20

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
})

const subjectOf = (id: string, name: string) => ({ kind: 'passkey', id, name })

/** The own passkeys, oldest first. */
export async function listPasskeys({ db }: OperationContext, { userId }: UserPrincipal): Promise<Passkey[]> {
  return (await db.system.passkeys.list(userId)).map(present)
}

/**
 * What a browser is to ask an authenticator for, and the ticket that it keeps for the answer: whoever has the ticket in
 * this sign-in has proved to be the owner. @throws RunnelError `invalid_input` for a wrong password or code
 */
export async function beginPasskey(
  context: OperationContext,
  principal: UserPrincipal,
  { proof, site }: { proof: OwnerProof; site: PasskeySite },
): Promise<{ options: { challenge: string }; ticket: string }> {
  const { user } = await proveOwner(context, principal, proof)
  const known = await context.db.system.passkeys.list(user.id)
  if (known.length >= MOST_PASSKEYS) throw tooMany()
  const { challenge, ticket } = makeChallenge(context, principal)
  const owner = { userId: user.id, name: user.email, displayName: user.name, known }
  return { options: await passkeyCreationOptions(site, challenge, owner), ticket }
}

const tooMany = () => refusalOf('conflict', tellWhy('passkeys_exceeded', { most: String(MOST_PASSKEYS) }))

/**
 * Keeps a passkey that was made; the first second factor gives recovery codes and signs all other browsers out.
 * @throws RunnelError `invalid_input`
 */
export async function addPasskey(
  context: OperationContext,
  principal: UserPrincipal,
  input: {
    name: string
    made: PasskeyRegistration
    ticket: string | undefined
    site: PasskeySite
    language: MailLanguage
  },
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const { userId } = principal
  const { name, made, ticket, site, language } = input
  const open = readTicket(context, ticket, principal)
  const proved = open && (await verifyNewPasskey(site, open.challenge, made))
  if (!open || !proved)
    throw new RunnelError('invalid_input', 'This passkey could not be checked. Begin once more.', {
      issues: [{ path: 'passkey', ...tellWhy('passkey_answer_odd') }],
    })
  const id = randomUUID()
  const recoveryCodes = createRecoveryCodes()
  const entry = auditEntry(principal, {
    action: 'passkey.added',
    subject: subjectOf(id, name),
    after: { name },
  })
  const outcome = await context.db.system.passkeys.insert(
    { id, userId, name, ...proved },
    {
      challenge: { hash: open.hash, expiresAt: open.expiresAt },
      limit: MOST_PASSKEYS,
      recoveryHashes: recoveryCodes.map((each) => hashRecoveryCode(userId, each)),
      exceptSignIn: principal.signInId,
      entry,
    },
  )
  if (outcome === 'full') throw tooMany()
  tell(context, principal, { about: 'passkeyAdded', name, language })
  const passkey = { id, name, createdAt: isoTime(context.now()), lastUsedAt: null }
  return outcome.isFirst ? { passkey, recoveryCodes } : { passkey }
}

/** Renames an own passkey. @throws RunnelError `not_found` */
export async function renamePasskey(
  context: OperationContext,
  principal: UserPrincipal,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const before = await getPasskey(context, principal, id)
  const entry = auditEntry(principal, {
    action: 'passkey.renamed',
    subject: subjectOf(id, name),
    before: { name: before.name },
    after: { name },
  })
  const row = await context.db.system.passkeys.rename(principal.userId, { id, name, entry })
  if (!row) throw unknown(id)
  return present(row)
}

/** Removes an own passkey. @throws RunnelError `not_found`, `invalid_input` for a wrong password or code */
export async function removePasskey(
  context: OperationContext,
  principal: UserPrincipal,
  { id, proof, language }: { id: string; proof: OwnerProof; language: MailLanguage },
): Promise<{ message: string }> {
  await proveOwner(context, principal, proof)
  const { name, createdAt } = await getPasskey(context, principal, id)
  const before = { name, createdDate: isoTime(createdAt) }
  const entry = auditEntry(principal, { action: 'passkey.removed', subject: subjectOf(id, name), before })
  if (!(await context.db.system.passkeys.remove(principal.userId, { id, entry }))) throw unknown(id)
  tell(context, principal, { about: 'passkeyRemoved', name, language })
  return { message: 'success' }
}

const unknown = (id: string) => new RunnelError('not_found', `Passkey ${id} not found`)

async function getPasskey(
  { db }: OperationContext,
  { userId }: UserPrincipal,
  id: string,
): Promise<PasskeyRow> {
  const found = (await db.system.passkeys.list(userId)).find((passkey) => passkey.id === id)
  if (!found) throw unknown(id)
  return found
}

function tell(
  context: OperationContext,
  { email }: UserPrincipal,
  mail: { about: 'passkeyAdded' | 'passkeyRemoved'; name: string; language: MailLanguage },
): void {
  const { about, name, language } = mail
  tellOwner(context, { email }, { about, language, values: { name } })
}
