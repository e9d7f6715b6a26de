import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Component,
  fillPlaces,
  getModel,
  type HttpReply,
  hideValues,
  type ModelMessage,
  moderated,
  type RunNode,
  readJsonAnswer,
  readJsonParam,
  readText,
  type StepContext,
  type TimedReply,
  textOf,
} from '@runnel/node-kit'
import { describeAnswer } from './answer-from-passages.ts'

/** A request that a model wrote. */
interface ApiRequest {
  url: string
  body?: JsonValue
}

/** What tells one chain that calls an API from another. */
export interface ApiChain {
  method: 'GET' | 'POST'
  urlPrompt: string
  ansPrompt: string
  /** The request in a reply; undefined where it holds none. */
  read(text: string): ApiRequest | undefined
  /** Says in which form the request is wanted. */
  form: string
}

/** More than any answer of an API that a model is meant to read. */
const LONGEST_RESPONSE = 100_000

/** Asks a model for the request that answers the question, makes it, and has the model answer from what came. */
export function apiChain(chain: ApiChain): RunNode {
  return moderated(async (context) => {
    const model = getModel(context)
    const docs = readText(context.values, 'apiDocs')
    const places = { api_docs: docs, question: context.input }
    const { request, replies } = await askForRequest(context, { chain, model, docs, places })
    const { url, body } = request
    const headers = readHeaders(context)
    const response = await context.http({
      url,
      method: chain.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const content = fillPlaces(readText(context.values, 'ansPrompt') || chain.ansPrompt, {
      ...places,
      api_url: url,
      api_url_body: JSON.stringify({ url, data: body ?? null }),
      api_response: hideValues(describeResponse(response), Object.values(headers)),
    })
    const reply = await context.model(model, { messages: [{ role: 'user', content }] }, { show: true })
    return {
      input: { question: context.input, request: { ...request } },
      output: describeAnswer(reply, replies),
    }
  })
}

interface Asking {
  chain: ApiChain
  model: Component
  docs: string
  places: Record<string, string>
}

/** A request that cannot be read, or goes elsewhere than the documentation says, is told to the model once. */
async function askForRequest(
  context: StepContext,
  { chain, model, docs, places }: Asking,
): Promise<{ request: ApiRequest; replies: TimedReply[] }> {
  const origins = listOrigins(context, docs)
  const prompt = readText(context.values, 'urlPrompt') || chain.urlPrompt
  const messages: ModelMessage[] = [{ role: 'user', content: fillPlaces(prompt, places) }]
  const replies: TimedReply[] = []
  let fault = ''
  for (let turn = 0; turn < 2; turn++) {
    const reply = await context.model(model, { messages: [...messages] })
    replies.push(reply)
    const text = textOf(reply.parts)
    const request = chain.read(text)
    if (request && origins.has(originOf(request.url) ?? '')) return { request, replies }
    fault = request
      ? `${request.url.slice(0, 200)} is not at an address of the documentation (${[...origins].join(', ')}).`
      : `That holds no request. ${chain.form}`
    messages.push({ role: 'assistant', content: text }, { role: 'user', content: fault })
  }
  throw new RunnelError(
    'model_error',
    `${context.node.label} cannot make the request that its model wants: ${fault} Describe the API more clearly, or try another model.`,
  )
}

/** The servers that the author's documentation names. */
function listOrigins({ node }: StepContext, docs: string): Set<string> {
  const urls = docs.match(/https?:\/\/[^\s"'`<>()[\]{}|\\,]{1,2000}/gi) ?? []
  const origins = new Set(urls.flatMap((url) => originOf(url) ?? []))
  if (origins.size > 0) return origins
  throw new RunnelError(
    'invalid_input',
    `${node.label} names no server. Write the whole address of the API into its documentation, such as https://api.example.com/v1.`,
  )
}

function originOf(url: string): string | undefined {
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', origin: '' }
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}

/** The headers that the author sends with every request. */
export function readHeaders({ values, node }: Pick<StepContext, 'values' | 'node'>): Record<string, string> {
  const headers = readJsonParam({ values, label: node.label }, 'headers') ?? {}
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, String(value)]],
    ),
  )
}

/** What an API answered, for a model. */
export function describeResponse({ status, body, isBase64 }: HttpReply): string {
  const said = isBase64 ? '(no text)' : body.slice(0, LONGEST_RESPONSE)
  return status < 400 ? said : `Refused with status ${status}: ${said}`
}

/** The first address in a text. */
export function readUrl(text: string): ApiRequest | undefined {
  const url = /https?:\/\/[^\s"'`<>]{1,8000}/i.exec(text)?.[0]
  return url === undefined ? undefined : { url }
}

/** The JSON of `url` and `data` in a text. */
export function readUrlAndData(text: string): ApiRequest | undefined {
  const value = readJsonAnswer(text)
  if (!isJsonObject(value) || typeof value.url !== 'string') return undefined
  return { url: value.url, body: value.data ?? {} }
}
