import { isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import type { ConnectionRow, StoredTokens } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { ServerClient } from './sign-in-server.ts'

/** The tokens of an account, as they lie sealed in its connection. */
export interface Tokens {
  accessToken: string
  /** Without it nobody can renew them. */
  refreshToken?: string
  tokenType: string
  /** What was granted, as the vendor says it. */
  scope?: string
  /** The client that they were made for, where a server named its sign-in server. */
  client?: ServerClient
}

/** Context that binds sealed tokens to their credential. */
export function connectionContext(credentialId: string): string {
  return `connection:${credentialId}`
}

/** Opens the tokens of a connection. */
export function openTokens({ vault }: Pick<OperationContext, 'vault'>, row: ConnectionRow): Tokens {
  const value: unknown = JSON.parse(vault.open(row.sealed, connectionContext(row.credentialId)))
  if (isJsonObject(value) && typeof value.accessToken === 'string') return value as unknown as Tokens
  throw new RunnelError('internal', 'The stored tokens of an account cannot be read.')
}

/** What a token server answered, and what is known beside it. */
interface GivenTokens {
  answer: JsonObject
  before?: Tokens
  client?: ServerClient | undefined
  account?: string | null
}

/** What a token server answered, as it is stored; what it left out stays as it was. */
export function storeTokens(
  { vault, now }: Pick<OperationContext, 'vault' | 'now'>,
  credentialId: string,
  { answer, before, client = before?.client, account = null }: GivenTokens,
): StoredTokens & { tokens: Tokens } {
  const refreshToken = textOf(answer.refresh_token) ?? before?.refreshToken
  const scope = textOf(answer.scope) ?? before?.scope
  const tokens: Tokens = {
    accessToken: textOf(answer.access_token) ?? '',
    tokenType: textOf(answer.token_type) ?? before?.tokenType ?? 'Bearer',
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scope }),
    ...(client && { client }),
  }
  const seconds = Number(answer.expires_in)
  return {
    tokens,
    sealed: vault.seal(JSON.stringify(tokens), connectionContext(credentialId)),
    account: readAccount(answer) ?? account,
    expiresAt: Number.isFinite(seconds) && seconds > 0 ? now() + Math.floor(seconds * 1_000) : null,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const LONGEST_NAME = 200

/**
 * Whose account it is, by the identity token that came with the others. It came straight from the vendor's own server, so
 * that its signature proves nothing more; it is shown to people and decides nothing.
 */
function readAccount(answer: JsonObject): string | undefined {
  const [, claims = ''] = (textOf(answer.id_token) ?? '').split('.')
  try {
    const told: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
    if (!isJsonObject(told)) return undefined
    const name = textOf(told.email) ?? textOf(told.preferred_username) ?? textOf(told.name)
    return name?.slice(0, LONGEST_NAME)
  } catch {
    return undefined
  }
}
