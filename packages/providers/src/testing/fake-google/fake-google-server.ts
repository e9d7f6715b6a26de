import type { FakeVendor } from '../chat-model-case.ts'
import { embedText } from '../embed-text.ts'
import { drawPicture } from '../fake-images/draw-picture.ts'
import type { FakeAnswer, FakeRefusal } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { type FakeCall, sendJson, startFakeVendor } from '../start-fake-vendor.ts'
import { checkGoogleRequest } from './check-google-request.ts'
import type { GoogleBody, GooglePart } from './google-request.ts'
import { writeStreamedContent, writeWholeContent } from './write-google-answer.ts'

/** Where a fake Gemini stands, and whom it lets in. */
interface GoogleDoor {
  /** Leads to a model and its method. */
  path: RegExp
  refuse(call: FakeCall<GoogleBody>): FakeRefusal | undefined
  answerAside?(call: FakeCall<GoogleBody>): object | undefined
}

/** Starts a fake Gemini that speaks `generateContent`, keeps its rules and lets in this key only. */
export function startFakeGoogle({ apiKey }: { apiKey: string }): Promise<FakeVendor> {
  return startFakeGemini({
    path: /^\/v1beta\/models\/([^:]+):(\w+)/,
    refuse: ({ headers }) =>
      headers['x-goog-api-key'] === apiKey
        ? undefined
        : { status: 400, message: 'API key not valid. Please pass a valid API key.' },
    answerAside: ({ method, path }) =>
      method === 'GET' && path.startsWith('/v1beta/models?')
        ? { models: [{ name: 'models/gemini-2.5-flash' }] }
        : undefined,
  })
}

/** Starts a fake Gemini behind a door of its own. */
export function startFakeGemini({ path: pattern, refuse, answerAside }: GoogleDoor): Promise<FakeVendor> {
  const read = (path: string) => pattern.exec(path) ?? []
  return startFakeVendor<GoogleBody>({
    refuse: (call) => {
      const refusal = refuse(call)
      if (refusal || answerAside?.(call)) return refusal
      const [, , method = ''] = read(call.path)
      if (EMBEDDING.test(method)) return undefined
      if (!method.endsWith('enerateContent')) return { status: 404, message: 'Not Found' }
      const [, model = ''] = read(call.path)
      const fault = checkGoogleRequest(call.body) ?? checkPicture(call.body, model)
      return fault === undefined ? undefined : { status: 400, message: fault }
    },
    describeRefusal: ({ status, message }) => ({
      error: { code: status, message, status: STATUS[status] ?? 'UNKNOWN' },
    }),
    ...(answerAside ? { answerAside } : {}),
    write: (response, answer, { path, body }) => {
      const [, model = '', method = ''] = read(path)
      if (EMBEDDING.test(method)) return sendJson(response, vectorsOf(body))
      const asked = { body, model }
      const said = answer ?? defaultAnswer(body)
      return method === 'streamGenerateContent'
        ? writeStreamedContent(response, said, asked)
        : writeWholeContent(response, said, asked)
    },
  })
}

const EMBEDDING = /^((batchE|e)mbedContents?|predict)$/

/** One vector, one for each of `requests`, or one for each of `instances`. */
function vectorsOf(body: GoogleBody): object {
  const vectorOf = ({ content, outputDimensionality = 768 }: EmbedRequest) => ({
    values: embedText(content?.parts?.map(({ text }) => text ?? '').join('') ?? '', outputDimensionality),
  })
  const { requests, instances } = body as { requests?: EmbedRequest[]; instances?: { content: string }[] }
  if (instances) {
    const predictions = instances.map(({ content: text }) => ({
      embeddings: {
        ...vectorOf({ content: { parts: [{ text }] } }),
        statistics: { token_count: text.length },
      },
    }))
    return { predictions }
  }
  return requests ? { embeddings: requests.map(vectorOf) } : { embedding: vectorOf(body as EmbedRequest) }
}

interface EmbedRequest {
  content?: { parts?: GooglePart[] }
  outputDimensionality?: number
}

const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']

const draws = ({ generationConfig = {} }: GoogleBody) =>
  generationConfig.responseModalities?.includes('IMAGE')

/** What it refuses of a call that asks for a picture, in its words. */
function checkPicture(body: GoogleBody, model: string): string | undefined {
  if (!draws(body)) return undefined
  if (!/image|banana/.test(model)) return 'Model does not support the requested response modalities: image'
  const { aspectRatio } = body.generationConfig?.imageConfig ?? {}
  const isFit = aspectRatio === undefined || RATIOS.includes(aspectRatio)
  return isFit ? undefined : `Invalid aspect ratio: ${aspectRatio}`
}

/** An echo of the question, or a picture of it; wanted JSON and a forced function are filled in. */
function defaultAnswer({ contents = [], generationConfig = {}, ...body }: GoogleBody): FakeAnswer {
  const schema = generationConfig.responseJsonSchema ?? generationConfig.responseSchema
  if (generationConfig.responseMimeType === 'application/json' && schema) {
    return { text: JSON.stringify(fillFlatSchema(lowerTypes(schema), 'Some text')) }
  }
  const { mode, allowedFunctionNames = [] } = body.toolConfig?.functionCallingConfig ?? {}
  const declared = body.tools?.flatMap(({ functionDeclarations = [] }) => functionDeclarations) ?? []
  const forced = mode === 'ANY' ? declared.find(({ name }) => allowedFunctionNames.includes(name)) : undefined
  if (forced && 'parameters' in forced) {
    const input = fillFlatSchema(lowerTypes(forced.parameters as Record<string, unknown>), 'Some text')
    return { toolCalls: [{ name: forced.name, input }] }
  }
  const texts = contents.at(-1)?.parts?.map(({ text }) => text ?? '') ?? []
  if (draws({ generationConfig })) return { pictures: [drawPicture(texts.join(''))] }
  return { text: `You said: ${texts.join('')}` }
}

/** The vendor writes types of schemas in capitals. */
function lowerTypes(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  ) as Record<string, unknown>
}
