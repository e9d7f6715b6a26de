import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { MISTRAL_HOME, MISTRAL_KEY_FIELD } from './mistral-home.ts'

/** The chat models of MistralAI. */
export const listMistralModels = listVendorModels({
  ...MISTRAL_HOME,
  known: [
    'mistral-small-latest',
    'mistral-medium-latest',
    'mistral-large-latest',
    'magistral-medium-latest',
    'ministral-8b-latest',
    'codestral-latest',
    'open-mistral-nemo',
  ],
  keyField: MISTRAL_KEY_FIELD,
  path: '/models',
})
