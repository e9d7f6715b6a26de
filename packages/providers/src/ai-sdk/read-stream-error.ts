import { TypeValidationError } from '@ai-sdk/provider'
import { isJsonObject } from '@runnel/contract'

/** An error frame inside a stream, with the status that the vendor would have refused with before it began. */
export interface StreamError {
  message: string
  status: number
  /** Kind and code of the error in the vendor's words. */
  words: string
}

const STATUS_OF_WORDS: [RegExp, number][] = [
  [/quota|rate_limit/, 429],
  [/invalid_api_key|authentication/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/context_length|invalid_request/, 400],
  [/overloaded/, 529],
]
const FAULT_OF_THE_SERVER = 500

/** What a stream's error part tells; undefined when it is no frame of the vendor's but an error of reading. */
export function readStreamError(error: unknown): StreamError | undefined {
  if (TypeValidationError.isInstance(error)) {
    const frame = isJsonObject(error.value) ? error.value.error : undefined
    return frame === undefined ? undefined : describeFrame(frame)
  }
  return error instanceof Error ? undefined : describeFrame(error)
}

function describeFrame(frame: unknown): StreamError {
  const { message, type, code, statusCode }: Record<string, unknown> = isJsonObject(frame)
    ? frame
    : { message: frame }
  const words = `${type ?? ''} ${code ?? ''}`.trim()
  const known = [statusCode, code].find(
    (number) => typeof number === 'number' && number >= 400 && number < 600,
  )
  const byWords = STATUS_OF_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  return {
    message: typeof message === 'string' && message !== '' ? message : JSON.stringify(frame),
    status: typeof known === 'number' ? known : (byWords ?? FAULT_OF_THE_SERVER),
    words,
  }
}
