import type { JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readNumber, readSwitch, readText } from '@runnel/node-kit'
import type { SdkSettings } from '../ai-sdk/convert-to-sdk-call.ts'

/**
 * A node's values as settings of the AI SDK. For models that reason the SDK leaves temperature and penalties out
 * and sends `maxTokens` as `max_completion_tokens`; `reasoning` says that a model is one when its name does not.
 */
export function readOpenAISettings(values: JsonObject): SdkSettings {
  const stopSequences = listStopSequences(values)
  return {
    ...numberSetting('temperature', readNumber(values, 'temperature')),
    ...numberSetting('maxOutputTokens', readNumber(values, 'maxTokens')),
    ...numberSetting('topP', readNumber(values, 'topP')),
    ...numberSetting('frequencyPenalty', readNumber(values, 'frequencyPenalty')),
    ...numberSetting('presencePenalty', readNumber(values, 'presencePenalty')),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    providerOptions: { openai: openAIOptions(values) },
  }
}

function openAIOptions(values: JsonObject): JSONObject {
  const effort = readText(values, 'reasoningEffort')
  const reasons = readSwitch(values, 'reasoning')
  return {
    strictJsonSchema: readSwitch(values, 'strictToolCalling'),
    ...(reasons ? { forceReasoning: true } : {}),
    ...(reasons && effort !== '' ? { reasoningEffort: effort } : {}),
  }
}

function numberSetting<Name extends keyof SdkSettings>(name: Name, value: number | undefined) {
  return value === undefined ? {} : { [name]: value }
}

function listStopSequences(values: JsonObject): string[] {
  return readText(values, 'stopSequence')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
