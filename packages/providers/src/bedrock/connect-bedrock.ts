import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { RunnelError } from '@runnel/contract'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { readAwsRegion } from './bedrock-home.ts'

/**
 * The vendor's client for an account: calls are signed with its keys, for the region of the node. What the environment
 * of the server holds for AWS is never used.
 */
export function connectBedrock({ baseURL, apiKey, headers, fetch, credential, values }: VendorConnection) {
  const { awsSecret = '', awsSession = '', roleArn = '' } = credential
  if (awsSecret.trim() === '') {
    throw new RunnelError(
      'missing_credential',
      'The credential of AWS has no secret access key. Write it there.',
    )
  }
  if (roleArn.trim() !== '') {
    throw new RunnelError(
      'invalid_input',
      'The credential of AWS names a role to assume, which is not supported: calls would run with other rights than those of the role. Give keys that have its rights.',
    )
  }
  return createAmazonBedrock({
    baseURL,
    region: readAwsRegion(values),
    accessKeyId: apiKey,
    secretAccessKey: awsSecret.trim(),
    ...(awsSession.trim() === '' ? {} : { sessionToken: awsSession.trim() }),
    // An empty key keeps the client from looking for one in the environment.
    apiKey: '',
    headers,
    fetch,
  })
}
