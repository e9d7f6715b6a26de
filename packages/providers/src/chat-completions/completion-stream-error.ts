import { isJsonObject, type JsonValue } from '@runnel/contract'
import { ModelError } from '@runnel/node-kit'
import { describeRefusal } from '../ai-sdk/describe-refusal.ts'

const STATUS_OF_CODE: [RegExp, number][] = [
  [/insufficient_quota|rate_limit/, 429],
  [/invalid_api_key|authentication/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/context_length|invalid_request/, 400],
]
const FAULT_OF_THE_SERVER = 500

/** The status that the vendor would have refused with before the stream began, by the words of its error frame. */
function statusOf(words: string, code: number | undefined): number {
  if (code !== undefined && code >= 400 && code < 600) return code
  return STATUS_OF_CODE.find(([pattern]) => pattern.test(words))?.[1] ?? FAULT_OF_THE_SERVER
}

/** An error frame inside a stream, as the error that the same refusal gives before one. */
export function completionStreamError(
  frame: JsonValue,
  { vendor, modelName }: { vendor: string; modelName: string },
): ModelError {
  const { message, type, code } = isJsonObject(frame) ? frame : { message: frame }
  const words = `${type ?? ''} ${code ?? ''}`
  const status = statusOf(words, typeof code === 'number' ? code : undefined)
  const outOfQuota = words.includes('insufficient_quota')
  const detail = typeof message === 'string' && message !== '' ? message : JSON.stringify(frame)
  return new ModelError(
    describeRefusal({ vendor, modelName, status, outOfQuota, detail: detail.slice(0, 400) }),
    {
      retryable: (status === 429 || status >= 500) && !outOfQuota,
      vendorStatus: status,
    },
  )
}
