import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { CEREBRAS_HOME, CEREBRAS_KEY_FIELD } from './cerebras-home.ts'

/** The chat models of Cerebras. */
export const listCerebrasModels = listVendorModels({
  ...CEREBRAS_HOME,
  known: [
    'gpt-oss-120b',
    'qwen-3.8-27b',
    'zai-glm-4.7',
    'gemma-4-31b',
    'llama-3.3-70b',
    'llama3.1-8b',
    'qwen-3-32b',
  ],
  keyField: CEREBRAS_KEY_FIELD,
  path: '/models',
})
