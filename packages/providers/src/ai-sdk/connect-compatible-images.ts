import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ImageVendor } from './open-vendor-images.ts'

/** Connects to image models that speak OpenAI's protocol and have no package of their own. `name` is the namespace of their options. */
export function connectCompatibleImages(name: string): ImageVendor['connect'] {
  return ({ apiKey, baseURL, headers, fetch }, modelName) =>
    createOpenAICompatible({
      name,
      baseURL,
      headers,
      fetch,
      ...(apiKey === '' ? {} : { apiKey }),
    }).imageModel(modelName)
}
