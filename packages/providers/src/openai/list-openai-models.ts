import { isJsonObject } from '@runnel/contract'
import type { LoadContext, LoadOptions } from '@runnel/node-kit'
import { OPENAI_MODEL_NAMES } from './openai-model-names.ts'
import { OPENAI_BASE_URL, readOpenAIEndpoint } from './read-openai-endpoint.ts'

/** Models of OpenAI that are for other work than chat. */
const NOT_FOR_CHAT =
  /embedding|whisper|transcribe|tts|dall-e|image|moderation|realtime|live|audio|codex|sora|babbage|davinci|instruct|translate/

/**
 * Names to choose from: those that the server offers, at OpenAI together with ours; ours alone when it cannot be
 * asked. Any other name can be typed in. The key goes to OpenAI only: whoever may open an editor could otherwise
 * send it to a server of their own, so other servers are asked without it.
 */
export const listOpenAIModels: LoadOptions = async (context) => {
  const { baseURL, headers } = readOpenAIEndpoint(context.values)
  const isOpenAI = baseURL === OPENAI_BASE_URL
  const key = isOpenAI ? context.credential?.openAIApiKey : undefined
  const authorization = key ? { authorization: `Bearer ${key}` } : undefined
  const offered =
    isOpenAI && !key ? [] : await listOffered(context, baseURL, { ...headers, ...authorization })
  const known = isOpenAI || offered.length === 0 ? OPENAI_MODEL_NAMES : []
  const fitting = isOpenAI ? offered.filter((name) => !NOT_FOR_CHAT.test(name)) : offered
  return [...new Set([...known, ...fitting.sort()])].map((name) => ({ name, label: name }))
}

async function listOffered(
  { fetch, signal }: LoadContext,
  baseURL: string,
  headers: Record<string, string>,
): Promise<string[]> {
  try {
    const response = await fetch(`${baseURL}/models`, { headers, signal })
    return response.ok ? readNames(await response.json()) : []
  } catch {
    return []
  }
}

function readNames(body: unknown): string[] {
  const list = isJsonObject(body) ? body.data : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []))
}
