import { createPerplexity } from '@ai-sdk/perplexity'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { PERPLEXITY_HOME, PERPLEXITY_KEY_FIELD } from './perplexity-home.ts'

/** Opens a chat model of Perplexity. */
export const openPerplexityChatModel = openVendorModel({
  ...PERPLEXITY_HOME,
  key: { field: PERPLEXITY_KEY_FIELD, needed: 'always' },
  nameParams: ['model'],
  connect: (connection, modelName) => createPerplexity(connection)(modelName),
  rules: () => ({ namespace: 'perplexity', structure: 'schema', sendsNames: false }),
})
