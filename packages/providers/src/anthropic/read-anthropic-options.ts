import type { JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readNumber, readSwitch, readText } from '@runnel/node-kit'
import type { AnthropicTraits } from './anthropic-traits.ts'

const LEAST_BUDGET = 1024

/** Whether the model is to think before it answers. */
export function isThinking(values: JsonObject): boolean {
  return readSwitch(values, 'extendedThinking') || readSwitch(values, 'adaptiveThinking')
}

/**
 * A node's values as Anthropic's own options. Where a model thinks, the SDK leaves out what may not stand beside it
 * (temperature, top K), and adds the budget to the limit of the answer.
 */
export function readAnthropicOptions(values: JsonObject, traits: AnthropicTraits): JSONObject {
  const effort = readText(values, 'thinkingEffort')
  const takesEffort = effort !== '' && traits.effort && readSwitch(values, 'adaptiveThinking')
  return {
    ...(isThinking(values) ? { thinking: readThinking(values, traits) } : {}),
    ...(takesEffort ? { effort } : {}),
  }
}

/** Adaptive thinking where the model knows it, else the budget; thoughts are told in words, not kept back. */
function readThinking(values: JsonObject, { adaptive }: AnthropicTraits): JSONObject {
  if (adaptive && readSwitch(values, 'adaptiveThinking')) return { type: 'adaptive', display: 'summarized' }
  const asked = readNumber(values, 'budgetTokens') ?? LEAST_BUDGET
  return { type: 'enabled', budgetTokens: Math.max(LEAST_BUDGET, Math.floor(asked)) }
}
