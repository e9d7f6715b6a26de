import { type JsonObject, RunnelError } from '@runnel/contract'
import { readObject, readText } from '@runnel/node-kit'

export const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** Where calls go: OpenAI itself, or the server of `basepath`. */
export interface OpenAIEndpoint {
  baseURL: string
  /** For messages: `OpenAI`, or the host that the author chose. */
  vendor: string
  headers: Record<string, string>
}

/** Headers that the connection itself decides. */
const RESERVED = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'content-type'])

/** Reads `basepath` and `baseOptions`; what cannot be an address or a header is `invalid_input`. */
export function readOpenAIEndpoint(values: JsonObject): OpenAIEndpoint {
  const basepath = readText(values, 'basepath').trim()
  const headers = readHeaders(values)
  if (basepath === '') return { baseURL: OPENAI_BASE_URL, vendor: 'OpenAI', headers }
  const address = URL.canParse(basepath) ? new URL(basepath) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new RunnelError(
      'invalid_input',
      'The base path of the model is not a web address. Write it as https://host/v1.',
    )
  }
  return { baseURL: withoutTrailingSlash(basepath), vendor: address.host, headers }
}

/** `baseOptions` are headers; some flows put them one level down. */
function readHeaders(values: JsonObject): Record<string, string> {
  const options = readObject(values, 'baseOptions') ?? {}
  const listed = readObject(options, 'defaultHeaders') ?? readObject(options, 'headers') ?? options
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(listed)) {
    if (
      typeof value === 'object' ||
      RESERVED.has(name.toLowerCase()) ||
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
    ) {
      throw new RunnelError(
        'invalid_input',
        `"${name}" in the base options of the model cannot be sent as a header. Give names and texts of HTTP headers.`,
      )
    }
    headers[name] = String(value)
  }
  return headers
}

function withoutTrailingSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}
