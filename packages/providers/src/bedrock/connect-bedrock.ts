import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { readAwsKeys, readAwsRegion } from '@runnel/node-kit'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

/**
 * The vendor's client for an account: calls are signed with its keys, for the region of the node. What the environment
 * of the server holds for AWS is never used.
 */
export function connectBedrock({ baseURL, headers, fetch, credential, values }: VendorConnection) {
  return createAmazonBedrock({
    ...readAwsKeys(credential),
    baseURL,
    region: readAwsRegion(values),
    // An empty key keeps the client from looking for one in the environment.
    apiKey: '',
    headers,
    fetch,
  })
}
