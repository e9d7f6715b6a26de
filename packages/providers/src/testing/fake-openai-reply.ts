/** One call that the fake server received. Header names are lower case. */
export interface FakeOpenAIRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  /** Parsed JSON body; an empty object for GET and for uploads. */
  body: FakeChatBody
}

/** What vendors that speak chat completions do otherwise than OpenAI. */
export interface FakeDialect {
  /** The usage of a stream comes unasked: in the last frame, or there under a name of Groq's own. */
  tellsUsage?: 'last frame' | 'x_groq'
  /**
   * What a model thinks stands in `reasoning`, or in parts of its content, in place of `reasoning_content`; chat completions
   * of OpenAI itself tell nothing of it.
   */
  tellsThoughts?: 'reasoning' | 'parts' | 'never'
  /** The address of an image may stand as bare text. */
  takesBareImageUrls?: boolean
  /** A recording stands as bare base64, or as an address that holds it. */
  takesSoundsAs?: 'bare text' | 'address'
  /** The header that shows the key; as a bearer's unless given. */
  keyHeader?: string
  /** Where it says whose key it is, beside its list of models. */
  accountPath?: string
  /** What it refuses of a call of chat completions, in its words. */
  refuses?: (body: FakeChatBody) => string | undefined
}

/** The parts of a chat completion's body that the server reads; the rest is kept as it came. */
export interface FakeChatBody {
  model?: string
  messages?: { role: string; content?: unknown; [key: string]: unknown }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  tools?: { type: string; function: { name: string; parameters?: Record<string, unknown> } }[]
  tool_choice?: unknown
  response_format?: { type: string; json_schema?: { schema?: Record<string, unknown> } }
  [key: string]: unknown
}

/** A tool call that the fake model makes; `input` is sent as JSON text, a string as it is. */
export interface FakeToolCall {
  id?: string
  name: string
  input: unknown
}

/** An answer that fits the protocol. Times are milliseconds. */
export interface FakeAnswer {
  /**
   * What the model thinks first: as servers of open models tell it (`reasoning_content`), and as the summary of
   * `/responses`, there one part for each paragraph.
   */
  reasoning?: string
  text?: string
  toolCalls?: FakeToolCall[]
  /** What stands before the text: items of `/responses`, parts of Gemini, such as calls of the vendor's own tools. */
  items?: Record<string, unknown>[]
  /** Notes to the text of such an answer: citations. */
  annotations?: Record<string, unknown>[]
  /** Where an answer of Gemini has its facts from. */
  grounding?: Record<string, unknown>
  usage?: { prompt: number; completion: number }
  finishReason?: string
  /** What is drawn, whatever was asked for. */
  pictures?: Uint8Array[]
  /** Wait before the first byte. */
  delayMs?: number
  /** Streams: the deltas; by default the text word by word. */
  pieces?: string[]
  /** Streams: wait after the first chunk (the role) until the first delta, and between deltas. */
  firstTokenDelayMs?: number
  tokenDelayMs?: number
  /** Streams: the connection breaks after so many deltas. */
  cutAfter?: number
  /** Streams: an error frame comes after so many deltas. */
  errorAfter?: number
}

/** A refusal, in the vendor's error format. */
export interface FakeRefusal {
  status: number
  message?: string
  code?: string
  headers?: Record<string, string>
  delayMs?: number
}

/** What the fake server does with one call: an answer, a refusal, bytes that are no JSON, or a closed socket. */
export type FakeReply = FakeAnswer | FakeRefusal | { malformed: string } | { hangUp: true }

/** What the fake server does with one call of `/embeddings`, other than to answer it at once. */
export type FakeEmbeddingReply =
  | FakeRefusal
  | { malformed: string }
  | { hangUp: true }
  | { delayMs: number }
  /** The usual answer, once this has settled. */
  | { after: Promise<unknown> }

/** What the fake server does with one call of `/images/generations`; after a promise it draws what was asked for. */
export type FakeDrawingReply = FakeReply | { after: Promise<unknown> }
