import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { cloudflareAddress } from './cloudflare-address.ts'

const connect = connectCompatible('cloudflare')

/** Opens a chat model of Cloudflare Workers AI. */
export const openCloudflareChatModel = openVendorModel({
  label: 'Cloudflare Workers AI',
  baseURLOf: (credential) => {
    const address = cloudflareAddress(credential)
    return address === undefined ? undefined : `${address}/v1`
  },
  addressParam: 'baseUrl',
  key: { field: 'cloudflareApiToken', needed: 'always' },
  nameParams: ['model'],
  // Some flows name the address of the vendor's older protocol.
  connect: (connection, modelName) =>
    connect({ ...connection, baseURL: connection.baseURL.replace(/\/run$/, '/v1') }, modelName),
  rules: () => ({ namespace: 'cloudflare', sendsNames: false }),
})
