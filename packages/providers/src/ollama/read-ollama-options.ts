import type { JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readNumber, readSwitch, readText } from '@runnel/node-kit'
import type { OllamaOptions } from './ollama-protocol.ts'

/** Params of nodes by the model's options that they set. */
const OPTIONS = {
  mirostat: 'mirostat',
  mirostatEta: 'mirostat_eta',
  mirostatTau: 'mirostat_tau',
  numCtx: 'num_ctx',
  numGpu: 'num_gpu',
  numThread: 'num_thread',
  repeatLastN: 'repeat_last_n',
  repeatPenalty: 'repeat_penalty',
  tfsZ: 'tfs_z',
} as const

/** A node's values as what only Ollama has: how its model is loaded, kept and sampled, whether it thinks. */
export function readOllamaOptions(values: JsonObject): OllamaOptions {
  const keepAlive = readText(values, 'keepAlive').trim()
  const thinks =
    values.think === undefined || values.think === '' ? {} : { think: readSwitch(values, 'think') }
  return {
    options: readModelOptions(values),
    ...thinks,
    ...(readSwitch(values, 'jsonMode') ? { format: 'json' } : {}),
    // A bare number of seconds is refused as text.
    ...(keepAlive === '' ? {} : { keep_alive: /^-?\d+$/.test(keepAlive) ? Number(keepAlive) : keepAlive }),
  }
}

/** The options of the model that a node sets. */
export function readModelOptions(values: JsonObject): JSONObject {
  const options: JSONObject = {}
  for (const [param, option] of Object.entries(OPTIONS)) {
    const value = readNumber(values, param)
    if (value !== undefined) options[option] = value
  }
  return options
}
