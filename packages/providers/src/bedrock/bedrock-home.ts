import type { JsonObject } from '@runnel/contract'
import { RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import type { VendorHome } from '../ai-sdk/read-endpoint.ts'
import type { VendorKey } from '../ai-sdk/read-key.ts'

/** A region is part of a host: nothing in it may lead elsewhere. */
const REGION = /^[a-z]{2,4}(-[a-z]+){1,2}-\d{1,2}$/
const DEFAULT_REGION = 'us-east-1'

/** The region that a node names. */
export function readAwsRegion(values: JsonObject): string {
  const region = readText(values, 'region').trim() || DEFAULT_REGION
  if (REGION.test(region)) return region
  throw new RunnelError(
    'invalid_input',
    `"${region.slice(0, 40)}" is no region of AWS. Choose one in the node, such as ${DEFAULT_REGION}.`,
  )
}

/** Bedrock in the region of the node, unless `endpointHost` names another host: a gateway of one's own network. */
export const BEDROCK_HOME = {
  label: 'AWS Bedrock',
  baseURLOf: (_credential, values) => {
    const region = readAwsRegion(values)
    return `https://bedrock-runtime.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`
  },
  addressParam: 'endpointHost',
  addressMayBeHost: true,
} satisfies VendorHome

export const BEDROCK_KEY: VendorKey = {
  field: 'awsKey',
  secretFields: ['awsSecret', 'awsSession'],
  needed: 'always',
}
