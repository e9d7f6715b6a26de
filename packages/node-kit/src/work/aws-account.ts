import { type JsonObject, RunnelError } from '@runnel/contract'
import type { Authorise } from '../call-requests.ts'
import { readText } from '../read-values.ts'

/** Regions of AWS to choose from. */
export const AWS_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'us-gov-east-1',
  'us-gov-west-1',
  'af-south-1',
  'ap-east-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-south-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'ca-central-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-south-2',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'me-central-1',
  'me-south-1',
  'sa-east-1',
]

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

/** The host of a service of AWS in a region. */
export function awsHost(service: string, region: string): string {
  return `${service}.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`
}

/** Keys of an account, as a request is signed with them. */
export interface AwsKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The keys of a credential `awsApi`; `missing_credential` without them. What the server's environment holds is never used. */
export function readAwsKeys(fields: Record<string, string>): AwsKeys {
  const [accessKeyId = '', secretAccessKey = '', sessionToken = '', role = ''] = [
    'awsKey',
    'awsSecret',
    'awsSession',
    'roleArn',
  ].map((name) => fields[name]?.trim())
  if (accessKeyId === '' || secretAccessKey === '') {
    const missing = accessKeyId === '' ? 'access key' : 'secret access key'
    throw new RunnelError('missing_credential', `The credential of AWS has no ${missing}. Write it there.`)
  }
  if (role !== '') {
    throw new RunnelError(
      'invalid_input',
      'The credential of AWS names a role to assume, which is not supported: calls would run with other rights than those of the role. Give keys that have its rights.',
    )
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) }
}

/** Signs requests to a service of AWS with the keys of a credential `awsApi` (Signature Version 4). */
export function signAws(service: string, region: string): Authorise {
  return async (fields, { url, method, headers, body, leavesAt }) => {
    const keys = readAwsKeys(fields)
    const { AwsV4Signer } = await import('aws4fetch')
    const datetime = new Date(leavesAt).toISOString().replace(/[:-]|\.\d+/g, '')
    const request = { url, method, headers, ...(body === undefined ? {} : { body }) }
    const signer = new AwsV4Signer({ ...request, ...keys, service, region, datetime })
    const signed = await signer.sign()
    const added = [...signed.headers].filter(([name]) => name !== 'host' && headers[name] === undefined)
    return { headers: Object.fromEntries(added) }
  }
}
