import type { ServerResponse } from 'node:http'
import type { FakeVendor } from '../chat-model-case.ts'
import { defaultFakeAnswer } from '../default-fake-answer.ts'
import { embedText } from '../embed-text.ts'
import type { FakeAnswer, FakeChatBody, FakeRefusal } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { type FakeCall, sendJson, startFakeVendor, writeFrames } from '../start-fake-vendor.ts'
import { wordsOf } from '../words-of.ts'
import { writeStreamedAnswer, writeWholeAnswer } from '../write-fake-answer.ts'

/** Whose calls a fake lets in. */
export interface WatsonxAccount {
  apiKey: string
  projectId: string
  /** What it gives for the key. */
  token: string
}

interface WatsonxBody extends FakeChatBody {
  model_id?: string
  project_id?: string
  inputs?: string[]
  input?: string
  parameters?: { decoding_method?: string; temperature?: number }
}

const DIMENSIONS = 384
const WAYS = ['chat', 'chat_stream', 'embeddings', 'generation', 'generation_stream']

/** Starts a fake watsonx.ai with IBM Cloud's exchange of keys beside it. */
export function startFakeWatsonx(account: WatsonxAccount): Promise<FakeVendor> {
  return startFakeVendor<WatsonxBody>({
    refuse: (call) =>
      call.path === '/identity/token' ? refuseKey(call, account) : refuseCall(call, account),
    describeRefusal: ({ status, message, code = 'fault' }) => ({
      errors: [{ code, message }],
      trace: 'fake-trace',
      status_code: status,
    }),
    answerAside: ({ path }) =>
      path === '/identity/token'
        ? { access_token: account.token, token_type: 'Bearer', expires_in: 3600 }
        : undefined,
    write: (response, answer, { path, body }) => {
      if (path.includes('/embeddings')) return sendJson(response, vectorsOf(body))
      if (path.includes('/generation')) return writeGenerated(response, { answer, path, body })
      const said = answer ?? defaultFakeAnswer(body)
      return path.includes('/chat_stream')
        ? writeStreamedAnswer(response, said, { body, tellsUsage: 'last frame' })
        : writeWholeAnswer(response, said, { body })
    },
  })
}

function refuseKey({ bytes }: FakeCall<WatsonxBody>, { apiKey }: WatsonxAccount): FakeRefusal | undefined {
  const form = new URLSearchParams(bytes.toString('utf8'))
  const isFit =
    form.get('grant_type') === 'urn:ibm:params:oauth:grant-type:apikey' && form.get('apikey') === apiKey
  return isFit ? undefined : { status: 400, message: 'Provided API key could not be found.' }
}

function refuseCall(call: FakeCall<WatsonxBody>, account: WatsonxAccount): FakeRefusal | undefined {
  const { pathname, searchParams } = new URL(call.path, 'http://fake')
  const way = /^\/ml\/v1\/text\/(\w+)$/.exec(pathname)?.[1] ?? ''
  if (!WAYS.includes(way)) return { status: 404, message: 'Not found' }
  if (call.headers.authorization !== `Bearer ${account.token}`) {
    return { status: 401, message: 'Failed to authenticate the request due to invalid token' }
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(searchParams.get('version') ?? '')) {
    return { status: 400, message: 'Missing required query parameter: version' }
  }
  const fault = faultOf(call.body, account)
  return fault === undefined ? undefined : { status: 400, message: fault }
}

/** Its own words: no field of chat completions that it does not know. */
function faultOf(body: WatsonxBody, { projectId }: WatsonxAccount): string | undefined {
  const unknown = ['model', 'stream', 'stream_options'].find((field) => field in body)
  if (unknown) return `Json document validation error: extra field ${unknown}`
  if (!body.model_id) return 'Json document validation error: model_id cannot be empty'
  if (body.project_id !== projectId) return 'The project_id does not exist'
  if (body.parameters?.decoding_method === 'greedy' && body.parameters.temperature !== undefined)
    return 'temperature is not supported for greedy decoding'
  return typeof body.tool_choice === 'string' ? 'tool_choice must be an object' : undefined
}

interface Generation {
  answer: FakeAnswer | undefined
  path: string
  body: WatsonxBody
}

/** Goes on with a text: whole, or in pieces of which the last says why it is the last. */
function writeGenerated(response: ServerResponse, { answer, path, body }: Generation): void | Promise<void> {
  const { input = '', model_id } = body
  const said = answer ?? goOn(input)
  const { text = '', pieces = wordsOf(text), usage } = said
  const result = (generated: string, count: number, reason: string) => ({
    model_id,
    created_at: '2026-01-02T12:00:00Z',
    results: [
      {
        generated_text: generated,
        generated_token_count: count,
        input_token_count: usage?.prompt ?? input.length,
        stop_reason: reason,
      },
    ],
  })
  const whole = usage?.completion ?? pieces.length
  if (path.includes('/generation?')) return sendJson(response, result(text, whole, 'eos_token'))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = [
    ...pieces.map((piece, index) => result(piece, index + 1, 'not_finished')),
    result('', whole, 'eos_token'),
  ]
  const frames = events.map((event, id) => `id: ${id}\nevent: message\ndata: ${JSON.stringify(event)}\n\n`)
  return writeFrames(response, frames, said)
}

/** An echo; JSON that is wanted in words is filled in. */
function goOn(input: string): FakeAnswer {
  const schema = /JSON Schema:\n(\{.*\})/.exec(input)?.[1]
  return { text: schema ? JSON.stringify(fillFlatSchema(JSON.parse(schema), 'Some text')) : `Echo: ${input}` }
}

function vectorsOf({ model_id, inputs = [] }: WatsonxBody): object {
  return {
    model_id,
    results: inputs.map((text) => ({ embedding: embedText(text, DIMENSIONS) })),
    input_token_count: inputs.join('').length,
  }
}
