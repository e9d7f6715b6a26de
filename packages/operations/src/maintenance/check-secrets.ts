import { secondFactorContext } from '../accounts/second-factor.ts'
import { connectionContext } from '../connections/tokens.ts'
import type { OperationContext } from '../context.ts'
import { credentialContext } from '../credential-secrets.ts'
import { mcpServerContext } from '../mcp-servers/server-config.ts'
import { loginMethodContext } from '../sign-on/provider-settings.ts'
import { readCredentials } from './read-credentials.ts'
import { readSecondFactors } from './read-second-factors.ts'
import { sealedFacts } from './sealed-facts.ts'

/** What a look at every sealed record found. */
export interface SecretsCheck {
  opened: number
  /** What the key does not open: names of facts, and ids of credentials. */
  unreadable: string[]
}

/** A sealed value, the context that it is bound to, and how it is named to the operator. */
interface SealedRecord {
  name: string
  sealed: string
  sealContext: string
}

type Opened = Pick<OperationContext, 'db' | 'vault'>

async function* readInstallation(context: Opened): AsyncGenerator<SealedRecord> {
  const { system } = context.db
  for (const [name, sealContext] of Object.entries(sealedFacts)) {
    const sealed = await system.meta.get(name)
    if (sealed !== undefined) yield { name, sealed, sealContext }
  }
  for await (const { userId, sealed } of readSecondFactors(context))
    yield { name: `second factor of user ${userId}`, sealed, sealContext: secondFactorContext(userId) }
  for (const { id, sealed } of await system.signOn.listSealed())
    yield { name: `login method ${id}`, sealed, sealContext: loginMethodContext(id) }
}

async function* readWorkspace(context: Opened, workspaceId: string): AsyncGenerator<SealedRecord> {
  const { mcpServers, connections } = context.db.read(workspaceId)
  for (const { id, sealed } of await mcpServers.listSealed())
    yield { name: `MCP server ${id}`, sealed, sealContext: mcpServerContext(id) }
  for await (const { id, sealed } of readCredentials(context, workspaceId)) {
    yield { name: `credential ${id}`, sealed, sealContext: credentialContext(id) }
    const account = await connections.find(id)
    if (account)
      yield {
        name: `account of credential ${id}`,
        sealed: account.sealed,
        sealContext: connectionContext(id),
      }
  }
}

async function* readSealed(context: Opened): AsyncGenerator<SealedRecord> {
  yield* readInstallation(context)
  for (const workspaceId of await context.db.system.routes.listWorkspaceIds())
    yield* readWorkspace(context, workspaceId)
}

/** Opens every sealed record once and keeps nothing of it: after a restore, does the key fit the data? */
export async function checkSecrets(context: Opened): Promise<SecretsCheck> {
  const check: SecretsCheck = { opened: 0, unreadable: [] }
  for await (const { name, sealed, sealContext } of readSealed(context)) {
    try {
      context.vault.open(sealed, sealContext)
      check.opened += 1
    } catch {
      check.unreadable.push(name)
    }
  }
  return check
}
