import { isJsonObject } from '@runnel/contract'
import type { LoadContext, LoadOptions } from '@runnel/node-kit'
import { ANTHROPIC_MODEL_NAMES } from './anthropic-model-names.ts'
import { ANTHROPIC_BASE_URL, readAnthropicEndpoint } from './read-anthropic-endpoint.ts'

interface Choice {
  name: string
  label: string
}

/**
 * Names to choose from: ours, and what Anthropic offers to this key; ours alone when it cannot be asked. Any other name
 * can be typed in. The key goes to Anthropic only: whoever may open an editor could otherwise send it elsewhere.
 */
export const listAnthropicModels: LoadOptions = async (context) => {
  const { baseURL } = readAnthropicEndpoint(context.values)
  const key = context.credential?.anthropicApiKey
  const offered = baseURL === ANTHROPIC_BASE_URL && key ? await listOffered(context, key) : []
  const known = ANTHROPIC_MODEL_NAMES.map((name) => ({ name, label: name }))
  return [...known, ...offered.filter(({ name }) => !ANTHROPIC_MODEL_NAMES.includes(name))]
}

async function listOffered({ fetch, signal }: LoadContext, key: string): Promise<Choice[]> {
  try {
    const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    const response = await fetch(`${ANTHROPIC_BASE_URL}/models?limit=1000`, { headers, signal })
    return response.ok ? readChoices(await response.json()) : []
  } catch {
    return []
  }
}

function readChoices(body: unknown): Choice[] {
  const list = isJsonObject(body) ? body.data : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((model) =>
    isJsonObject(model) && typeof model.id === 'string' ? [{ name: model.id, label: model.id }] : [],
  )
}
