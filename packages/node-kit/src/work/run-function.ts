import type { JsonObject, JsonValue } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import { codeGlobals } from './code-globals.ts'
import { readJsonParam } from './read-json-param.ts'

/** Code that an author wrote in a node, and what it sees. */
interface AuthorsCode {
  code: string
  /** Of the node: its input variables stand in `functionInputVariables`. */
  values: JsonObject
  /** What the node is called. */
  label: string
  /** The text that the node works on. */
  input: string
}

/** Runs code of a node in the sandbox; its input variables appear as `$name`, the text as `$input`. */
export function runFunction(call: CallContext, { code, input, ...node }: AuthorsCode): Promise<JsonValue> {
  return call.code(code, { ...codeGlobals(code, call, input), ...readVariables(node) })
}

function readVariables(node: Pick<AuthorsCode, 'values' | 'label'>): JsonObject {
  const given = Object.entries(readJsonParam(node, 'functionInputVariables') ?? {})
  return Object.fromEntries(given.map(([name, value]) => [`$${name.trim().replace(/^\$/, '')}`, value]))
}
