import {
  type FindDefinition,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { hasRows } from '../document/rows.ts'

const SECRET_TYPES = ['password', 'file', 'folder']
const SECRET_NAME = /auth|key|token|secret|cookie|passw|credential|signature|session|jwt|bearer/i

function redactHeader(row: JsonObject): JsonObject {
  const isSecret = typeof row.key === 'string' && SECRET_NAME.test(row.key) && typeof row.value === 'string'
  return isSecret ? { ...row, value: '' } : row
}

function redactRows(value: JsonValue, fields: readonly InputDefinition[], find: FindDefinition): JsonValue {
  if (!Array.isArray(value)) return value
  return value.map((row) => (isJsonObject(row) ? redactHeader(redactParams(row, fields, find)) : row))
}

/** A JSON value, or its text, without the texts of fields that by their names hold a secret (headers, options). */
function redactJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactJsonText(value)
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : redactJson(item)))
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).map(([name, field]): [string, JsonValue] => {
    if (typeof field !== 'string') return [name, redactJson(field)]
    return [name, SECRET_NAME.test(name) ? '' : field]
  })
  return Object.fromEntries(fields)
}

function redactJsonText(text: string): string {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return isJsonObject(parsed) || Array.isArray(parsed) ? JSON.stringify(redactJson(parsed)) : text
  } catch {
    return text
  }
}

function redactSettings(values: JsonObject, input: InputDefinition, find: FindDefinition): JsonObject {
  const name = `${input.name}Config`
  const chosen = values[input.name]
  const settings = values[name]
  const component = typeof chosen === 'string' ? find(chosen) : undefined
  if (!component || !isJsonObject(settings)) return values
  return { ...values, [name]: redactParams(settings, component.inputs, find) }
}

function redactParam(values: JsonObject, input: InputDefinition, find: FindDefinition): JsonObject {
  if (!Object.hasOwn(values, input.name)) return values
  if (SECRET_TYPES.includes(input.type)) {
    const { [input.name]: _secret, ...rest } = values
    return rest
  }
  const value = values[input.name]
  if (value === undefined) return values
  if (input.type === 'json') return { ...values, [input.name]: redactJson(value) }
  if (hasRows(input)) return { ...values, [input.name]: redactRows(value, input.array ?? [], find) }
  return input.loadConfig === true ? redactSettings(values, input, find) : values
}

/** Values without those of password, file and folder params; also in rows and in settings of components. */
export function redactParams(
  values: JsonObject,
  inputs: readonly InputDefinition[],
  find: FindDefinition,
): JsonObject {
  return inputs.reduce((rest, input) => redactParam(rest, input, find), values)
}
