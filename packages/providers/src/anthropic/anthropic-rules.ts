import type { JsonObject } from '@runnel/contract'
import { readSwitch } from '@runnel/node-kit'
import type { OwnRules } from '../ai-sdk/open-vendor-model.ts'
import type { AnthropicTraits } from './anthropic-traits.ts'
import { isThinking } from './read-anthropic-options.ts'

/** What the models see where the author lets files through. */
export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf', 'text/*']

/** What Anthropic takes and refuses with these values. */
export function anthropicRules(values: JsonObject, traits: AnthropicTraits): OwnRules {
  const thinks = isThinking(values)
  return {
    namespace: 'anthropic',
    lateSystem: 'hoist',
    beginsWithUser: true,
    endsWithUser: thinks || !traits.prefill,
    sendsNames: false,
    structure: thinks && !traits.schema ? 'words' : 'schema',
    cachesPrompts: readSwitch(values, 'promptCaching', true),
    outOfQuota: ['credit balance is too low', 'billing_error'],
  }
}
