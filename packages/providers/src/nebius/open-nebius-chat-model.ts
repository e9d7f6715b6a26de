import { readText } from '@runnel/node-kit'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { NEBIUS_HOME, NEBIUS_KEY_FIELD } from './nebius-home.ts'

/** Opens a chat model that Nebius serves. */
export const openNebiusChatModel = openVendorModel({
  ...NEBIUS_HOME,
  key: { field: NEBIUS_KEY_FIELD, needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectCompatible('nebius'),
  rules: () => ({ namespace: 'nebius', structure: 'schema' }),
  settings: (values) => {
    const reasoningEffort = readText(values, 'reasoningEffort')
    return reasoningEffort === '' ? {} : { providerOptions: { nebius: { reasoningEffort } } }
  },
  mediaTypes: ['image/*'],
})
