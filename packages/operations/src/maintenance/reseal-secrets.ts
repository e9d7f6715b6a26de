import type { OperationContext } from '../context.ts'
import { credentialContext } from '../runs/open-credential.ts'

/** Facts of the installation that are sealed, with the context that binds each. */
const SEALED_FACTS = { sessionKey: 'session-key' } as const
const PAGE = 200

async function resealCredentials(context: OperationContext, workspaceId: string): Promise<number> {
  const { db, vault } = context
  const reader = db.read(workspaceId)
  let count = 0
  for (let page = 1; ; page += 1) {
    const { rows } = await reader.credentials.list({
      page,
      limit: PAGE,
      sort: 'createdDate',
      direction: 'asc',
    })
    for (const { id } of rows) {
      const { sealed } = await reader.credentials.get(id)
      if (!vault.needsRotation(sealed)) continue
      const renewed = vault.rotate(sealed, credentialContext(id))
      await db.write(workspaceId, (writer) => writer.credentials.update(id, { sealed: renewed }))
      count += 1
    }
    if (rows.length < PAGE) return count
  }
}

/**
 * Second part of a key rotation: seals everything anew by the current key, each record by itself, so that a process
 * killed half-way leaves every record readable. Gives how many credentials were renewed.
 */
export async function resealSecrets(context: OperationContext): Promise<number> {
  const { meta, routes } = context.db.system
  let count = 0
  for (const workspaceId of await routes.listWorkspaceIds())
    count += await resealCredentials(context, workspaceId)
  for (const [name, sealContext] of Object.entries(SEALED_FACTS)) {
    const sealed = await meta.get(name)
    if (sealed !== undefined) await meta.set(name, context.vault.rotate(sealed, sealContext))
  }
  await meta.set('keyCheck', context.vault.createKeyCheck())
  return count
}
