import { brokerFetchBy, type Egress } from '@runnel/drivers'
import { hideHeaders, type RunSecrets, sendingSecrets, withoutValues } from './run-secrets.ts'

type Broker = ReturnType<typeof brokerFetchBy>

/** The `fetch` of code: through the guard, with secret variables put in when a request leaves, and taken out of what comes back. */
export function codeFetch(egress: Pick<Egress, 'fetch'>, variables: RunSecrets): Broker {
  const ask = brokerFetchBy(sendingSecrets(egress, variables), { purpose: 'code' })
  return async (request, call) => {
    const { status, statusText, headers, body } = await ask(request, call).catch((error: unknown) => {
      throw withoutValues(error, variables)
    })
    return {
      status,
      statusText: variables.hide(statusText),
      headers: hideHeaders(headers, variables.hide),
      body: variables.hide(body),
    }
  }
}
