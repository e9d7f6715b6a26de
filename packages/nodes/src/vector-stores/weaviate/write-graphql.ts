import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'

/** Names that may stand bare in a query. */
const NAME = /^[A-Za-z_]\w*$/
/** Keys whose values are words of the language, not texts. */
const WORDS = ['operator']

/** A value as a query of GraphQL writes it. @throws RunnelError `invalid_input` for a name that could end the query */
export function writeGraphql(value: JsonValue, label: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeGraphql(item, label)).join(' ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, inner]) => {
    const isWord = WORDS.includes(key)
    return `${checkName(key, label)}: ${isWord ? checkName(String(inner), label) : writeGraphql(inner, label)}`
  })
  return `{${fields.join(' ')}}`
}

/** @throws RunnelError `invalid_input` for what is no name of a class or property */
export function checkName(name: string, label: string): string {
  if (NAME.test(name)) return name
  throw new RunnelError(
    'invalid_input',
    `"${name.slice(0, 60)}" is no name for ${label}: one begins with a letter and has letters, digits and _ only.`,
  )
}
