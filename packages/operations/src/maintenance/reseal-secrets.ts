import { isRunnelError } from '@runnel/contract'
import type { McpServerRow } from '@runnel/db'
import { secondFactorContext } from '../accounts/second-factor.ts'
import { connectionContext } from '../connections/tokens.ts'
import type { OperationContext } from '../context.ts'
import { credentialContext } from '../credential-secrets.ts'
import { mcpServerContext } from '../mcp-servers/server-config.ts'
import { loginMethodContext } from '../sign-on/provider-settings.ts'
import { readCredentials } from './read-credentials.ts'
import { readSecondFactors } from './read-second-factors.ts'
import { sealedFacts } from './sealed-facts.ts'

async function resealCredentials(context: OperationContext, workspaceId: string): Promise<number> {
  const { db, vault } = context
  let count = 0
  for await (const { id, sealed } of readCredentials(context, workspaceId)) {
    if (!vault.needsRotation(sealed)) continue
    const renewed = vault.rotate(sealed, credentialContext(id))
    await db.write(workspaceId, (writer) => writer.credentials.update(id, { sealed: renewed }))
    count += 1
  }
  return count
}

/** Seals the tokens of a workspace's accounts anew; those that are renewed meanwhile are sealed by the current key. */
async function resealConnections(context: OperationContext, workspaceId: string): Promise<void> {
  const { db, vault } = context
  for await (const { id } of readCredentials(context, workspaceId)) {
    for (;;) {
      const connection = await db.read(workspaceId).connections.find(id)
      if (!connection || !vault.needsRotation(connection.sealed)) break
      const renewed = vault.rotate(connection.sealed, connectionContext(id))
      if (await db.write(workspaceId, (writer) => writer.connections.reseal(connection, renewed))) break
    }
  }
}

/** Gives how many; one that somebody changed meanwhile is read again. */
async function resealMcpServers({ db, vault }: OperationContext, workspaceId: string): Promise<number> {
  let count = 0
  for (const { id } of await db.read(workspaceId).mcpServers.listSealed()) {
    for (;;) {
      const row = await db.read(workspaceId).mcpServers.find(id)
      if (!row || !vault.needsRotation(row.sealed)) break
      const sealed = vault.rotate(row.sealed, mcpServerContext(id))
      if (await resealed(db, workspaceId, { ...row, sealed })) {
        count += 1
        break
      }
    }
  }
  return count
}

async function resealed(
  db: OperationContext['db'],
  workspaceId: string,
  { id, sealed, revision }: Pick<McpServerRow, 'id' | 'sealed' | 'revision'>,
): Promise<boolean> {
  try {
    await db.write(workspaceId, ({ mcpServers }) =>
      mcpServers.update(id, { sealed }, { expectedRevision: revision }),
    )
    return true
  } catch (error) {
    if (isRunnelError(error) && ['stale_revision', 'not_found'].includes(error.code)) return false
    throw error
  }
}

/** One that was set up anew meanwhile is sealed by the current key. */
async function resealSecondFactors(context: OperationContext): Promise<void> {
  const { db, vault } = context
  for await (const { userId, sealed } of readSecondFactors(context)) {
    if (!vault.needsRotation(sealed)) continue
    const to = vault.rotate(sealed, secondFactorContext(userId))
    await db.system.secondFactors.reseal(userId, { from: sealed, to })
  }
}

/** Settings that were saved meanwhile are sealed by the current key. */
async function resealLoginMethods({ db, vault }: OperationContext): Promise<void> {
  for (const { id, sealed } of await db.system.signOn.listSealed()) {
    if (!vault.needsRotation(sealed)) continue
    await db.system.signOn.reseal(id, { from: sealed, to: vault.rotate(sealed, loginMethodContext(id)) })
  }
}

/**
 * Second part of a key rotation: seals everything anew by the current key, each record by itself, so that a process
 * killed half-way leaves every record readable. Gives how many credentials and servers were renewed.
 */
export async function resealSecrets(context: OperationContext): Promise<number> {
  const { meta, routes } = context.db.system
  let count = 0
  for (const workspaceId of await routes.listWorkspaceIds()) {
    count += await resealCredentials(context, workspaceId)
    await resealConnections(context, workspaceId)
    count += await resealMcpServers(context, workspaceId)
  }
  await resealSecondFactors(context)
  await resealLoginMethods(context)
  for (const [name, sealContext] of Object.entries(sealedFacts)) {
    const sealed = await meta.get(name)
    if (sealed !== undefined) await meta.set(name, context.vault.rotate(sealed, sealContext))
  }
  await meta.set('keyCheck', context.vault.createKeyCheck())
  return count
}
