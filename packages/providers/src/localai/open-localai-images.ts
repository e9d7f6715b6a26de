import { connectCompatibleImages } from '../ai-sdk/connect-compatible-images.ts'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'

/** Draws on a LocalAI server. */
export const drawByLocalAI = openVendorImages({
  label: 'LocalAI',
  addressParam: 'basePath',
  key: { field: 'localAIApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatibleImages('localai'),
  // Else it answers with an address of its own, which may not be the one that it is reached by.
  options: () => ({ localai: { response_format: 'b64_json' } }),
})
