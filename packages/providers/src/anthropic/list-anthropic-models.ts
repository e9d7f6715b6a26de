import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { ANTHROPIC_HOME, ANTHROPIC_KEY_FIELD } from './anthropic-home.ts'
import { ANTHROPIC_MODEL_NAMES } from './anthropic-model-names.ts'

/** The models of Anthropic. */
export const listAnthropicModels = listVendorModels({
  ...ANTHROPIC_HOME,
  known: ANTHROPIC_MODEL_NAMES,
  keyField: ANTHROPIC_KEY_FIELD,
  path: '/models?limit=1000',
  authorize: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
})
