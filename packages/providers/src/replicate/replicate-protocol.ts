import { APICallError } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { AskedPrompt } from '../ai-sdk/create-prompt-model.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

/** A prediction as Replicate tells of it. */
export interface Prediction {
  id: string
  status: string
  output?: JsonValue
  error?: JsonValue
  metrics?: JsonValue
  urls?: { stream?: string }
}

interface Asking {
  path: string
  /** The signal of the call. */
  asked?: AskedPrompt
  headers?: Record<string, string>
  /** Posted; what has none is read. */
  body?: JsonObject
}

/** Asks Replicate about a prediction. @throws APICallError when it refuses */
export async function askReplicate(
  { baseURL, apiKey, fetch }: VendorConnection,
  { path, asked, headers, body }: Asking,
): Promise<Prediction> {
  const url = `${baseURL}${path}`
  const signal = asked?.options.abortSignal
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await describeAnswer(url, response)
  const told: JsonValue = JSON.parse(await response.text())
  if (isPrediction(told)) return told
  throw new Error('The answer is no prediction.')
}

function isPrediction(told: unknown): told is Prediction {
  return (
    typeof told === 'object' &&
    told !== null &&
    'id' in told &&
    typeof told.id === 'string' &&
    'status' in told &&
    typeof told.status === 'string'
  )
}

/** A refusal in Replicate's own words. */
export async function describeAnswer(url: string, response: Response): Promise<APICallError> {
  const responseBody = await response.text()
  return new APICallError({
    message: wordsOf(responseBody) || response.statusText || 'It gave no reason',
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  })
}

const FAILED = 422

/** A prediction that ended without a result: the model, or what it was given, is at fault. */
export function describeFailure({ status, error }: Pick<Prediction, 'status' | 'error'>): APICallError {
  const reason = typeof error === 'string' && error !== '' ? error : `The prediction was ${status}`
  return new APICallError({
    message: reason,
    url: '',
    requestBodyValues: {},
    statusCode: FAILED,
    isRetryable: false,
  })
}

function wordsOf(text: string): string {
  try {
    const told: JsonValue = JSON.parse(text)
    const { detail, title } = isJsonObject(told) ? told : {}
    return String(detail ?? title ?? '')
  } catch {
    return ''
  }
}
