/** What models of a family take and refuse. */
export interface ModelTraits {
  /** The most that `max_tokens` may be. */
  maxTokens: number
  /** Takes temperature, top_k and top_p. */
  sampling: boolean
  /** Takes temperature and top_p together. */
  bothSamplers: boolean
  /** Takes `thinking.type: enabled` with a budget. */
  budget: boolean
  adaptive: boolean
  /** Takes `thinking.type: disabled`. */
  canStopThinking: boolean
  /** Takes tool_choice `any` and `tool`. */
  forcedTools: boolean
  /** Takes `output_config.effort`. */
  effort: boolean
  /** Goes on with a last message of the assistant. */
  prefill: boolean
  /** A shorter prefix is not kept, without a word. */
  leastCacheTokens: number
}

const OLD: ModelTraits = {
  maxTokens: 4096,
  sampling: true,
  bothSamplers: true,
  budget: true,
  adaptive: false,
  canStopThinking: true,
  forcedTools: true,
  effort: false,
  prefill: true,
  leastCacheTokens: 1024,
}
const FOUR_FIVE: ModelTraits = { ...OLD, maxTokens: 64_000, bothSamplers: false }
const CURRENT: ModelTraits = {
  ...OLD,
  maxTokens: 128_000,
  bothSamplers: false,
  adaptive: true,
  effort: true,
  prefill: false,
}
const FIXED_SAMPLING: ModelTraits = { ...CURRENT, sampling: false }
const ALWAYS_THINKING: ModelTraits = { ...FIXED_SAMPLING, budget: false, canStopThinking: false }

/** The first that a name contains holds. */
const FAMILIES: [part: string, traits: ModelTraits][] = [
  ['claude-sonnet-5-5', { ...ALWAYS_THINKING, forcedTools: false }],
  ['claude-opus-5-5', { ...ALWAYS_THINKING, forcedTools: false }],
  ['claude-haiku-5-5', { ...FIXED_SAMPLING, budget: false }],
  ['claude-opus-5', { ...FIXED_SAMPLING, leastCacheTokens: 512 }],
  ['claude-fable-5-', { ...ALWAYS_THINKING, forcedTools: false, leastCacheTokens: 512 }],
  ['claude-fable-5', { ...ALWAYS_THINKING, leastCacheTokens: 512 }],
  ['claude-sonnet-5', FIXED_SAMPLING],
  ['claude-opus-4-8', FIXED_SAMPLING],
  ['claude-opus-4-7', FIXED_SAMPLING],
  ['claude-sonnet-4-6', CURRENT],
  ['claude-opus-4-6', { ...CURRENT, leastCacheTokens: 4096 }],
  ['claude-haiku-4-5', { ...FOUR_FIVE, leastCacheTokens: 4096 }],
  ['claude-opus-4-5', { ...FOUR_FIVE, effort: true, leastCacheTokens: 4096 }],
  ['claude-sonnet-4-5', FOUR_FIVE],
  ['claude-opus-4-1', { ...FOUR_FIVE, maxTokens: 32_000 }],
  ['claude-opus-4', { ...OLD, maxTokens: 32_000 }],
  ['claude-sonnet-4', { ...OLD, maxTokens: 64_000 }],
]

/** What a model takes; a name of no known family counts as an old one. Source: the catalogue of `@ai-sdk/anthropic`. */
export function traitsOf(model: string): ModelTraits {
  return FAMILIES.find(([part]) => model.includes(part))?.[1] ?? OLD
}

/** Models that the server knows when a test names none; newest first, as the vendor lists them. */
export const ANTHROPIC_MODELS = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-sonnet-4-6',
  'claude-opus-4-6',
  'claude-opus-4-5',
  'claude-opus-4-5-20251101',
  'claude-haiku-4-5',
  'claude-haiku-4-5-20251001',
  'claude-sonnet-4-5',
  'claude-sonnet-4-5-20250929',
  'claude-opus-4-1',
  'claude-opus-4-1-20250805',
  'claude-sonnet-4-0',
  'claude-sonnet-4-20250514',
  'claude-opus-4-0',
  'claude-3-haiku-20240307',
]
