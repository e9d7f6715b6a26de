import { type CallOrigin, loginActivityCodes } from '@runnel/contract'
import { createToken, hashToken, type ProvenPerson, unproven } from '@runnel/drivers'
import { noteSignIn } from '../audit/note-sign-in.ts'
import type { OperationContext } from '../context.ts'
import { type ApiAddress, samlServiceOf } from './addresses.ts'
import { getEnabled, openAttempt } from './begin-sign-on.ts'
import { getAttempted, type ReturningBrowser, type SignOnEnd, settle } from './finish-sign-on.ts'
import { openSettings } from './provider-settings.ts'
import { toSamlProvider } from './providers/saml.ts'
import { unknownWay } from './unknown-way.ts'

/** What a ticket holds. */
interface Ticket {
  person: ProvenPerson
  inResponseTo: string
  /** Of the settings by which it was read, certificates among them: by others it would say nothing. */
  settings: string
}

const ticketContext = (codeHash: string) => `sign-on-ticket:${codeHash}`

/** Our metadata for the provider of an organisation. */
export function getSamlMetadata(
  { saml }: OperationContext,
  { organizationId, api }: { organizationId: string; api: ApiAddress },
): Promise<string> {
  return saml.writeMetadata(samlServiceOf(api, organizationId))
}

/**
 * Takes the form of a provider. A form that another site sends carries no cookies of ours: what it proves is kept for the
 * browser that began, which shows itself on the next step. The same assertion is never taken twice.
 * @returns the code with which the browser goes on @throws RunnelError `unauthenticated`, `not_found`
 */
export async function receiveAssertion(
  context: OperationContext,
  input: { organizationId: string; api: ApiAddress; response: string; from: CallOrigin },
): Promise<string> {
  const { organizationId, api, response, from } = input
  const method = await getEnabled(context, organizationId, 'saml')
  const provider = toSamlProvider(openSettings(context, method))
  try {
    const now = context.now()
    const read = await context.saml.read(provider, samlServiceOf(api, organizationId), { response, now })
    const code = createToken()
    const codeHash = hashToken(code)
    const settings = hashToken(method.sealed)
    const ticket: Ticket = { person: read.person, inResponseTo: read.inResponseTo, settings }
    const isNew = await context.db.system.signOn.keepTicket({
      hash: hashToken(JSON.stringify([method.id, read.person.issuer, read.id])),
      loginMethodId: method.id,
      codeHash,
      sealed: context.vault.seal(JSON.stringify(ticket), ticketContext(codeHash)),
      expiresAt: read.expiresAt,
    })
    if (!isNew) throw unproven('This sign-in was used already. Begin once more.')
    return code
  } catch (error) {
    const code = loginActivityCodes.INCORRECT_CREDENTIAL
    await noteSignIn(context, {
      user: undefined,
      typed: '',
      code,
      method: 'saml',
      from,
      organizationId: method.organizationId,
    })
    throw error
  }
}

/** Ends a sign-in by SAML in the browser that began it. @throws RunnelError in words for the person who waits */
export async function finishAssertion(
  context: OperationContext,
  browser: ReturningBrowser,
  { organizationId, code }: { organizationId: string; code: string },
): Promise<SignOnEnd> {
  const attempt = openAttempt(context, browser.sealed)
  if (attempt?.begun.kind !== 'saml' || attempt.organizationId !== organizationId) throw unknownWay()
  const method = await getAttempted(context, attempt)
  const codeHash = hashToken(code)
  const taken = await context.db.system.signOn.takeTicket(codeHash)
  if (taken?.loginMethodId !== method.id) throw unknownWay()
  const ticket = JSON.parse(context.vault.open(taken.sealed, ticketContext(codeHash))) as Ticket
  if (ticket.inResponseTo !== attempt.begun.requestId) throw unknownWay()
  if (ticket.settings !== hashToken(method.sealed)) throw unknownWay()
  return settle(context, browser, { attempt, method, person: ticket.person })
}
