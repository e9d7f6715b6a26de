import type { EgressCallOptions, EgressFetch } from '../egress/create-egress.ts'
import type { SandboxRequest, SandboxResponse } from './sandbox.ts'

/**
 * Makes the `fetch` of a broker out of the egress client: user code reaches what egress allows, within the
 * options given (the run's grant), and gets the body as text. Throws what egress throws.
 */
export function brokerFetchBy(
  fetch: EgressFetch,
  options: EgressCallOptions & { signal?: AbortSignal } = {},
): (request: SandboxRequest) => Promise<SandboxResponse> {
  const { signal, ...callOptions } = options
  return async ({ url, method, headers, body }) => {
    const init = { method, headers, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) }
    const response = await fetch(url, init, callOptions)
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
}
