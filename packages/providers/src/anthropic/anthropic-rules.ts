import type { JsonObject } from '@runnel/contract'
import { readSwitch } from '@runnel/node-kit'
import { LENIENT_RULES, type VendorRules } from '../ai-sdk/vendor-rules.ts'
import type { AnthropicTraits } from './anthropic-traits.ts'
import { isThinking } from './read-anthropic-settings.ts'

const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf', 'text/*']

/** What Anthropic takes and refuses with these values. */
export function anthropicRules(values: JsonObject, traits: AnthropicTraits): VendorRules {
  const thinks = isThinking(values)
  return {
    ...LENIENT_RULES,
    namespace: 'anthropic',
    mediaTypes: readSwitch(values, 'allowImageUploads') ? MEDIA_TYPES : [],
    lateSystem: 'hoist',
    beginsWithUser: true,
    endsWithUser: thinks || !traits.prefill,
    sendsNames: false,
    structure: thinks && !traits.schema ? 'words' : 'schema',
    cachesPrompts: readSwitch(values, 'promptCaching', true),
    outOfQuota: ['credit balance is too low', 'billing_error'],
  }
}
