import type { JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readSwitch, readText } from '@runnel/node-kit'

/**
 * A node's values as OpenAI's own options. For models that reason the SDK leaves temperature and penalties out and
 * sends `maxTokens` as `max_completion_tokens`; `reasoning` says that a model is one when its name does not.
 */
export function readOpenAIOptions(values: JsonObject): JSONObject {
  const effort = readText(values, 'reasoningEffort')
  const reasons = readSwitch(values, 'reasoning')
  return {
    strictJsonSchema: readSwitch(values, 'strictToolCalling'),
    ...(reasons ? { forceReasoning: true } : {}),
    ...(reasons && effort !== '' ? { reasoningEffort: effort } : {}),
  }
}
