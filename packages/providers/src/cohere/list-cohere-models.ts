import { isJsonObject } from '@runnel/contract'
import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { COHERE_HOME, COHERE_KEY } from './cohere-home.ts'

/** The chat models of Cohere. They are listed by the first version of its protocol only. */
export const listCohereModels = listVendorModels({
  ...COHERE_HOME,
  baseURL: 'https://api.cohere.com/v1',
  known: [
    'command-r7b-12-2024',
    'command-a-plus-05-2026',
    'command-a-03-2025',
    'command-a-reasoning-08-2025',
    'command-a-vision-07-2025',
    'command-r-plus-08-2024',
    'command-r-08-2024',
  ],
  keyField: COHERE_KEY.field,
  path: '/models?endpoint=chat&page_size=1000',
  readNames: (body) => {
    const models = isJsonObject(body) && Array.isArray(body.models) ? body.models.filter(isJsonObject) : []
    return models.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  },
})
