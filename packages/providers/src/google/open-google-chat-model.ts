import { createGoogle } from '@ai-sdk/google'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { GEMINI_MEDIA, GEMINI_RULES, readGeminiOptions } from './gemini-options.ts'
import { GOOGLE_HOME, GOOGLE_KEY_FIELD } from './google-home.ts'
import { refuseMixedTools } from './refuse-mixed-tools.ts'

/** Opens a chat model of Gemini. */
export const openGoogleChatModel = openVendorModel({
  ...GOOGLE_HOME,
  key: { field: GOOGLE_KEY_FIELD, needed: 'always' },
  nameParams: ['customModelName', 'modelName'],
  connect: (connection, modelName) => refuseMixedTools(createGoogle(connection)(modelName)),
  rules: () => ({ ...GEMINI_RULES, namespace: 'google' }),
  mediaTypes: GEMINI_MEDIA,
  settings: (values) => ({ providerOptions: { google: readGeminiOptions(values) } }),
})
