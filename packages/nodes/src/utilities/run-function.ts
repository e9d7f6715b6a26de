import type { JsonObject, JsonValue } from '@runnel/contract'
import { codeGlobals, readObject, type StepContext } from '@runnel/node-kit'

/** Runs code of a node in the sandbox; its input variables appear as `$name`, the text of the run as `$input`. */
export function runFunction(context: StepContext, code: string): Promise<JsonValue> {
  return context.code(code, {
    ...codeGlobals(code, context, context.input),
    ...readVariables(context.values),
  })
}

function readVariables(values: JsonObject): JsonObject {
  const given = Object.entries(readObject(values, 'functionInputVariables') ?? {})
  return Object.fromEntries(given.map(([name, value]) => [`$${name.trim().replace(/^\$/, '')}`, value]))
}
