import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { MOONSHOT_HOME, MOONSHOT_KEY_FIELD } from './moonshot-home.ts'
import { MOONSHOT_MODELS } from './moonshot-models.ts'

/** The chat models of Moonshot. */
export const listMoonshotModels = listVendorModels({
  ...MOONSHOT_HOME,
  known: MOONSHOT_MODELS,
  keyField: MOONSHOT_KEY_FIELD,
  path: '/models',
})
