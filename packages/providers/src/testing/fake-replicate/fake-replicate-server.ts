import type { ServerResponse } from 'node:http'
import type { FakeVendor } from '../chat-model-case.ts'
import type { FakeAnswer, FakeRefusal } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { type FakeCall, sendJson, startFakeVendor, writeFrames } from '../start-fake-vendor.ts'
import { wordsOf } from '../words-of.ts'

interface ReplicateBody {
  version?: string
  input?: { prompt?: string } & Record<string, unknown>
  stream?: boolean
}

const MODEL = '/v1/models/meta/meta-llama-3-8b-instruct/predictions'
const VERSION = 'a'.repeat(64)

/** Starts a fake Replicate: predictions that are waited for, or whose words come from an address of their own. */
export function startFakeReplicate({ apiKey }: { apiKey: string }): Promise<FakeVendor> {
  const asked = new Map<string, string>()
  const answered = new Map<string, FakeAnswer>()

  /** Of a prediction that streams only its address is told at once. */
  function answerAside({ method, path, body }: FakeCall<ReplicateBody>): object | undefined {
    if (path === '/v1/account') return { type: 'organization', username: 'tea' }
    const known = answered.get(path.split('/').at(-1) ?? '')
    if (method === 'GET' && path.startsWith('/v1/predictions/')) return known && wholeOf(known, '')
    if (method !== 'POST' || body.stream !== true) return undefined
    const id = `p${asked.size}`
    asked.set(id, body.input?.prompt ?? '')
    const urls = { stream: `https://stream.replicate.com/v1/files/${id}` }
    return { id, status: 'starting', output: null, error: null, urls }
  }

  return startFakeVendor<ReplicateBody>({
    refuse: (call) => refuseCall(call, apiKey),
    describeRefusal: ({ status, message }) => ({ title: 'Refused', detail: message, status }),
    answerAside,
    write: (response, answer, { path, body }) => {
      if (!path.startsWith('/v1/files/')) {
        const prompt = body.input?.prompt ?? ''
        return sendJson(response, wholeOf(answer ?? defaultAnswer(prompt), prompt))
      }
      const id = path.split('/').at(-1) ?? ''
      const said = answer ?? defaultAnswer(asked.get(id) ?? '')
      answered.set(id, said)
      return writeStream(response, said)
    },
  })
}

function refuseCall(
  { path, headers, body, method }: FakeCall<ReplicateBody>,
  apiKey: string,
): FakeRefusal | undefined {
  if (path.startsWith('/v1/files/')) {
    const isOpen = headers.authorization === undefined && headers.accept === 'text/event-stream'
    return isOpen ? undefined : { status: 400, message: 'A stream is asked for without a key' }
  }
  if (headers.authorization !== `Bearer ${apiKey}`) {
    return { status: 401, message: 'You did not pass a valid authentication token' }
  }
  if (method === 'GET') return undefined
  if (path !== MODEL && path !== '/v1/predictions') {
    return { status: 404, message: 'The requested resource could not be found.' }
  }
  if ((path === '/v1/predictions') !== (body.version === VERSION)) {
    return { status: 422, message: '- version is required, or may not be given' }
  }
  return typeof body.input?.prompt === 'string'
    ? undefined
    : { status: 422, message: '- input.prompt is required' }
}

function wholeOf({ text = '', usage }: FakeAnswer, prompt: string): object {
  return {
    id: 'whole',
    status: 'succeeded',
    output: wordsOf(text),
    error: null,
    metrics: {
      predict_time: 0.2,
      input_token_count: usage?.prompt ?? prompt.length,
      output_token_count: usage?.completion ?? text.length,
    },
  }
}

function writeStream(response: ServerResponse, answer: FakeAnswer): Promise<void> {
  const { text, pieces = wordsOf(text) } = answer
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const output = pieces.map((word, index) => {
    const lines = word.split('\n').map((line) => `data: ${line}\n`)
    return `event: output\nid: 1690212292:${index}\n${lines.join('')}\n`
  })
  return writeFrames(response, [...output, 'event: done\ndata: {}\n\n'], answer)
}

/** An echo of the prompt; JSON that is wanted in words is filled in. */
function defaultAnswer(prompt: string): FakeAnswer {
  const schema = /JSON Schema:\n(\{.*\})/.exec(prompt)?.[1]
  return {
    text: schema ? JSON.stringify(fillFlatSchema(JSON.parse(schema), 'Some text')) : `Echo: ${prompt}`,
  }
}
