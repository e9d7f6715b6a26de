/** How a chat is streamed in real time. */
export const PACED_STREAM = {
  tokensPerSecond: 30,
  tokens: 240,
  /** Part of every token, by which they are counted. */
  mark: '¤',
} as const

/** Seconds that the vendor takes for one. */
export const PACED_SECONDS = PACED_STREAM.tokens / PACED_STREAM.tokensPerSecond

/** Tokens of a long answer, which comes as fast as it is read. */
export const LONG_STREAM_TOKENS = 20_000
