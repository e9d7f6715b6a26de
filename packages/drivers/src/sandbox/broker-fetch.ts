import { RunnelError } from '@runnel/contract'
import type { EgressCallOptions, EgressFetch } from '../egress/create-egress.ts'
import { limitMessages } from './limit-messages.ts'
import type { SandboxCall, SandboxRequest, SandboxResponse } from './sandbox.ts'

function tooLarge(maxBytes: number): RunnelError {
  return new RunnelError('limit_exceeded', limitMessages.answer({ valueBytes: maxBytes }))
}

/** Bytes of a body, where its head tells; what comes packed is larger than its head says. */
function lengthOf(headers: Headers): number | undefined {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  return headers.has('content-encoding') || Number.isNaN(length) ? undefined : length
}

/** The body as text, held in memory only once the run may hold it, and never more than its largest answer. */
async function readText(response: Response, { maxBytes, reserve }: SandboxCall): Promise<string> {
  const length = lengthOf(response.headers) ?? maxBytes
  if (response.body === null) return ''
  if (length > maxBytes) {
    await response.body.cancel()
    throw tooLarge(maxBytes)
  }
  await reserve(length)
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    // Leaving the loop gives the rest up.
    if (size > maxBytes) throw tooLarge(maxBytes)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Makes the `fetch` of a broker out of the egress client: user code reaches what egress allows, within the
 * options given (the run's grant), and gets the body as text. Throws what egress throws, and `limit_exceeded`.
 */
export function brokerFetchBy(
  fetch: EgressFetch,
  options: EgressCallOptions = {},
): (request: SandboxRequest, call: SandboxCall) => Promise<SandboxResponse> {
  return async ({ url, method, headers, body }, call) => {
    const init = { method, headers, ...(body === undefined ? {} : { body }), signal: call.signal }
    const response = await fetch(url, init, options)
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await readText(response, call),
    }
  }
}
