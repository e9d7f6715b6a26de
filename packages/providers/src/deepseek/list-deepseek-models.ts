import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { DEEPSEEK_HOME, DEEPSEEK_KEY_FIELD } from './deepseek-home.ts'

/** The chat models of Deepseek. */
export const listDeepseekModels = listVendorModels({
  ...DEEPSEEK_HOME,
  known: ['deepseek-flash', 'deepseek-v4-pro'],
  keyField: DEEPSEEK_KEY_FIELD,
  path: '/models',
})
