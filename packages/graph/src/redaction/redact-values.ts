import {
  type FindDefinition,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { hasRows } from '../document/rows.ts'
import { blank, isSurelySecret, mayBeSecret, redactJson, redactWords } from './redact-text.ts'

const SECRET_TYPES = ['password', 'file', 'folder']

function redactHeader(row: JsonObject): JsonObject {
  const { key, value } = row
  const isSecret = typeof key === 'string' && mayBeSecret(key) && typeof value === 'string'
  return isSecret ? { ...row, value: blank(value) } : row
}

function redactRows(value: JsonValue, fields: readonly InputDefinition[], find: FindDefinition): JsonValue {
  if (!Array.isArray(value)) return value
  return value.map((row) => (isJsonObject(row) ? redactHeader(redactParams(row, fields, find)) : row))
}

function redactSettings(values: JsonObject, input: InputDefinition, find: FindDefinition): JsonObject {
  const name = `${input.name}Config`
  const chosen = values[input.name]
  const settings = values[name]
  const component = typeof chosen === 'string' ? find(chosen) : undefined
  if (!component || !isJsonObject(settings)) return values
  return { ...values, [name]: redactParams(settings, component.inputs, find) }
}

/** Whether a param holds headers, options, or what a server is called with: each of its fields may be a secret. */
const isOfServer = ({ name, type, codeLanguage }: InputDefinition) =>
  type === 'json' || (type === 'code' && codeLanguage === 'json') || /headers$/i.test(name)

/** A text is a secret by the name of its param, or holds some as JSON, whatever the param is said to be. */
function redactText(name: string, value: JsonValue): JsonValue {
  return typeof value === 'string' && isSurelySecret(name) ? blank(value) : redactJson(value, isSurelySecret)
}

function redactParam(values: JsonObject, input: InputDefinition, find: FindDefinition): JsonObject {
  const { name } = input
  const value = values[name]
  if (!Object.hasOwn(values, name) || value === undefined) return values
  if (SECRET_TYPES.includes(input.type)) {
    const { [name]: _secret, ...rest } = values
    return rest
  }
  if (hasRows(input)) return { ...values, [name]: redactRows(value, input.array ?? [], find) }
  if (isOfServer(input)) return { ...values, [name]: redactJson(value, mayBeSecret) }
  if (input.loadConfig === true) return redactSettings(values, input, find)
  if (typeof value !== 'string') return values
  const text = input.codeLanguage === 'words' ? redactWords(value) : value
  return { ...values, [name]: redactText(name, text) }
}

/** Values that no param of the type has, as older flows bring them along. */
function redactUnknown(values: JsonObject, inputs: readonly InputDefinition[]): JsonObject {
  const known = new Set(inputs.flatMap(({ name }) => [name, `${name}Config`]))
  const left = Object.entries(values).map(([name, value]): [string, JsonValue] => [
    name,
    known.has(name) ? value : redactText(name, value),
  ])
  return Object.fromEntries(left)
}

/** Values without those of password, file and folder params; also in rows and in settings of components. */
export function redactParams(
  values: JsonObject,
  inputs: readonly InputDefinition[],
  find: FindDefinition,
): JsonObject {
  return inputs.reduce((rest, input) => redactParam(rest, input, find), redactUnknown(values, inputs))
}
