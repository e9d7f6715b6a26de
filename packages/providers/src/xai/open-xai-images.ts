import { readText } from '@runnel/node-kit'
import { connectCompatibleImages } from '../ai-sdk/connect-compatible-images.ts'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'

/** Draws by the image models of xAI. */
export const drawByXai = openVendorImages({
  label: 'xAI Grok',
  baseURL: 'https://api.x.ai/v1',
  key: { field: 'xaiApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectCompatibleImages('xai'),
  options: (values) => {
    const ratio = readText(values, 'aspectRatio').trim()
    // Else it answers with an address at which the picture stands for some time.
    return { xai: { response_format: 'b64_json', ...(ratio === '' ? {} : { aspect_ratio: ratio }) } }
  },
  refusesContent: ['content moderation'],
})
