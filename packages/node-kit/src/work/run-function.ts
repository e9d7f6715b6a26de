import type { JsonObject, JsonValue } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import { readObject } from '../read-values.ts'
import { namedVariables } from './named-variables.ts'

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
  const { run } = call
  return call.code(code, {
    $input: input,
    $vars: namedVariables(code, run.variables),
    $flow: {
      input,
      chatflowId: run.flowId,
      chatflowid: run.flowId,
      chatId: run.chatId,
      sessionId: run.sessionId,
      apiMessageId: run.messageId,
    },
    ...readVariables(values),
  })
}

function readVariables(values: JsonObject): JsonObject {
  const given = Object.entries(readObject(values, 'functionInputVariables') ?? {})
  return Object.fromEntries(given.map(([name, value]) => [`$${name.trim().replace(/^\$/, '')}`, value]))
}
