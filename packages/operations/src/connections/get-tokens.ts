import type { Principal } from '@runnel/access'
import { errorMessage, isoTime, RunnelError } from '@runnel/contract'
import type { ConnectionRow, CredentialRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { askTokenServer, tellRefusal } from './ask-token-server.ts'
import { findClient } from './find-client.ts'
import { openTokens, storeTokens, type Tokens } from './tokens.ts'

/** So long before its end an access token is renewed: a request that leaves with it must still arrive. */
const MARGIN_MS = 2 * 60_000
/** Longer than a token server may take, by far. */
const LOCK_MS = 60_000
const LONGEST_WAIT_MS = 90_000
const PAUSE_MS = 100

/** Which token is wanted. */
export interface TokenWish {
  /** A token that the vendor's servers refused: not that one. */
  refused?: string
  /** One that is made now, whatever the present one is worth. */
  anew?: boolean
  /** Who asks for that as an act of their own, which the audit log has. */
  by?: Principal
}

/** The tokens of a connection as they stand after a look at them. */
export interface CurrentTokens {
  tokens: Tokens
  expiresAt: number | null
  wasRenewed: boolean
  hasNewRefreshToken: boolean
}

/**
 * The tokens of a credential's account, good for a request that leaves now. They are renewed by one at a time, whichever
 * process it is in, and stored before anybody uses them: a vendor may take back the old ones at that moment. It works on
 * the process's own context: a run that is stopped must not lose what the vendor gave.
 * @throws RunnelError `missing_credential` when nobody connected it, or must again; `upstream_error`
 */
export async function getTokens(
  context: OperationContext,
  credential: CredentialRow,
  first: TokenWish = {},
): Promise<CurrentTokens> {
  let wish = first
  const never = new AbortController().signal
  const begun = performance.now()
  for (;;) {
    const row = await findConnection(context, credential)
    const tokens = openTokens(context, row)
    if (isGood(context, { row, tokens, wish })) return current(row, tokens)
    const renewed = await renewAlone(context, credential, { row, tokens, wish })
    if (renewed) return renewed
    if (performance.now() - begun > LONGEST_WAIT_MS) throw busy(credential)
    await context.sleep(PAUSE_MS, never)
    wish = waited(wish, tokens)
  }
}

/** Who waited while another renewed the token has one that is made now. */
function waited({ anew, refused }: TokenWish, { accessToken }: Tokens): TokenWish {
  const known = refused ?? (anew === true ? accessToken : undefined)
  return known === undefined ? {} : { refused: known }
}

async function findConnection(context: OperationContext, { id, name, workspaceId }: CredentialRow) {
  const row = await readWithPatience(context, () => context.db.read(workspaceId).connections.find(id))
  if (row && !row.hasEnded) return row
  const why = row ? 'The consent to use its account is not valid any more' : 'No account is connected to it'
  throw new RunnelError('missing_credential', `The credential “${name}”: ${why}. Open it and press Connect.`)
}

function isGood(
  context: OperationContext,
  { row: { expiresAt }, tokens: { accessToken }, wish }: Renewal,
): boolean {
  const { refused, anew } = wish
  if (anew === true || accessToken === refused) return false
  return expiresAt === null || expiresAt - MARGIN_MS > context.now()
}

const current = ({ expiresAt }: ConnectionRow, tokens: Tokens): CurrentTokens => ({
  tokens,
  expiresAt,
  wasRenewed: false,
  hasNewRefreshToken: false,
})

interface Renewal {
  row: ConnectionRow
  tokens: Tokens
  wish: TokenWish
}

/** Renews the tokens if nobody else does; undefined where somebody does, or did since. */
async function renewAlone(
  context: OperationContext,
  credential: CredentialRow,
  renewal: Renewal,
): Promise<CurrentTokens | undefined> {
  const { workspaceId } = credential
  const until = context.now() + LOCK_MS
  const row = await readWithPatience(context, () =>
    context.db.write(workspaceId, ({ connections }) => connections.lock(renewal.row, until)),
  )
  if (!row) return undefined
  try {
    return await renew(context, credential, { ...renewal, row })
  } catch (error) {
    await readWithPatience(context, () =>
      context.db.write(workspaceId, ({ connections }) => connections.unlock(row)),
    )
    // A token that is still good serves while its vendor's token server has a fault.
    const isUsable = isGoodForNow(context, renewal)
    if (!isUsable) throw error
    context.log.warn({ credentialId: credential.id, reason: errorMessage(error) }, 'A token was not renewed')
    return current(row, renewal.tokens)
  }
}

function isGoodForNow(context: OperationContext, { row, wish }: Renewal): boolean {
  if (wish.refused !== undefined || wish.anew === true) return false
  return row.expiresAt !== null && row.expiresAt > context.now()
}

async function renew(
  context: OperationContext,
  credential: CredentialRow,
  { row, tokens: before, wish }: Renewal,
): Promise<CurrentTokens | undefined> {
  const { id, workspaceId } = credential
  if (before.refreshToken === undefined) return end(context, credential, row)
  const { endpoints, proof } = findClient(context, credential, before.client)
  const fields = { grant_type: 'refresh_token', refresh_token: before.refreshToken, ...proof.fields }
  const asked = await askTokenServer(context, endpoints.tokenUrl, {
    ...proof,
    fields,
    namedBy: endpoints.namedBy,
  })
  if ('refusal' in asked) {
    if (asked.refusal === 'invalid_grant') return end(context, credential, row)
    throw new RunnelError('missing_credential', tellRefusal(new URL(endpoints.tokenUrl).host, asked.refusal))
  }
  const { tokens, ...stored } = storeTokens(context, id, {
    answer: asked.tokens,
    before,
    account: row.account,
  })
  const isKept = await readWithPatience(context, () =>
    context.db.write(workspaceId, async ({ connections, audit }) => {
      const isRenewed = await connections.renew(row, stored)
      if (isRenewed && wish.by) {
        const told = { before: endOf(row), after: endOf(stored) }
        const subject = subjectOf(credential)
        await audit.append(auditEntry(wish.by, { action: 'credential.renewed', subject, ...told }))
      }
      return isRenewed
    }),
  )
  if (!isKept) return undefined
  const hasNewRefreshToken = tokens.refreshToken !== before.refreshToken
  return { tokens, expiresAt: stored.expiresAt, wasRenewed: true, hasNewRefreshToken }
}

const subjectOf = ({ id, name }: CredentialRow) => ({ kind: 'credential', id, name })
const endOf = ({ account, expiresAt }: Pick<ConnectionRow, 'account' | 'expiresAt'>) => ({
  account,
  expires: expiresAt === null ? null : isoTime(expiresAt),
})

/** Notes that somebody must connect the account anew; nothing where somebody has changed it since. */
async function end({ db }: OperationContext, credential: CredentialRow, row: ConnectionRow) {
  const { workspaceId } = credential
  await db.write(workspaceId, async ({ connections, audit }) => {
    if (!(await connections.end(row))) return
    const subject = subjectOf(credential)
    const act = { action: 'credential.connection-lost', subject, before: { account: row.account } } as const
    await audit.append(auditEntry({ kind: 'system', workspaceId }, act))
  })
  return undefined
}

const busy = ({ name }: CredentialRow) =>
  new RunnelError(
    'upstream_error',
    `The token of the credential “${name}” could not be renewed in time. Try again.`,
  )
