import type { ServerTool } from '@runnel/contract'
import type { HttpAuthorise, ToolServerTarget } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { createSecretsOpener, describeLeaving } from '../credentials/open-secrets.ts'
import { NO_SECRETS, type RunSecrets, sendingSecrets } from '../run-secrets.ts'
import { addressOf, withoutServerSecrets } from '../server-secrets.ts'
import { findListedServer } from './find-listed-server.ts'

/** A server to be asked once, and for whom. */
interface Listing extends Pick<ToolServerTarget, 'server' | 'timeoutMs'> {
  /** How the fields of a credential become secrets; none where no key may go there. */
  authorise: HttpAuthorise | undefined
  fields: Record<string, string> | undefined
  workspaceId: string
  /** Secret variables whose marks the address and headers may hold. */
  variables?: RunSecrets | undefined
  signal: AbortSignal
}

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_TIMEOUT_MS = 15_000

/** All tools of a server, in a session of its own. Secrets that it repeats are taken out. */
export async function listServerTools(context: OperationContext, listing: Listing): Promise<ServerTool[]> {
  const { server, authorise, fields, workspaceId, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = listing
  const { variables = NO_SECRETS } = listing
  const leaving = { request: describeLeaving({ url: addressOf(server) }, context.now()), signal }
  const secrets =
    authorise && fields ? await createSecretsOpener(context).open(authorise, fields, leaving) : {}
  const found = await findListedServer(context, workspaceId, server)
  return withoutServerSecrets(found, { ...secrets, variables }, async (whole) => {
    const limits = { timeoutMs: Math.min(timeoutMs, LONGEST_TIMEOUT_MS), signal }
    const session = await context.toolServers.open(whole, {
      fetch: sendingSecrets(context.egress, variables),
      workspaceId,
      ...limits,
    })
    try {
      return await session.list(limits)
    } finally {
      void session.close()
    }
  })
}
