import { isJsonObject, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'

/** Context that binds a sealed credential to its record. */
export function credentialContext(id: string): string {
  return `credential:${id}`
}

/** Parses the opened text of a credential: named plain fields. */
export function parseCredentialFields(plain: string): Record<string, string> {
  const value: unknown = JSON.parse(plain)
  if (!isJsonObject(value)) throw new RunnelError('internal', 'A stored credential is not an object.')
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field ?? '')]))
}

/** Opens credentials of one workspace for one run; each is read once. */
export interface CredentialOpener {
  /**
   * The fields of a credential for a node that takes credentials of these types.
   * @throws RunnelError `missing_credential` when the id is unknown in this workspace, or is of another type
   */
  open(id: string, nodeId: string, types: readonly string[]): Promise<Record<string, string>>
  /** All secret values opened so far, for the scrubber. */
  secrets(): string[]
}

/** Makes an opener; opened values live as long as the run. */
export function createCredentialOpener(context: OperationContext, workspaceId: string): CredentialOpener {
  const opened = new Map<string, Promise<Record<string, string>>>()
  const secrets: string[] = []

  async function read(id: string, nodeId: string, types: readonly string[]): Promise<Record<string, string>> {
    const row = await readWithPatience(context, () => context.db.read(workspaceId).credentials.find(id))
    if (!row) {
      throw new RunnelError(
        'missing_credential',
        `The credential of node ${nodeId} does not exist in this workspace. Open the node and choose a credential.`,
      )
    }
    if (!types.includes(row.credentialName)) {
      throw new RunnelError(
        'missing_credential',
        `The credential of node ${nodeId} is of a type that it does not take. Open the node and choose another one.`,
      )
    }
    const fields = parseCredentialFields(context.vault.open(row.sealed, credentialContext(id)))
    secrets.push(...Object.values(fields))
    return fields
  }

  return {
    open(id, nodeId, types) {
      const key = [id, ...types].join(' ')
      const known = opened.get(key) ?? read(id, nodeId, types)
      opened.set(key, known)
      return known
    },
    secrets: () => secrets,
  }
}
