import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { PERPLEXITY_HOME, PERPLEXITY_KEY_FIELD } from './perplexity-home.ts'

/** The chat models of Perplexity. */
export const listPerplexityModels = listVendorModels({
  ...PERPLEXITY_HOME,
  known: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
  keyField: PERPLEXITY_KEY_FIELD,
})
