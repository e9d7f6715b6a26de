import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type CallContext, type Component, codeGlobals, type HttpRequest, readText } from '@runnel/node-kit'

/**
 * What stands in the param of an imported flow whose author left it alone: it sends the request as it is, which is done
 * here without code. Blanks apart.
 */
const SENDS_ONLY = new Set([
  "constfetch=require('node-fetch');consturl=$url;constoptions=$options;try{constresponse=awaitfetch(url,options);constresp=awaitresponse.json();returnJSON.stringify(resp);}catch(error){console.error(error);return'';}",
  'constresponse=awaitfetch($url,$options)returnawaitresponse.text()',
])

/** The author's code in place of the request; undefined where the request is sent as it is. */
export function readCustomCode({ values }: Component): string | undefined {
  const code = readText(values, 'customCode')
  const bare = code.replaceAll(/\s/g, '')
  return bare === '' || SENDS_ONLY.has(bare) ? undefined : code
}

/**
 * Runs the author's code in the sandbox, which sees the request and what the model said.
 * @throws RunnelError `invalid_input` with a credential: code must not see it
 */
export async function runCustomCode(
  code: string,
  { component, request, said, call }: CustomRequest,
): Promise<string> {
  if (component.credentials.credential) {
    throw new RunnelError(
      'invalid_input',
      `${component.label} has code of its own and a credential, which code does not get. Empty the code, or take the credential away.`,
    )
  }
  const { url, method = 'GET', headers = {}, body } = request
  const returned = await call.code(code, {
    ...codeGlobals(code, call),
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [`$${name}`, value ?? null])),
    $url: url,
    $options: { method, headers, ...(body !== undefined && { body }) },
  })
  return asText(returned)
}

interface CustomRequest {
  component: Component
  request: HttpRequest
  said: JsonObject
  call: CallContext
}

function asText(returned: JsonValue): string {
  if (returned === null) return ''
  return typeof returned === 'object' ? JSON.stringify(returned) : String(returned)
}
