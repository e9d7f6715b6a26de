import { isJsonObject } from '@runnel/contract'
import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { OLLAMA_HOME, OLLAMA_KEY } from './ollama-home.ts'

/** The models that the server has. */
export const listOllamaModels = listVendorModels({
  ...OLLAMA_HOME,
  known: [],
  keyField: OLLAMA_KEY.field,
  path: '/api/tags',
  readNames: (body) => {
    const models = isJsonObject(body) && Array.isArray(body.models) ? body.models.filter(isJsonObject) : []
    return models.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  },
})
