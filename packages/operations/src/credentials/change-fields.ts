import { BLANK_MARKER, type CredentialDefinition, RunnelError } from '@runnel/contract'
import { findTakenAlong, listMoved } from '../bound-fields.ts'
import { mergeFields } from './present-credential.ts'

/**
 * Shown fields that neither say where a secret goes nor whose it is: what is asked for of an account. Every other field
 * counts as a destination, so that a new type cannot forget to say so.
 */
const HARMLESS: ReadonlySet<string> = new Set(['scope', 'oauthScopes', 'additionalParameters'])
/** Addresses that credentials of Flowise bring along: they are held against those of the type and are no secrets. */
const ADDRESSES: ReadonlySet<string> = new Set(['authorizationUrl', 'accessTokenUrl'])

type Fields = Record<string, string>

/** Fields of a stored credential, and what somebody sent to change them. */
export interface FieldChange {
  stored: Fields
  sent: Fields
  type: CredentialDefinition | undefined
}

/**
 * The fields of a credential after a change. Blanked ones keep what is stored, unless another field says now that they go
 * elsewhere: then they must be given anew, and what no field of the type holds is left behind.
 * @throws RunnelError `invalid_input` that names each field to give anew
 */
export function changeFields({ stored, sent, type }: FieldChange): Fields {
  const fields = mergeFields(stored, sent, type)
  const hidden = listSecretNames(fields, type)
  const taken = findTakenAlong({
    before: withDefaults(stored, type),
    after: withDefaults(fields, type),
    destinations: listDestinations(fields, type),
    hidden,
    given: Object.keys(sent).filter((name) => sent[name] !== BLANK_MARKER),
  })
  // Nobody has a form for fields that the type does not hold: to ask for them would end every change of the others.
  const asked = taken.filter((name) => !type || type.inputs.some((input) => input.name === name))
  if (asked.length > 0) throw tellAsked(asked, { stored, fields, type })
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.includes(name)))
}

/** Names of the fields that say where the secrets go and were changed. */
export function listMovedFields(
  { stored, type }: Pick<FieldChange, 'stored' | 'type'>,
  fields: Fields,
): string[] {
  return listMoved({
    before: withDefaults(stored, type),
    after: withDefaults(fields, type),
    destinations: listDestinations(fields, type),
  })
}

/** Fields of passwords, and those that no field of the type holds. */
export function listSecretNames(fields: Fields, type: CredentialDefinition | undefined): string[] {
  const shown = type?.inputs.filter((input) => input.type !== 'password').map(({ name }) => name) ?? []
  return Object.keys(fields).filter((name) => !shown.includes(name) && !ADDRESSES.has(name))
}

/** Everything but passwords and what is harmless: also a field that the type does not hold may say where to go. */
function listDestinations(fields: Fields, type: CredentialDefinition | undefined): string[] {
  const secret = type?.inputs.filter((input) => input.type === 'password').map(({ name }) => name) ?? []
  return Object.keys(fields).filter((name) => !secret.includes(name) && !HARMLESS.has(name))
}

/** A form sends the default of a field that was never filled in: that changes nothing. */
function withDefaults(fields: Fields, type: CredentialDefinition | undefined): Fields {
  const usual = (type?.inputs ?? []).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  const filled = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries([...usual, ...filled])
}

function tellAsked(
  asked: string[],
  { stored, fields, type }: { stored: Fields; fields: Fields; type: CredentialDefinition | undefined },
): RunnelError {
  const labelOf = (name: string) => `“${type?.inputs.find((input) => input.name === name)?.label ?? name}”`
  const moved = listMovedFields({ stored, type }, fields).map(labelOf).join(', ')
  const message = `Give it anew, because ${moved} is another: the stored one does not go there.`
  return new RunnelError('invalid_input', `${asked.map(labelOf).join(', ')}: ${message}`, {
    issues: asked.map((name) => ({ path: `plainDataObj.${name}`, message })),
  })
}
