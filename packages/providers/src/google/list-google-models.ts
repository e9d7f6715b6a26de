import { isJsonObject } from '@runnel/contract'
import { listVendorModels } from '../ai-sdk/list-vendor-models.ts'
import { GOOGLE_HOME, GOOGLE_KEY_FIELD } from './google-home.ts'

const GEMINI_MODEL_NAMES = [
  'gemini-3.8-flash',
  'gemini-3.5-flash',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-2.5-flash',
  'gemini-2.5-pro',
  'gemini-2.5-flash-lite',
  'gemini-flash-latest',
]

/** The chat models of Gemini. */
export const listGoogleModels = listVendorModels({
  ...GOOGLE_HOME,
  known: GEMINI_MODEL_NAMES,
  keyField: GOOGLE_KEY_FIELD,
  path: '/models?pageSize=1000',
  authorize: (key) => ({ 'x-goog-api-key': key }),
  readNames: (body) => {
    const models = isJsonObject(body) && Array.isArray(body.models) ? body.models.filter(isJsonObject) : []
    const chats = models.filter(
      ({ supportedGenerationMethods: methods }) =>
        Array.isArray(methods) && methods.includes('generateContent'),
    )
    return chats.flatMap(({ name }) => (typeof name === 'string' ? [name.replace('models/', '')] : []))
  },
})
