import { BLANK_MARKER, type CredentialDefinition, type JsonObject, type JsonValue } from '@runnel/contract'
import { issuesOf } from '../../ui/api-error-message.ts'

/** A credential while it is edited. */
export interface CredentialDraft {
  name: string
  /** Type name. */
  type: string
  values: JsonObject
  /** Secrets that are stored and stay as they are unless something is typed. */
  kept: readonly string[]
  /** The stored one on which the draft stands; undefined for a new one. */
  revision?: number | undefined
}

/** A draft of a stored credential: blanked secrets show nothing and are kept. */
export function draftOf(stored: {
  name: string
  credentialName: string
  plainDataObj?: Record<string, string> | undefined
  revision?: number
}): CredentialDraft {
  const fields = Object.entries(stored.plainDataObj ?? {})
  return {
    name: stored.name,
    type: stored.credentialName,
    values: Object.fromEntries(fields.filter(([, value]) => value !== BLANK_MARKER)),
    kept: fields.filter(([, value]) => value === BLANK_MARKER).map(([name]) => name),
    revision: stored.revision,
  }
}

/** Names of the fields that still want a value; `name` for the credential's own name. */
export function findMissingFields(draft: CredentialDraft, definition: CredentialDefinition): string[] {
  const isEmpty = (value: JsonValue | undefined) => value === undefined || value === ''
  const missing = definition.inputs
    .filter((input) => !input.optional && input.default === undefined && !draft.kept.includes(input.name))
    .map(({ name }) => name)
    .filter((name) => isEmpty(draft.values[name]))
  return draft.name.trim() === '' ? ['name', ...missing] : missing
}

/** The fields as the API takes them: texts, defaults filled in, kept secrets by their marker. */
export function plainDataOf(
  draft: CredentialDraft,
  definition: CredentialDefinition,
): Record<string, string> {
  const data: Record<string, string> = {}
  for (const input of definition.inputs) {
    const value = draft.values[input.name] ?? input.default
    if (value !== undefined && value !== '')
      data[input.name] = typeof value === 'string' ? value : JSON.stringify(value)
    else if (draft.kept.includes(input.name)) data[input.name] = BLANK_MARKER
  }
  return data
}

/** What the server found wrong with one field of a refused save or test, in its words. */
export function findFieldIssue(error: unknown, field: string): string | undefined {
  return issuesOf(error).find(({ path }) => path === `plainDataObj.${field}`)?.message
}
