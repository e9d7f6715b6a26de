import type { PasskeyAssertion } from '@runnel/contract'
import {
  assertOwnAccount,
  type OperationContext,
  type OwnerProof,
  type PasskeyProof,
  type ProvedOwner,
  proveOwner,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailLanguage } from './identify-caller.ts'
import { passkeySite } from './passkey-site.ts'
import { takeTicket } from './passkey-ticket.ts'
import type { CookieNames } from './session-cookies.ts'
import type { SignInLimit } from './sign-in-limit.ts'
import { withPasswordLimit } from './with-password-limit.ts'

/** What a proof is read and counted with. */
export interface ProofSettings {
  cookies: CookieNames
  appUrl: string | undefined
  /** Slows who tries the password of a session that is not theirs. */
  limit: SignInLimit
}

/** The fields of a body that prove an owner once more; the password by either name. */
interface OwnerProofBody {
  password?: string | undefined
  oldPassword?: string | undefined
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/** A call and its answer. */
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** What a passkey answered, with the ticket that this browser got for it; the ticket is used up. */
export function readPasskeyProof(
  { request, reply }: Exchange,
  { cookies, appUrl }: Pick<ProofSettings, 'cookies' | 'appUrl'>,
  answer: PasskeyAssertion,
): PasskeyProof {
  return { answer, ticket: takeTicket({ request, reply }, cookies), site: passkeySite(request, appUrl) }
}

function readOwnerProof(
  exchange: Exchange,
  settings: Pick<ProofSettings, 'cookies' | 'appUrl'>,
  { password, oldPassword, code, passkey }: OwnerProofBody,
): OwnerProof {
  return {
    ...(password === undefined
      ? { password: oldPassword ?? '', field: 'oldPassword' }
      : { password, field: 'password' }),
    code,
    language: mailLanguage(exchange.request),
    ...(passkey ? { passkey: readPasskeyProof(exchange, settings, passkey) } : {}),
  }
}

/**
 * The owner of the account of a call, proved once more by what its body holds; wrong proofs make the next one wait. There is no
 * other way to what the operations of account changes ask for.
 * @throws RunnelError `unauthenticated`, `forbidden` for who came by a provider, `invalid_input`, `rate_limited`
 */
export function ownerOfCall(
  context: OperationContext,
  settings: ProofSettings,
  { request, reply, body }: Exchange & { body: OwnerProofBody },
): Promise<ProvedOwner> {
  const user = assertOwnAccount(request.principal)
  const proof = readOwnerProof({ request, reply }, settings, body)
  return withPasswordLimit(settings.limit, { request, userId: user.userId }, () =>
    proveOwner(context, user, proof),
  )
}
