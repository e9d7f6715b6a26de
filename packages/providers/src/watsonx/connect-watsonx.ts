import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { enterWatsonx, readVersion } from './watsonx-access.ts'

const connectChat = connectCompatible('watsonx')

/**
 * A chat model of watsonx. It speaks chat completions but for a few words: two addresses, one of them for streams, a
 * project in each call, other names for the model and for the choice of tools, and refusals as a list.
 */
export function connectWatsonx(connection: VendorConnection, modelName: string): LanguageModelV4 {
  const entered = enterWatsonx(connection)
  return connectChat({ ...entered, fetch: translate(entered) }, modelName)
}

function translate({ fetch, baseURL, credential }: VendorConnection): typeof fetch {
  return async (_input, init) => {
    const { stream, stream_options: _, ...asked } = JSON.parse(String(init?.body)) as JsonObject
    const url = new URL(`${baseURL}/${stream === true ? 'chat_stream' : 'chat'}`)
    url.searchParams.set('version', readVersion(credential))
    const body = JSON.stringify(bodyOf(asked, credential))
    const response = await fetch(url.href, { ...init, body })
    return response.ok ? response : mendRefusal(response)
  }
}

function bodyOf(
  { model = '', tool_choice: choice, ...asked }: JsonObject,
  credential: Record<string, string>,
) {
  const chosen = typeof choice === 'string' ? { tool_choice_option: choice } : { tool_choice: choice }
  return {
    ...asked,
    model_id: model,
    project_id: credential.projectId?.trim() ?? '',
    ...(choice === undefined ? {} : chosen),
  }
}

/** A refusal in the words of chat completions. */
async function mendRefusal(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, statusText, headers } = response
  return new Response(JSON.stringify({ error: { message: wordsOf(text) ?? statusText } }), {
    status,
    statusText,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
  })
}

function wordsOf(text: string): string | undefined {
  try {
    const said: JsonValue = JSON.parse(text)
    const [first] = isJsonObject(said) && Array.isArray(said.errors) ? said.errors : []
    return isJsonObject(first) && typeof first.message === 'string' ? first.message : undefined
  } catch {
    return undefined
  }
}
