import { isJsonObject } from '@runnel/contract'

/** What is read of a provider's metadata. The library copies all that it is given, several times for a sign-in. */
const KNOWN = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'token_endpoint_auth_methods_supported',
  'id_token_signing_alg_values_supported',
  'userinfo_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
]
/** Of a list no provider has more. */
const MOST_NAMES = 100

function keep(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : value
  return value.slice(0, MOST_NAMES).filter((each) => typeof each === 'string')
}

/** The metadata of a provider with the fields that are used, and nothing else; an answer that is none as it came. */
export async function keepKnownMetadata(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  return new Response(keepKnown(text), {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  })
}

function keepKnown(text: string): string {
  try {
    const all: unknown = JSON.parse(text)
    if (!isJsonObject(all)) return text
    return JSON.stringify(Object.fromEntries(KNOWN.map((name) => [name, keep(all[name])])))
  } catch {
    return text
  }
}
