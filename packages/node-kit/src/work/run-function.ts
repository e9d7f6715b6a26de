import type { JsonObject, JsonValue } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import { readObject } from '../read-values.ts'
import { codeGlobals } from './code-globals.ts'

/** Code that an author wrote in a node, and what it sees. */
interface AuthorsCode {
  code: string
  /** Of the node: its input variables stand in `functionInputVariables`. */
  values: JsonObject
  /** The text that the node works on. */
  input: string
}

/** Runs code of a node in the sandbox; its input variables appear as `$name`, the text as `$input`. */
export function runFunction(call: CallContext, { code, values, input }: AuthorsCode): Promise<JsonValue> {
  return call.code(code, { ...codeGlobals(code, call, input), ...readVariables(values) })
}

function readVariables(values: JsonObject): JsonObject {
  const given = Object.entries(readObject(values, 'functionInputVariables') ?? {})
  return Object.fromEntries(given.map(([name, value]) => [`$${name.trim().replace(/^\$/, '')}`, value]))
}
