import { createHash, createHmac } from 'node:crypto'
import type { SentRequest } from '@runnel/node-kit/testing'

/** Whose requests a fake of AWS lets in, and which of its services it is. */
export interface AwsAccount {
  awsKey: string
  awsSecret: string
  service: string
  region: string
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
const OLDEST_MS = 900_000

/** What is wrong with a request's Signature Version 4, computed anew of what came; undefined when nothing is. */
export function faultOfSignature(sent: SentRequest, account: AwsAccount, now: number): string | undefined {
  const [, key, scope = '', names = '', signature] =
    AUTHORIZATION.exec(sent.headers.authorization ?? '') ?? []
  const time = sent.headers['x-amz-date'] ?? ''
  if (key !== account.awsKey) return 'InvalidClientTokenId'
  const day = time.slice(0, 8)
  if (scope !== `${day}/${account.region}/${account.service}/aws4_request`) return 'CredentialScope'
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now - at) < OLDEST_MS)) return 'RequestExpired'
  const headers: Record<string, string> = { ...sent.headers, host: sent.url.host }
  const canonical = [
    sent.method,
    sent.url.pathname,
    [...sent.url.searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names,
    sha256(sent.text),
  ].join('\n')
  const seed = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${account.awsSecret}`)
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  return hmac(seed, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
