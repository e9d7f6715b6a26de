import type { JsonObject } from '@runnel/contract'
import { readNumber, readText } from '@runnel/node-kit'
import type { SdkSettings } from './convert-to-sdk-call.ts'

/** Params of models by what they mean to the AI SDK: Flowise calls some of them differently from vendor to vendor. */
const NUMBERS = {
  temperature: ['temperature'],
  maxOutputTokens: ['maxTokens', 'maxOutputTokens', 'maxTokensToSample', 'max_tokens_to_sample'],
  topP: ['topP'],
  topK: ['topK', 'hfTopK'],
  frequencyPenalty: ['frequencyPenalty'],
  presencePenalty: ['presencePenalty'],
  seed: ['randomSeed'],
} as const

/** The settings that a node's values have in common with those of other vendors. */
export function readSampling(values: JsonObject): SdkSettings {
  const settings: SdkSettings = {}
  for (const [setting, params] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, readonly string[]][]) {
    const value = params.map((param) => readNumber(values, param)).find((number) => number !== undefined)
    if (value !== undefined) settings[setting] = value
  }
  const stopSequences = readList(values, 'stopSequence') ?? readList(values, 'stop')
  return stopSequences ? { ...settings, stopSequences } : settings
}

/** Texts that are separated by commas. */
function readList(values: JsonObject, param: string): string[] | undefined {
  const list = readText(values, param)
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return list.length === 0 ? undefined : list
}
