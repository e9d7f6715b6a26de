import { createOpenAI } from '@ai-sdk/openai'
import { RunnelError } from '@runnel/contract'
import { type OpenEmbedder, readNumber, readSwitch, readText } from '@runnel/node-kit'
import { describeVendorError } from '../ai-sdk/describe-vendor-error.ts'
import { readEndpoint } from '../ai-sdk/read-endpoint.ts'
import { readKey, withoutKey } from '../ai-sdk/read-key.ts'
import { startDeadline } from '../ai-sdk/start-deadline.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/** OpenAI takes 2,048 texts and 300,000 tokens in one call; at 1,000 characters a text this keeps clear of both. */
const MOST_TEXTS = 512

/** Opens the embeddings of OpenAI, or of a server that speaks its protocol. */
export const openOpenAIEmbedder: OpenEmbedder = async ({ values }, vendorContext) => {
  const modelName = readText(values, 'modelName').trim()
  if (modelName === '') {
    throw new RunnelError('invalid_input', 'The OpenAI embedding has no model. Choose one in the node.')
  }
  const address = readEndpoint(values, OPENAI_HOME)
  const { baseURL, vendor, headers } = address
  const apiKey = readKey(vendorContext, OPENAI_KEY, address)
  const openAI = createOpenAI({ baseURL, headers, apiKey: apiKey ?? '', fetch: vendorContext.fetch })
  const model = openAI.embedding(modelName)
  const dimensions = readNumber(values, 'dimensions')
  const endpoint = {
    vendor,
    modelName,
    secrets: [apiKey ?? '', ...Object.values(headers)],
    outOfQuota: ['insufficient_quota'],
  }
  const strips = readSwitch(values, 'stripNewLines')
  return {
    space: { vendor: baseURL, modelName, ...(dimensions === undefined ? {} : { dimensions }) },
    maxTexts: Math.min(MOST_TEXTS, Math.max(1, Math.floor(readNumber(values, 'batchSize') ?? MOST_TEXTS))),
    embed: async (texts, signal) => {
      const deadline = startDeadline(readNumber(values, 'timeout'), signal, vendorContext.sleep)
      try {
        const { embeddings, usage } = await model.doEmbed({
          values: texts.map((text) => prepare(text, strips)),
          abortSignal: deadline.signal,
          // The SDK leaves out a header that is undefined, as its chat models say; this type does not.
          headers: { ...withoutKey(apiKey, headers).headers } as Record<string, string>,
          ...(dimensions === undefined ? {} : { providerOptions: { openai: { dimensions } } }),
        })
        return { vectors: embeddings, inputTokens: usage?.tokens ?? 0 }
      } catch (error) {
        throw signal.aborted ? error : describeVendorError(error, endpoint)
      } finally {
        deadline.end()
      }
    },
  }
}

/** The vendor refuses an empty text. */
function prepare(text: string, strips: boolean): string {
  const line = strips ? text.replaceAll('\n', ' ') : text
  return line.trim() === '' ? ' . ' : line
}
