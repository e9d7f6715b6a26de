import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { DEEPSEEK_HOME, DEEPSEEK_KEY_FIELD } from './deepseek-home.ts'

/** The chat models of Deepseek. */
export const listDeepseekModels = listVendorModels({
  ...DEEPSEEK_HOME,
  known: ['deepseek-chat', 'deepseek-reasoner'],
  keyField: DEEPSEEK_KEY_FIELD,
  path: '/models',
})
