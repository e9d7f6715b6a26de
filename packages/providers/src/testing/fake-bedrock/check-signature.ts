import { createHash, createHmac } from 'node:crypto'
import type { FakeRefusal } from '../fake-openai-reply.ts'
import type { FakeCall } from '../start-fake-vendor.ts'

/** Whose calls the server lets in, and where it stands. */
export interface AwsAccount {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  region: string
  /** Another service than Bedrock, and its host. */
  other?: { service: string; host: string }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/**
 * Checks a call's Signature Version 4 as AWS does: computed anew from the account's secret and from what came, so that a
 * wrong secret, another region or a changed body is met.
 */
export function checkSignature(call: FakeCall<unknown>, account: AwsAccount): FakeRefusal | undefined {
  const [, key, date = '', region, service, signedHeaders = '', signature] =
    AUTHORIZATION.exec(call.headers.authorization ?? '') ?? []
  if (key === undefined) return { status: 403, message: 'Missing Authentication Token' }
  if (key !== account.accessKeyId || call.headers['x-amz-security-token'] !== account.sessionToken) {
    return { status: 403, message: 'The security token included in the request is invalid.' }
  }
  const wanted = account.other?.service ?? 'bedrock'
  if (region !== account.region || service !== wanted) {
    const message = `Credential should be scoped to a valid region, not '${region}', and correct service '${wanted}'.`
    return { status: 403, message }
  }
  const scope = [date, region, service, 'aws4_request']
  const seed = scope.reduce<string | Buffer>(sign, `AWS4${account.secretAccessKey}`)
  const canonical = canonicalRequest(call, signedHeaders.split(';'), account)
  const text = ['AWS4-HMAC-SHA256', call.headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  if (sign(seed, text).toString('hex') === signature) return undefined
  return {
    status: 403,
    message: 'The request signature we calculated does not match the signature you provided.',
  }
}

function canonicalRequest(call: FakeCall<unknown>, names: string[], { region, other }: AwsAccount): string {
  // Tests lead calls here: the caller meant this host.
  const headers = { ...call.headers, host: other?.host ?? `bedrock-runtime.${region}.amazonaws.com` }
  const path = call.path.split('/').map(encodeURIComponent).join('/')
  const lines = names.map((name) => `${name}:${headers[name as 'host']}`)
  return [call.method, path, '', ...lines, '', names.join(';'), sha256(call.bytes)].join('\n')
}

function sign(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}
