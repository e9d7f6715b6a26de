import { secondFactorContext } from '../accounts/second-factor.ts'
import { connectionContext } from '../connections/tokens.ts'
import type { OperationContext } from '../context.ts'
import { credentialContext } from '../credential-secrets.ts'
import { mcpServerContext } from '../mcp-servers/server-config.ts'
import { readCredentials } from './read-credentials.ts'
import { readSecondFactors } from './read-second-factors.ts'
import { sealedFacts } from './sealed-facts.ts'

/** What a look at every sealed record found. */
export interface SecretsCheck {
  opened: number
  /** What the key does not open: names of facts, and ids of credentials. */
  unreadable: string[]
}

/** Opens every sealed record once and keeps nothing of it: after a restore, does the key fit the data? */
export async function checkSecrets(context: Pick<OperationContext, 'db' | 'vault'>): Promise<SecretsCheck> {
  const { system } = context.db
  const check: SecretsCheck = { opened: 0, unreadable: [] }
  const look = (name: string, sealed: string, sealContext: string) => {
    try {
      context.vault.open(sealed, sealContext)
      check.opened += 1
    } catch {
      check.unreadable.push(name)
    }
  }
  for (const [name, sealContext] of Object.entries(sealedFacts)) {
    const sealed = await system.meta.get(name)
    if (sealed !== undefined) look(name, sealed, sealContext)
  }
  for await (const { userId, sealed } of readSecondFactors(context))
    look(`second factor of user ${userId}`, sealed, secondFactorContext(userId))
  for (const workspaceId of await system.routes.listWorkspaceIds()) {
    for (const { id, sealed } of await context.db.read(workspaceId).mcpServers.listSealed())
      look(`MCP server ${id}`, sealed, mcpServerContext(id))
    for await (const { id, sealed } of readCredentials(context, workspaceId)) {
      look(`credential ${id}`, sealed, credentialContext(id))
      const connection = await context.db.read(workspaceId).connections.find(id)
      if (connection) look(`account of credential ${id}`, connection.sealed, connectionContext(id))
    }
  }
  return check
}
