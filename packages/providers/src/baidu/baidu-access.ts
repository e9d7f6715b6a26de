import { RunnelError } from '@runnel/contract'
import { fetchWithToken, type TokenRequest } from '../ai-sdk/fetch-with-token.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { signBce } from './sign-bce.ts'

/** Where Baidu Cloud gives tokens for a pair of keys. */
export const TOKEN_ADDRESS = 'https://iam.bj.baidubce.com/v1/BCE-BEARER/token'
const MILLISECONDS = 1000
/** What an API key of Qianfan begins with: it is a bearer's already. */
export const API_KEY_MARK = 'bce-v3/'

/** The same connection with a `fetch` that shows a token of Baidu Cloud, or the API key that the credential holds. */
export function enterBaidu(connection: VendorConnection): VendorConnection {
  const { apiKey, credential } = connection
  if (apiKey.startsWith(API_KEY_MARK)) return connection
  const secret = credential.qianfanSecretKey?.trim() ?? ''
  if (secret === '') {
    throw new RunnelError(
      'missing_credential',
      'The credential of Baidu Qianfan has no secret key. Write it there, or an API key in place of the access key.',
    )
  }
  const fetch = fetchWithToken(connection, {
    url: TOKEN_ADDRESS,
    identity: [apiKey, secret],
    ask: () => askForBaiduToken(apiKey, secret, Date.now()),
    read: ({ token, expireTime }) => ({ token, seconds: secondsUntil(expireTime) }),
  })
  return { ...connection, fetch }
}

/** Asks Baidu Cloud for a token, signed at that time in milliseconds since 1970. */
export async function askForBaiduToken(accessKey: string, secret: string, at: number): Promise<TokenRequest> {
  const request = { method: 'GET', url: TOKEN_ADDRESS, accessKey, secret, at }
  return { method: request.method, headers: { authorization: await signBce(request) } }
}

function secondsUntil(time: unknown): number | undefined {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(at) ? undefined : (at - Date.now()) / MILLISECONDS
}
