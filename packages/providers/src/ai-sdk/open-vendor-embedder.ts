import type { EmbeddingModelV4, JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { type OpenEmbedder, readNumber, readSwitch } from '@runnel/node-kit'
import { checkVectors } from './check-vectors.ts'
import { describeVendorError } from './describe-vendor-error.ts'
import type { VendorConnection } from './open-vendor-model.ts'
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
import { startDeadline } from './start-deadline.ts'

/** A vendor's embeddings, as data: what is its own beside what all vendors of the AI SDK have in common. */
export interface EmbedderVendor extends VendorHome, ModelNaming {
  key: VendorKey
  /** Makes the SDK's model; nothing of it is kept between calls. */
  connect(connection: VendorConnection, modelName: string): EmbeddingModelV4
  /** How many texts the vendor takes in one call; a node's Batch Size can only lower it. */
  mostTexts: number | ((modelName: string) => number)
  /** Options by the vendor's namespace. */
  options?: (values: JsonObject) => Record<string, JSONObject>
  /** Words of a refusal which say that the account has no credit left. */
  outOfQuota?: readonly string[]
  /** Breaks of lines become blanks unless the node says otherwise. */
  stripsByDefault?: boolean
}

/** Makes the opener of a vendor's embeddings. No key outlives its call. */
export function openVendorEmbedder(vendor: EmbedderVendor): OpenEmbedder {
  return async ({ values }, context) => {
    const endpoint = readEndpoint(values, vendor, context.credential)
    const { baseURL, headers } = endpoint
    const apiKey = readKey(context, vendor.key, endpoint)
    const modelName = readModelName(values, { ...vendor, credential: context.credential }, 'embedding')
    const { fetch, sleep, credential = {} } = context
    const secrets = listSecrets(credential, vendor.key, headers)
    const keepSecret = (secret: string) => void secrets.push(secret)
    const reached = { baseURL, headers, apiKey: apiKey ?? '', fetch, sleep }
    const connection = { ...reached, credential, values, keepSecret }
    const model = vendor.connect(connection, modelName)
    const told = { vendor: endpoint.vendor, modelName, secrets, outOfQuota: vendor.outOfQuota ?? [] }
    const dimensions = readNumber(values, 'dimensions') ?? readNumber(values, 'modelDimensions')
    const asked = dimensions === undefined ? {} : { dimensions }
    const strips = readSwitch(values, 'stripNewLines', vendor.stripsByDefault ?? false)
    const call = {
      ...asked,
      // The SDK leaves out a header that is undefined, as its chat models say; this type does not.
      headers: { ...withoutKey(apiKey, headers).headers } as Record<string, string>,
      ...(vendor.options ? { providerOptions: vendor.options(values) } : {}),
    }
    return {
      space: { vendor: baseURL, modelName, ...asked },
      identity: { modelName, isHome: endpoint.isHome },
      maxTexts: mostTexts(values, vendor, modelName),
      embed: async (texts, signal) => {
        const deadline = startDeadline(readNumber(values, 'timeout'), signal, context.sleep)
        try {
          const prepared = texts.map((text) => prepare(text, strips))
          const { embeddings, usage } = await model.doEmbed({
            ...call,
            values: prepared,
            abortSignal: deadline.signal,
          })
          return { vectors: checkVectors(embeddings, texts.length), inputTokens: usage?.tokens || 0 }
        } catch (error) {
          throw signal.aborted ? error : describeVendorError(error, told)
        } finally {
          deadline.end()
        }
      },
    }
  }
}

function mostTexts(values: JsonObject, vendor: EmbedderVendor, modelName: string): number {
  const most = typeof vendor.mostTexts === 'number' ? vendor.mostTexts : vendor.mostTexts(modelName)
  const wanted = Math.floor(readNumber(values, 'batchSize') ?? most)
  return Math.min(most, Math.max(1, wanted))
}

/** Vendors refuse an empty text. */
function prepare(text: string, strips: boolean): string {
  const line = strips ? text.replaceAll('\n', ' ') : text
  return line.trim() === '' ? ' . ' : line
}
