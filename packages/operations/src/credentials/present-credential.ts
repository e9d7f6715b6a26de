import { BLANK_MARKER, type Credential, type CredentialDefinition, isoTime } from '@runnel/contract'
import type { CredentialSummary } from '@runnel/db'

/** A credential without its fields. */
export type ShownCredential = Omit<Credential, 'plainDataObj'>

/** A credential on the wire: never its fields. */
export function presentCredential(row: CredentialSummary): ShownCredential {
  return {
    id: row.id,
    name: row.name,
    credentialName: row.credentialName,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    workspaceId: row.workspaceId,
  }
}

/** Replaces the password inside an address by six bullets. */
function maskUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^:@/]*:)[^@/]+@/i, '$1••••••@')
}

/**
 * The fields of a credential as its editor may show them: passwords, and every field of an unknown type, as the blank
 * marker; addresses without their password.
 */
export function blankFields(
  fields: Record<string, string>,
  type: CredentialDefinition | undefined,
): Record<string, string> {
  const shown = Object.entries(fields).map(([name, value]): [string, string] => {
    const input = type?.inputs.find((candidate) => candidate.name === name)
    if (input === undefined || input.type === 'password') return [name, BLANK_MARKER]
    return [name, input.type === 'url' ? maskUrl(value) : value]
  })
  return Object.fromEntries(shown)
}

/** What to store after an edit: fields that still show a blank or masked value keep what is stored. */
export function mergeFields(
  stored: Record<string, string>,
  sent: Record<string, string>,
  type: CredentialDefinition | undefined,
): Record<string, string> {
  const blanked = blankFields(stored, type)
  const changed = Object.entries(sent).filter(
    ([name, value]) => value !== BLANK_MARKER && value !== blanked[name],
  )
  return { ...stored, ...Object.fromEntries(changed) }
}
