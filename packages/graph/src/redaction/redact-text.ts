import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** Tells by its name whether a field holds a secret. */
export type IsSecretName = (name: string) => boolean

/** Of headers, options and settings of servers: whatever may be one. */
export const mayBeSecret: IsSecretName = (name) =>
  /auth|key|token|secret|cookie|passw|credential|signature|session|jwt|bearer/i.test(name)

/** Of any other text, where a key or a token may be a word like others: what can be nothing else. */
export const isSurelySecret: IsSecretName = (name) =>
  /^(?:(?:proxy-?)?authorization|(?:set-?)?cookie|secret)$|(?:api|access|auth|bearer|refresh)[-_]?(?:key|token)$|(?:client|consumer|shared)[-_]?secret$|passw(?:or)?d$/i.test(
    name,
  )

/** A variable in the place of a secret, also behind the name of its scheme (`Bearer`), is none. */
const isVariable = (text: string) => /^(?:[A-Za-z]{1,20} )?\{\{[^{}]{1,300}\}\}$/.test(text.trim())

/** What is left of a text that is a secret. */
export const blank = (text: string): string => (isVariable(text) ? text : '')

/** A JSON value, or its text, without the texts of fields that by their names hold a secret. */
export function redactJson(value: JsonValue, isSecret: IsSecretName): JsonValue {
  if (typeof value === 'string') return redactJsonText(value, isSecret)
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : redactJson(item, isSecret)))
  return isJsonObject(value) ? redactFields(value, isSecret) : value
}

function redactFields(value: JsonObject, isSecret: IsSecretName): JsonObject {
  const fields = Object.entries(value).map(([name, field]): [string, JsonValue] => {
    if (typeof field !== 'string') return [name, redactJson(field, isSecret)]
    return [name, isSecret(name) ? blank(field) : field]
  })
  return Object.fromEntries(fields)
}

/** The same of a text; one that is no JSON, as people leave a comma behind, is gone through text by text. */
function redactJsonText(text: string, isSecret: IsSecretName): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const parsed: JsonValue = JSON.parse(text)
    const redacted = redactJson(parsed, isSecret)
    // Whoever wrote it wrote it so: where nothing is taken out nothing is written anew.
    return JSON.stringify(redacted) === JSON.stringify(parsed) ? text : JSON.stringify(redacted)
  } catch {
    return redactPairs(text, isSecret)
  }
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g

function redactPairs(text: string, isSecret: IsSecretName): string {
  let name: string | undefined
  let end = 0
  return text.replace(QUOTED, (quoted: string, at: number) => {
    const isValue = name !== undefined && text.slice(end, at).trim() === ':'
    const said = quoted.slice(1, -1)
    const left = isValue && isSecret(name ?? '') ? `"${blank(said)}"` : quoted
    name = isValue ? undefined : said
    end = at + quoted.length
    return left
  })
}

/** What stands behind the options of a command line that by their names hold a secret, and in headers among its words. */
export function redactWords(line: string): string {
  let option = ''
  return line.replace(/"[^"]*"|'[^']*'|[^\s"']+/g, (word) => {
    const before = option
    option = word.startsWith('--') ? word : ''
    return option === '' ? redactWord(word, before) : word
  })
}

function redactWord(word: string, option: string): string {
  const quote = /^["']/.test(word) ? word.slice(0, 1) : ''
  const said = quote === '' ? word : word.slice(1, -1)
  return `${quote}${option === '--header' ? redactHeaderLine(said) : redactNamed(option, said)}${quote}`
}

function redactHeaderLine(line: string): string {
  const [name = ''] = line.split(':', 1)
  const value = redactNamed(name, line.slice(name.length + 1).trim())
  return mayBeSecret(name) ? `${name}: ${value}` : line
}

const redactNamed = (name: string, value: string) => (mayBeSecret(name) ? blank(value) : value)
