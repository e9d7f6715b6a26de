import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { NEBIUS_HOME, NEBIUS_KEY_FIELD } from './nebius-home.ts'
import { NEBIUS_PRICES } from './nebius-prices.ts'

/** The chat models that Nebius serves. */
export const listNebiusModels = listVendorModels({
  ...NEBIUS_HOME,
  known: Object.keys(NEBIUS_PRICES),
  keyField: NEBIUS_KEY_FIELD,
  path: '/models',
  fits: (name) => !/embedding|bge-|e5-|flux|guard/i.test(name),
})
