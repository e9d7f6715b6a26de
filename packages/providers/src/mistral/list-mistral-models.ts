import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { MISTRAL_HOME, MISTRAL_KEY_FIELD } from './mistral-home.ts'

/** The chat models of MistralAI. */
export const listMistralModels = listVendorModels({
  ...MISTRAL_HOME,
  known: [
    'mistral-small-latest',
    'mistral-small-2603',
    'mistral-medium-latest',
    'mistral-large-latest',
    'mistral-large-4',
    'ministral-8b-latest',
    'codestral-latest',
    'devstral-2512',
  ],
  keyField: MISTRAL_KEY_FIELD,
  path: '/models',
})
