import { type JsonObject, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1'

/** Where calls go: Anthropic itself, or a gateway that speaks its protocol. `vendor` is for messages. */
export function readAnthropicEndpoint(values: JsonObject): { baseURL: string; vendor: string } {
  const basepath = readText(values, 'basepath').trim()
  if (basepath === '') return { baseURL: ANTHROPIC_BASE_URL, vendor: 'Anthropic' }
  const address = URL.canParse(basepath) ? new URL(basepath) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new RunnelError(
      'invalid_input',
      'The base path of the model is not a web address. Write it as https://host/v1.',
    )
  }
  return { baseURL: basepath.replace(/\/$/, ''), vendor: address.host }
}
