import type { AnthropicBlock } from './anthropic-request.ts'

/** Tokens of an image or of a document that is no text; the vendor counts by size, a fixed number does here. */
const MEDIA_TOKENS = 1500
const CHARACTERS_PER_TOKEN = 4

/** Tokens of a text, about as the vendor's models count. */
export function countTextTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

/** Tokens of one block or tool. */
export function countBlockTokens(block: object): number {
  const { type } = block as Partial<AnthropicBlock>
  if (type === 'image' || (type === 'document' && !isTextDocument(block as AnthropicBlock)))
    return MEDIA_TOKENS
  return countTextTokens(JSON.stringify(withoutCacheControl(block)))
}

/** What a block says, without where a prefix ends. */
export function withoutCacheControl(block: object): object {
  return { ...block, cache_control: undefined }
}

function isTextDocument({ source }: AnthropicBlock): boolean {
  return typeof source === 'object' && source !== null && 'type' in source && source.type === 'text'
}
