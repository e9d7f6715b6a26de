import type { JsonObject, JsonValue } from '@runnel/contract'
import { namedVariables, readObject, type StepContext } from '@runnel/node-kit'

/** Runs code of a node in the sandbox; its input variables appear as `$name`, the text of the run as `$input`. */
export function runFunction(context: StepContext, code: string): Promise<JsonValue> {
  const { run, input } = context
  return context.code(code, {
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
    ...readVariables(context.values),
  })
}

function readVariables(values: JsonObject): JsonObject {
  const given = Object.entries(readObject(values, 'functionInputVariables') ?? {})
  return Object.fromEntries(given.map(([name, value]) => [`$${name.trim().replace(/^\$/, '')}`, value]))
}
