import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ChatVendor } from './open-vendor-model.ts'

/** Connects to a vendor that speaks OpenAI's chat completions and has no package of its own. `name` is its namespace. */
export function connectCompatible(name: string): ChatVendor['connect'] {
  return ({ apiKey, baseURL, headers, fetch }, modelName) =>
    createOpenAICompatible({
      name,
      baseURL,
      headers,
      fetch,
      ...(apiKey === '' ? {} : { apiKey }),
      includeUsage: true,
    }).chatModel(modelName)
}
