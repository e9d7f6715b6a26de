import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** A part of the path: nothing in it may lead elsewhere. */
const ACCOUNT = /^[\w-]+$/
const connect = connectCompatible('cloudflare')

/** Opens a chat model of Cloudflare Workers AI. */
export const openCloudflareChatModel = openVendorModel({
  label: 'Cloudflare Workers AI',
  baseURLOf: ({ cloudflareAccountId: id = '' }) =>
    ACCOUNT.test(id.trim()) ? `https://api.cloudflare.com/client/v4/accounts/${id.trim()}/ai/v1` : undefined,
  addressParam: 'baseUrl',
  key: { field: 'cloudflareApiToken', needed: 'always' },
  nameParams: ['model'],
  // Some flows name the address of the vendor's older protocol.
  connect: (connection, modelName) =>
    connect({ ...connection, baseURL: connection.baseURL.replace(/\/run$/, '/v1') }, modelName),
  rules: () => ({ namespace: 'cloudflare', sendsNames: false }),
})
