import { scimFault } from './scim-fault.ts'

/** Longest text of an attribute, and most addresses of one person. */
const LONGEST = 255
const MOST_EMAILS = 20

const CONTROL = /\p{Cc}/u

/** A text of one line, or null for none. @throws RunnelError `invalid_input`, `invalidValue` */
export function readText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw scimFault('invalidValue', `${name} must be a text.`)
  const trimmed = text.trim()
  if (trimmed.length > LONGEST)
    throw scimFault('invalidValue', `${name} is longer than ${LONGEST} characters.`)
  if (CONTROL.test(trimmed)) throw scimFault('invalidValue', `${name} must be one line of text.`)
  return trimmed === '' ? null : trimmed
}

/** As `readText`, for what must be there. */
export function readNeededText(name: string, value: unknown): string {
  const text = readText(name, value)
  if (text === null) throw scimFault('invalidValue', `${name} is needed.`)
  return text
}

/** Entra sends truth values as texts, `"False"`. @throws RunnelError `invalid_input`, `invalidValue` */
export function readTruth(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw scimFault('invalidValue', `${name} must be true or false.`)
}

/** An object whose keys are in lower case, as SCIM compares names. @throws RunnelError `invalid_input`, `invalidValue` */
export function readObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw scimFault('invalidValue', `${name} must be an object.`)
  const entries = Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner] as const)
  const read = Object.fromEntries(entries)
  if (Object.keys(read).length < entries.length)
    throw scimFault('invalidSyntax', `${name} names an attribute twice.`)
  return read
}

/** One address or several, each an object or its text. @throws RunnelError `invalid_input`, `invalidValue` */
export function readEmails(value: unknown): GivenEmail[] {
  if (value === undefined || value === null) return []
  const given: unknown[] = Array.isArray(value) ? value : [value]
  assertFewEmails(given)
  return given.flatMap(readEmail)
}

/** @throws RunnelError `invalid_input`, `invalidValue` for more addresses than a person has */
export function assertFewEmails(emails: readonly unknown[]): void {
  if (emails.length > MOST_EMAILS)
    throw scimFault('invalidValue', `A person has at most ${MOST_EMAILS} addresses.`)
}

interface GivenEmail {
  value: string
  type?: string
  primary?: boolean
}

/** An address without a value is none. */
function readEmail(given: unknown): GivenEmail[] {
  const email = typeof given === 'string' ? { value: given } : readObject('emails', given)
  const { value, type, primary }: Record<string, unknown> = email
  const address = readText('emails.value', value)
  if (address === null) return []
  const kind = readText('emails.type', type)
  return [
    {
      value: address,
      ...(kind === null ? {} : { type: kind }),
      ...(primary == null ? {} : { primary: readTruth('emails.primary', primary) }),
    },
  ]
}
