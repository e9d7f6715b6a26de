/** One call that the fake server received. Header names are lower case. */
export interface FakeAnthropicRequest {
  method: string
  path: string
  /** Query parameters. */
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  /** Parsed JSON body; an empty object for GET. */
  body: AnthropicBody
}

/** The body of a call of the Messages API as it claims to be; the rules find out whether it is. */
export interface AnthropicBody {
  model?: string
  max_tokens?: number
  messages?: AnthropicMessage[]
  system?: string | AnthropicBlock[]
  stream?: boolean
  temperature?: number
  top_k?: number
  top_p?: number
  stop_sequences?: string[]
  tools?: AnthropicTool[]
  tool_choice?: { type: string; name?: string; disable_parallel_tool_use?: boolean }
  thinking?: { type?: string; budget_tokens?: number; display?: string }
  output_config?: { effort?: string; format?: { type: string; schema?: Record<string, unknown> } }
  cache_control?: CacheControl
  [key: string]: unknown
}

/** A message; a string stands for one text block. */
export interface AnthropicMessage {
  role: string
  content: string | AnthropicBlock[]
}

/** A content block, in requests and in answers. */
export interface AnthropicBlock {
  type: string
  cache_control?: CacheControl | null
  [key: string]: unknown
}

/** The end of a prefix that is to be kept; `ttl` is five minutes unless it says an hour. */
export interface CacheControl {
  type: string
  ttl?: string
}

/** A tool of the caller (no `type`, or `custom`), or one of the vendor's by its dated type. */
export interface AnthropicTool {
  type?: string
  name?: string
  description?: string
  input_schema?: Record<string, unknown>
  strict?: boolean
  cache_control?: CacheControl | null
  [key: string]: unknown
}

/** Whether the model is to think; tells apart nothing of how. */
export function isThinking({ thinking }: AnthropicBody): boolean {
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive' || thinking?.type === 'between_tools'
}

/** The beta features that a call names in its header. */
export function readBetas({ headers }: Pick<FakeAnthropicRequest, 'headers'>): string[] {
  return String(headers['anthropic-beta'] ?? '')
    .split(',')
    .map((beta) => beta.trim())
}
