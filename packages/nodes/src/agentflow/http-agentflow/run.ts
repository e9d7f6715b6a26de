import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  authoriseRequest,
  type HttpRequest,
  type RunNode,
  readText,
  type StepContext,
} from '@runnel/node-kit'
import { readFault, readReply } from './read-reply.ts'
import { readPairs, writeBody } from './write-body.ts'

/** Sends the request, and hands on what the server answered; a status other than 2xx is a fault (`engine.md` 3.10). */
export const runHttp: RunNode = async (context) => {
  const request = composeRequest(context)
  const reply = await context.http({
    ...request,
    ...(context.self.credentials.credential
      ? { authorise: { component: context.self, apply: authoriseRequest } }
      : {}),
  })
  const { status, statusText = '', headers } = reply
  if (status < 200 || status > 299) {
    const fault = readFault(reply)
    throw new RunnelError(
      'upstream_error',
      `${context.node.label}: ${new URL(request.url).host} answered with status ${status}${fault === '' ? '' : `: ${fault}`}`,
    )
  }
  const data = readReply(reply, readText(context.values, 'responseType'))
  return {
    input: { http: request },
    output: { http: { data, status, statusText, headers } },
  }
}

function composeRequest(context: StepContext): Pick<HttpRequest, 'url' | 'headers' | 'body'> & JsonObject {
  const { values } = context
  const body = writeBody(context)
  const named = readPairs(values, 'headers').map(([key, value]) => [key.trim().toLowerCase(), value])
  const typed = body?.contentType === undefined ? {} : { 'content-type': body.contentType }
  return {
    method: readText(values, 'method', 'GET') || 'GET',
    url: composeUrl(context),
    headers: { ...typed, ...Object.fromEntries(named) },
    ...(body && { body: body.text }),
  }
}

function composeUrl({ node, values }: StepContext): string {
  const address = readText(values, 'url').trim()
  if (!URL.canParse(address)) {
    throw new RunnelError(
      'invalid_input',
      `${node.label} has no address that can be called: “${address.slice(0, 200)}”. Write it in full, with https:// in front.`,
    )
  }
  const url = new URL(address)
  for (const [key, value] of readPairs(values, 'queryParams')) url.searchParams.append(key, value)
  return url.href
}
