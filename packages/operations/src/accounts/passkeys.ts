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
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import type { Person } from '../people-rights.ts'
import { changeAccount } from './change-account.ts'
import type { OwnAccount } from './own-account.ts'
import { makeChallenge, readTicket } from './passkey-challenges.ts'
import type { ProvedOwner } from './prove-owner.ts'
import { createRecoveryCodes } from './second-factor.ts'

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
export async function listPasskeys({ db }: OperationContext, { userId }: Person): Promise<Passkey[]> {
  return (await db.system.passkeys.list(userId)).map(present)
}

/**
 * What a browser is to ask an authenticator for, and the ticket that it keeps for the answer: whoever has the ticket in
 * this sign-in has proved to be the owner. @throws RunnelError `conflict` for who has as many as there may be
 */
export async function beginPasskey(
  context: OperationContext,
  { principal, user }: ProvedOwner,
  site: PasskeySite,
): Promise<{ options: { challenge: string }; ticket: string }> {
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
  owner: OwnAccount,
  input: {
    name: string
    made: PasskeyRegistration
    ticket: string | undefined
    site: PasskeySite
    language: MailLanguage
  },
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const { userId } = owner
  const { name, made, ticket, site, language } = input
  const open = readTicket(context, ticket, owner)
  const proved = open && (await verifyNewPasskey(site, open.challenge, made))
  if (!open || !proved)
    throw new RunnelError('invalid_input', 'This passkey could not be checked. Begin once more.', {
      issues: [{ path: 'passkey', ...tellWhy('passkey_answer_odd') }],
    })
  const id = randomUUID()
  const recoveryCodes = createRecoveryCodes()
  const change = {
    action: 'passkey.added',
    subject: subjectOf(id, name),
    mail: wordsOf(name, language),
  } as const
  const { isFirst } = await changeAccount(context, { by: owner, ...change }, async ({ entry, except }) => {
    const outcome = await context.db.system.passkeys.insert(
      { id, userId, name, ...proved },
      {
        challenge: { hash: open.hash, expiresAt: open.expiresAt },
        limit: MOST_PASSKEYS,
        recoveryHashes: recoveryCodes.map((each) => hashRecoveryCode(userId, each)),
        exceptSignIn: except,
        entry: entry({ after: { name } }),
      },
    )
    if (outcome === 'full') throw tooMany()
    return outcome
  })
  const passkey = { id, name, createdAt: isoTime(context.now()), lastUsedAt: null }
  return isFirst ? { passkey, recoveryCodes } : { passkey }
}

/** Renames an own passkey. @throws RunnelError `not_found` */
export async function renamePasskey(
  context: OperationContext,
  owner: OwnAccount,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const { userId } = owner
  const before = await getPasskey(context, userId, id)
  const change = { action: 'passkey.renamed', subject: subjectOf(id, name) } as const
  const row = await changeAccount(context, { by: owner, ...change }, ({ entry }) => {
    const told = entry({ before: { name: before.name }, after: { name } })
    return context.db.system.passkeys.rename(userId, { id, name, entry: told })
  })
  if (!row) throw unknown(id)
  return present(row)
}

/** Removes an own passkey. @throws RunnelError `not_found` */
export async function removePasskey(
  context: OperationContext,
  owner: ProvedOwner,
  { id, language }: { id: string; language: MailLanguage },
): Promise<{ message: string }> {
  const userId = owner.user.id
  const { name, createdAt } = await getPasskey(context, userId, id)
  const before = { name, createdDate: isoTime(createdAt) }
  const change = {
    action: 'passkey.removed',
    subject: subjectOf(id, name),
    mail: wordsOf(name, language),
  } as const
  await changeAccount(context, { by: owner, ...change }, async ({ entry, signInId }) => {
    const removal = { id, signInId, entry: entry({ before }) }
    const isGone = await context.db.system.passkeys.remove(userId, removal)
    if (!isGone) throw unknown(id)
  })
  return { message: 'success' }
}

const unknown = (id: string) => new RunnelError('not_found', `Passkey ${id} not found`)
const wordsOf = (name: string, language: MailLanguage) => ({ language, values: { name } })

async function getPasskey({ db }: OperationContext, userId: string, id: string): Promise<PasskeyRow> {
  const found = (await db.system.passkeys.list(userId)).find((passkey) => passkey.id === id)
  if (!found) throw unknown(id)
  return found
}
