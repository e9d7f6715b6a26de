import { RunnelError } from '@runnel/contract'
import type { VendorContext } from '@runnel/node-kit'
import { OPENAI_BASE_URL } from './read-openai-endpoint.ts'

/** Servers of one's own often need no key; OpenAI always does. */
export function readOpenAIKey({ credential }: VendorContext, baseURL: string): string | undefined {
  const key = credential?.openAIApiKey?.trim()
  if (key) return key
  if (baseURL !== OPENAI_BASE_URL) return undefined
  throw new RunnelError(
    'missing_credential',
    'OpenAI needs an API key. Choose a credential in the model node, or create one there.',
  )
}

/** Without a key no `Authorization` header is sent, unless the author wrote one. */
export function withoutKey(apiKey: string | undefined, headers: Record<string, string>) {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return apiKey === undefined && !hasOwn ? { headers: { authorization: undefined } } : {}
}
