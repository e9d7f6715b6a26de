/** What is signed, by whom, and when in milliseconds since 1970. Names of headers are in small letters. */
export interface BceRequest {
  method: string
  url: string
  headers?: Record<string, string>
  accessKey: string
  secret: string
  at: number
}

const VALID_SECONDS = 1800
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** The `Authorization` header of Baidu Cloud for a request (`bce-auth-v1`). Nothing in it tells the secret. */
export async function signBce({
  method,
  url,
  headers = {},
  accessKey,
  secret,
  at,
}: BceRequest): Promise<string> {
  const { host, pathname, searchParams } = new URL(url)
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  const prefix = `bce-auth-v1/${accessKey}/${time}/${VALID_SECONDS}`
  const signed = { ...headers, host }
  const query = [...searchParams].map((pair) => pair.map(encode).join('='))
  const lines = Object.entries(signed).map((pair) => pair.map(encode).join(':'))
  const canonical = [method, pathname, query.sort().join('&'), ...lines.sort()].join('\n')
  const signature = await sign(await sign(secret, prefix), canonical)
  return `${prefix}/${Object.keys(signed).sort().join(';')}/${signature}`
}

/** Letters, digits and `-._~` stay; all else is a percent sign and two capital digits. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), ALGORITHM, false, ['sign'])
  const signature = await crypto.subtle.sign(ALGORITHM, imported, encoder.encode(text))
  return new Uint8Array(signature).toHex()
}
