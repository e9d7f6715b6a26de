import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { cloudflareAddress } from './cloudflare-address.ts'

/** Opens embeddings of Cloudflare Workers AI. */
export const openCloudflareEmbedder = openVendorEmbedder({
  label: 'Cloudflare Workers AI',
  baseURLOf: (credential) => {
    const address = cloudflareAddress(credential)
    return address === undefined ? undefined : `${address}/v1`
  },
  addressParam: 'baseUrl',
  key: { field: 'cloudflareApiToken', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 100,
})
