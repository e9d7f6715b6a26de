import { brokerFetchBy, type Egress } from '@runnel/drivers'
import { type RunSecrets, sendingSecrets } from './run-secrets.ts'

type Broker = ReturnType<typeof brokerFetchBy>

/** The `fetch` of code: through the guard, with secret variables put in when a request leaves, and taken out of what comes back. */
export function codeFetch(egress: Pick<Egress, 'fetch'>, variables: RunSecrets): Broker {
  const ask = brokerFetchBy(sendingSecrets(egress, variables), { purpose: 'code' })
  return async (request, call) => {
    const { status, statusText, headers, body } = await ask(request, call)
    const hidden = Object.entries(headers).map(([name, value]) => [name, variables.hide(value)])
    return {
      status,
      statusText: variables.hide(statusText),
      headers: Object.fromEntries(hidden),
      body: variables.hide(body),
    }
  }
}
