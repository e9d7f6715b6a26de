import { awsHost, readAwsRegion } from '@runnel/node-kit'
import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** Bedrock in the region of the node, unless `endpointHost` names another host: a gateway of one's own network. */
export const BEDROCK_HOME = {
  label: 'AWS Bedrock',
  baseURLOf: (_credential, values) => `https://${awsHost('bedrock-runtime', readAwsRegion(values))}`,
  addressParam: 'endpointHost',
  addressMayBeHost: true,
} satisfies VendorHome

export const BEDROCK_KEY: VendorKey = {
  field: 'awsKey',
  secretFields: ['awsSecret', 'awsSession'],
  needed: 'always',
}
