import type { FakeVendor } from '../chat-model-case.ts'
import { defaultFakeAnswer } from '../default-fake-answer.ts'
import { embedText } from '../embed-text.ts'
import type { FakeChatBody, FakeRefusal } from '../fake-openai-reply.ts'
import { type FakeCall, sendJson, startFakeVendor } from '../start-fake-vendor.ts'
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
}

const DIMENSIONS = 384
const WAYS = ['chat', 'chat_stream', 'embeddings']

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
      const said = answer ?? defaultFakeAnswer(body)
      return path.includes('/chat_stream')
        ? writeStreamedAnswer(response, said, { body, tellsUsage: 'last frame' })
        : writeWholeAnswer(response, said, body)
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
  return typeof body.tool_choice === 'string' ? 'tool_choice must be an object' : undefined
}

function vectorsOf({ model_id, inputs = [] }: WatsonxBody): object {
  return {
    model_id,
    results: inputs.map((text) => ({ embedding: embedText(text, DIMENSIONS) })),
    input_token_count: inputs.join('').length,
  }
}
