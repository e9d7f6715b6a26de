import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readNumber, readRows, readText } from '@runnel/node-kit'

/**
 * What a tool is called with, from the rows of `toolInputArgs`. Texts that look like JSON are read as such, and those for
 * a number or a switch by the tool's schema as one; rows without a name are left out, of two with one name the last stays.
 */
export function readArguments(values: JsonObject, inputSchema: JsonObject): JsonObject {
  const { properties } = inputSchema
  const fields = isJsonObject(properties) ? properties : {}
  const named = readRows(values, 'toolInputArgs').filter((row) => readText(row, 'inputArgName').trim() !== '')
  return Object.fromEntries(
    named.map((row): [string, JsonValue] => {
      const name = readText(row, 'inputArgName').trim()
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, readArgument(row, isJsonObject(field) ? field : {})]
    }),
  )
}

function readArgument(row: JsonObject, { type }: JsonObject): JsonValue {
  const value = row.inputArgValue ?? ''
  if (typeof value !== 'string' || type === 'string') return value
  if (type === 'number' || type === 'integer') return readNumber(row, 'inputArgValue') ?? value
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return /^\s*[[{]/.test(value) ? parseWhenJson(value) : value
}

function parseWhenJson(text: string): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch {
    return text
  }
}
