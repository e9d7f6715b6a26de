import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isJsonObject, type JsonObject } from '@runnel/contract'
import type { ChatVendor } from './open-vendor-model.ts'

/**
 * Connects to a vendor that speaks OpenAI's chat completions and has no package of its own. `name` is its namespace. One whose
 * rules ask for JSON by `schema` is sent it.
 */
export function connectCompatible(name: string): ChatVendor['connect'] {
  return ({ apiKey, baseURL, headers, fetch }, modelName) =>
    createOpenAICompatible({
      name,
      baseURL,
      headers,
      fetch,
      ...(apiKey === '' ? {} : { apiKey }),
      includeUsage: true,
      supportsStructuredOutputs: true,
      transformRequestBody: asksLoosely,
    }).chatModel(modelName)
}

/** The package calls every schema strict, also one that is open, which a strict server refuses. */
function asksLoosely(body: JsonObject): JsonObject {
  const { response_format: format } = body
  if (!isJsonObject(format) || !isJsonObject(format.json_schema)) return body
  const { strict: _strict, ...schema } = format.json_schema
  return { ...body, response_format: { ...format, json_schema: schema } }
}
