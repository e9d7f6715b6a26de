import { connectCompatibleImages } from '../ai-sdk/connect-compatible-images.ts'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { OPENAI_REFUSES_CONTENT, readPictureOptions } from '../ai-sdk/openai-pictures.ts'

/** Draws through a LiteLLM proxy. */
export const drawByLitellm = openVendorImages({
  label: 'LiteLLM',
  addressParam: 'basePath',
  key: { field: 'litellmApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatibleImages('litellm'),
  options: (values) => {
    const { outputFormat, ...options } = readPictureOptions(values)
    return { litellm: { ...options, ...(outputFormat === undefined ? {} : { output_format: outputFormat }) } }
  },
  refusesContent: OPENAI_REFUSES_CONTENT,
})
