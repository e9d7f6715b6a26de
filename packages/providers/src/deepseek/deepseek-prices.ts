import type { TokenPrice } from '@runnel/contract'

/**
 * What DeepSeek asks, in US dollars for a million tokens, as it lists it: at hours when few call it asks half. An operator's own list goes
 * before. All of these names are answered, and billed, as one model since September 2026.
 */
export const DEEPSEEK_PRICES: Readonly<Record<string, TokenPrice>> = {
  'deepseek-flash': { input: 0.3, output: 1.2, cachedInput: 0.006 },
  'deepseek-v4-pro': { input: 0.3, output: 1.2, cachedInput: 0.006 },
  'deepseek-v4-flash': { input: 0.3, output: 1.2, cachedInput: 0.006 },
}
