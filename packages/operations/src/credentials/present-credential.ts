import {
  BLANK_MARKER,
  type Credential,
  type CredentialDefinition,
  type InputDefinition,
  isoTime,
} from '@runnel/contract'
import type { CredentialSummary } from '@runnel/db'

/** A credential without its fields. */
export type ShownCredential = Omit<Credential, 'plainDataObj' | 'connection'>

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

const HIDDEN = '••••••'
/** A word, not a token. */
const PLAIN_NAME = /^[a-z_.-]{1,20}$/i

function maskUser({ username, password }: URL): string {
  if (username === '' && password === '') return ''
  const isName = password !== '' && PLAIN_NAME.test(username)
  return `${isName ? `${username}:` : ''}${HIDDEN}@`
}

/**
 * An address as far as it says where something is: scheme, host, port and path. Of who calls only a plain name is shown,
 * and of what is asked the names of its fields. Something else than an address is blank.
 */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text === '' ? '' : BLANK_MARKER
  const url = new URL(text)
  const names = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`)
  if (maskUser(url) === '' && names.length === 0 && url.hash === '') return text
  const query = names.length === 0 ? '' : `?${names.join('&')}`
  return `${url.protocol}//${maskUser(url)}${url.host}${url.pathname}${query}`
}

/** Types of fields whose values may be shown; all others are blank. */
const SHOWN = new Set(['string', 'number', 'boolean', 'options'])

function blankField(value: string, input: InputDefinition | undefined): string {
  if (input?.type === 'url' || (input?.type === 'string' && value.includes('://'))) return maskUrl(value)
  return input !== undefined && SHOWN.has(input.type) ? value : BLANK_MARKER
}

/**
 * The fields of a credential as its editor may show them: plain texts, numbers and choices, and of addresses where
 * they lead; everything else is the blank marker.
 */
export function blankFields(
  fields: Record<string, string>,
  type: CredentialDefinition | undefined,
): Record<string, string> {
  const shown = Object.entries(fields).map(([name, value]): [string, string] => {
    const input = type?.inputs.find((candidate) => candidate.name === name)
    return [name, blankField(value, input)]
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
