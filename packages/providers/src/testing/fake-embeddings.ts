import { embedText } from './embed-text.ts'
import type { FakeChatBody, FakeRefusal } from './fake-openai-reply.ts'

interface EmbeddingModel {
  dimensions: number
  /** Whether a call may ask for fewer. */
  canShorten: boolean
}

/** The vendor's models for embeddings. */
const MODELS: Record<string, EmbeddingModel> = {
  'text-embedding-3-small': { dimensions: 1536, canShorten: true },
  'text-embedding-3-large': { dimensions: 3072, canShorten: true },
  'text-embedding-ada-002': { dimensions: 1536, canShorten: false },
}
const MOST_INPUTS = 2048
const MOST_TOKENS = 8192
const MOST_TOKENS_TOGETHER = 300_000
const CHARACTERS_PER_TOKEN = 4

/** The vendor's answer to a call of `/embeddings`, or its refusal. Texts only, no lists of tokens. */
export function answerEmbeddings(body: FakeChatBody): object | FakeRefusal {
  const model = MODELS[body.model ?? '']
  if (!model) return refuseModel(body.model)
  const inputs = typeof body.input === 'string' ? [body.input] : body.input
  const refusal = refuseInputs(inputs) ?? refuseDimensions(body.dimensions, model)
  if (refusal) return refusal
  const texts = inputs as string[]
  const dimensions = typeof body.dimensions === 'number' ? body.dimensions : model.dimensions
  const tokens = sum(texts.map(countTokens))
  return {
    object: 'list',
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: encode(embedText(text, dimensions), body.encoding_format),
    })),
    model: body.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

function refuseModel(model: string | undefined): FakeRefusal {
  if (model === undefined) return { status: 400, message: 'you must provide a model parameter' }
  if (/^(gpt|o\d)/.test(model)) {
    return { status: 403, message: 'You are not allowed to generate embeddings from this model' }
  }
  const message = `The model \`${model}\` does not exist or you do not have access to it.`
  return { status: 404, message, code: 'model_not_found' }
}

function refuseInputs(inputs: unknown): FakeRefusal | undefined {
  const isFit = Array.isArray(inputs) && inputs.length > 0 && inputs.every(isFilled)
  if (!isFit) {
    const message =
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference."
    return { status: 400, message }
  }
  if (inputs.length > MOST_INPUTS) {
    const message = `Invalid 'input': array too long. Expected an array with maximum length ${MOST_INPUTS}, but got an array with length ${inputs.length} instead.`
    return { status: 400, message, code: 'array_above_max_length' }
  }
  const counts = inputs.map(countTokens)
  const long = counts.find((count) => count > MOST_TOKENS)
  if (long !== undefined) {
    const message = `This model's maximum context length is ${MOST_TOKENS} tokens, however you requested ${long} tokens (${long} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`
    return { status: 400, message }
  }
  const together = sum(counts)
  if (together <= MOST_TOKENS_TOGETHER) return undefined
  const message = `Requested ${together} tokens, max ${MOST_TOKENS_TOGETHER} tokens per request`
  return { status: 400, message, code: 'max_tokens_per_request' }
}

function isFilled(input: unknown): input is string {
  return typeof input === 'string' && input !== ''
}

function refuseDimensions(
  wanted: unknown,
  { dimensions, canShorten }: EmbeddingModel,
): FakeRefusal | undefined {
  if (wanted === undefined) return undefined
  if (!canShorten) return { status: 400, message: 'This model does not support specifying dimensions.' }
  const isFit = typeof wanted === 'number' && Number.isInteger(wanted) && wanted > 0 && wanted <= dimensions
  if (isFit) return undefined
  const message = `Invalid value for 'dimensions' = ${String(wanted)}. Must be between 1 and ${dimensions}.`
  return { status: 400, message }
}

function encode(vector: number[], format: unknown): number[] | string {
  return format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector
}

/** Tokens of a text, about as the vendor's models count. */
function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
