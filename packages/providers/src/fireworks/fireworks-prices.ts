import type { TokenPrice } from '@runnel/contract'

/** What Fireworks AI asks for models that are served to everybody, in US dollars for a million tokens; an operator's own list goes before. */
export const FIREWORKS_PRICES: Readonly<Record<string, TokenPrice>> = {
  'accounts/fireworks/models/gpt-oss-120b': { input: 0.15, output: 0.6, cachedInput: 0.01 },
  'accounts/fireworks/models/gpt-oss-20b': { input: 0.05, output: 0.2 },
  'accounts/fireworks/models/deepseek-v4-pro': { input: 1.74, output: 3.48, cachedInput: 0.15 },
  'accounts/fireworks/models/deepseek-v4-flash': { input: 0.14, output: 0.28, cachedInput: 0.03 },
  'accounts/fireworks/models/kimi-k2p6': { input: 0.95, output: 4, cachedInput: 0.16 },
  'accounts/fireworks/models/glm-5p3': { input: 1.4, output: 4.4, cachedInput: 0.26 },
  'accounts/fireworks/models/minimax-m3': { input: 0.3, output: 1.2, cachedInput: 0.06 },
}
