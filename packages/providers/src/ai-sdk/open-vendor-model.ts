import type { JSONObject, LanguageModelV4 } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { type OpenChatModel, readNumber, readSwitch, readText, type VendorContext } from '@runnel/node-kit'
import { reasoningOfRaw } from './collect-reply.ts'
import type { SdkSettings } from './convert-to-sdk-call.ts'
import {
  listSecrets,
  type ModelNaming,
  readEndpoint,
  readKey,
  readModelName,
  type VendorHome,
  type VendorKey,
  withoutKey,
} from './read-endpoint.ts'
import { createSdkChatModel } from './sdk-chat-model.ts'
import { LENIENT_RULES, type VendorRules } from './vendor-rules.ts'

/** How the vendor is reached in one call: what a provider of the AI SDK is made with. */
export interface VendorConnection {
  baseURL: string
  /** Empty where none is needed. */
  apiKey: string
  headers: Record<string, string>
  fetch: typeof fetch
  /** All fields of the credential, for vendors that need more than a key. */
  credential: Record<string, string>
  /** What the node says beside the model's name: a region, a project. */
  values: JsonObject
  /** Notes a text that no message may repeat from now on: a token that the key was exchanged for. */
  keepSecret(secret: string): void
  /** Waits between two looks at work that the vendor has not done yet; rejects when the signal aborts. */
  sleep: VendorContext['sleep']
}

/** What a vendor takes and refuses otherwise than `LENIENT_RULES`. */
export type OwnRules = Omit<Partial<VendorRules>, 'mediaTypes'> & Pick<VendorRules, 'namespace'>

/** A vendor's chat models, as data: what is its own beside what all vendors of the AI SDK have in common. */
export interface ChatVendor extends VendorHome, ModelNaming {
  key: VendorKey
  /** Makes the SDK's model; nothing of it is kept between calls. */
  connect(connection: VendorConnection, modelName: string): LanguageModelV4
  rules: (values: JsonObject, modelName: string) => OwnRules
  /** Media types that are let through when the node allows images. */
  mediaTypes?: readonly string[]
  /** Recordings that are let through when the node allows them. */
  soundTypes?: readonly string[]
  /** Models that answer in streams alone: what is asked for whole is put together here. */
  onlyStreams?: (modelName: string) => boolean
  /** Settings of this vendor's own, beside temperature and the like. */
  settings?: (values: JsonObject, modelName: string) => SdkSettings
  /** Its frames tell reasoning under a name that the SDK's model passes over. */
  findsReasoningInFrames?: boolean
}

/** Makes the opener of a vendor's chat models. No key outlives its call. */
export function openVendorModel(vendor: ChatVendor): OpenChatModel {
  return async ({ values }, context) => {
    const modelName = readModelName(values, { ...vendor, credential: context.credential })
    const endpoint = readEndpoint(values, vendor, context.credential)
    const apiKey = readKey(context, vendor.key, endpoint)
    const { baseURL, headers } = endpoint
    const { fetch, sleep, credential = {} } = context
    const secrets = listSecrets(credential, vendor.key, headers)
    const keepSecret = (secret: string) => void secrets.push(secret)
    const reached = { baseURL, headers, apiKey: apiKey ?? '', fetch, sleep }
    const connection = { ...reached, credential, values, keepSecret }
    return createSdkChatModel({
      model: vendor.connect(connection, modelName),
      endpoint: { vendor: endpoint.vendor, modelName, secrets },
      isHome: endpoint.isHome,
      rules: {
        ...LENIENT_RULES,
        ...vendor.rules(values, modelName),
        ...readMedia(values, vendor),
      },
      settings: {
        ...readSampling(values),
        ...vendor.settings?.(values, modelName),
        ...withoutKey(apiKey, headers),
      },
      streams: readSwitch(values, 'streaming', true),
      onlyStreams: vendor.onlyStreams?.(modelName) === true,
      ...(vendor.findsReasoningInFrames ? { reasoningOfRaw } : {}),
      timeoutMs: readTimeout(values),
      vendor: context,
    })
  }
}

/** What the node's switches let through, and which of them lets recordings through. */
function readMedia(values: JsonObject, { mediaTypes = [], soundTypes = [] }: ChatVendor) {
  const seen = readSwitch(values, 'allowImageUploads') ? mediaTypes : []
  const heard = readSwitch(values, 'allowAudioUploads') ? soundTypes : []
  const hearsByImages = mediaTypes.some((type) => type.startsWith('audio/'))
  const advise = (label: string) => ({
    soundAdvice: `Turn on ${label} in the model, if it can hear them.`,
  })
  return {
    mediaTypes: [...seen, ...heard],
    ...(hearsByImages && advise('Allow Image Uploads')),
    ...(soundTypes.length > 0 && advise('Allow Audio Uploads')),
  }
}

function readTimeout(values: JsonObject): number | undefined {
  const timeout = readNumber(values, 'timeout')
  return timeout !== undefined && timeout > 0 ? timeout : undefined
}

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
function readSampling(values: JsonObject): SdkSettings {
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
