import type { FakeVendor } from '../chat-model-case.ts'
import { embedText } from '../embed-text.ts'
import type { FakeAnswer } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { sendJson, startFakeVendor } from '../start-fake-vendor.ts'
import { type CohereBody, checkCohereRequest } from './check-cohere-request.ts'
import { writeCohereAnswer } from './write-cohere-answer.ts'

const DIMENSIONS = 1536

/** Starts a fake Cohere, second version of its protocol, that lets in this key only. */
export function startFakeCohere({ apiKey }: { apiKey: string }): Promise<FakeVendor> {
  return startFakeVendor<CohereBody>({
    refuse: ({ path, headers, body }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, message: 'invalid api token' }
      if (isList(path)) return undefined
      if (path !== '/v2/chat' && path !== '/v2/embed') return { status: 404, message: 'not found' }
      return checkCohereRequest(path, body)
    },
    describeRefusal: ({ message }) => ({ id: 'fake-id', message }),
    answerAside: ({ path }) =>
      isList(path) ? { models: [{ name: 'command-a-03-2025', endpoints: ['chat'] }] } : undefined,
    write: (response, answer, { path, body }) =>
      path === '/v2/embed'
        ? sendJson(response, embed(body))
        : writeCohereAnswer(response, answer ?? defaultAnswer(body), body),
  })
}

const isList = (path: string) => path.startsWith('/v1/models?')

function embed({ texts = [] }: CohereBody): object {
  return {
    id: 'fake-id',
    embeddings: { float: texts.map((text) => embedText(text, DIMENSIONS)) },
    texts,
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.join('').length } },
    response_type: 'embeddings_by_type',
  }
}

/** An echo of the question; wanted JSON and a tool that must be called are filled in. */
function defaultAnswer({
  messages = [],
  tools,
  tool_choice: choice,
  response_format,
}: CohereBody): FakeAnswer {
  const schema = response_format?.json_schema
  if (schema) return { text: JSON.stringify(fillFlatSchema(schema, 'Some text')) }
  const forced = choice === 'REQUIRED' ? tools?.[0]?.function : undefined
  if (forced) {
    return { toolCalls: [{ name: forced.name, input: fillFlatSchema(forced.parameters ?? {}, 'Some text') }] }
  }
  return { text: `You said: ${JSON.stringify(messages.at(-1)?.content)}` }
}
