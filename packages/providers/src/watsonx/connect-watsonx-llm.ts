import type { LanguageModelV4 } from '@ai-sdk/provider'
import {
  combineHeaders,
  createEventSourceResponseHandler,
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  jsonSchema,
  type ParseResult,
  postJsonToApi,
} from '@ai-sdk/provider-utils'
import type { JsonObject } from '@runnel/contract'
import { readNumber, readSwitch, readText } from '@runnel/node-kit'
import { type AskedPrompt, type CompletionEnd, createPromptModel } from '../ai-sdk/create-prompt-model.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { enterWatsonx, readVersion } from './watsonx-access.ts'

/** What a model made of a text, whole or a piece of it. */
interface Generated {
  results?: {
    generated_text?: string
    generated_token_count?: number
    input_token_count?: number
    stop_reason?: string
  }[]
}

const generated = jsonSchema<Generated>({})
const failedResponseHandler = createJsonErrorResponseHandler({
  errorSchema: jsonSchema<{ errors?: { message?: string }[] }>({}),
  errorToMessage: ({ errors }) => errors?.[0]?.message ?? 'Unknown fault',
})

/** A model of watsonx by its older protocol, which goes on with a text (`/generation`). */
export function connectWatsonxLlm(given: VendorConnection, modelName: string): LanguageModelV4 {
  const connection = enterWatsonx(given)
  const { baseURL, credential, headers, apiKey, fetch, values } = connection
  const call = (way: string, { prompt, options }: AskedPrompt) => ({
    url: `${baseURL}/${way}?version=${encodeURIComponent(readVersion(credential))}`,
    headers: combineHeaders({ authorization: `Bearer ${apiKey}` }, headers, options.headers),
    body: {
      model_id: modelName,
      project_id: credential.projectId?.trim() ?? '',
      input: prompt,
      parameters: parametersOf(values, options),
    },
    failedResponseHandler,
    fetch,
    ...(options.abortSignal && { abortSignal: options.abortSignal }),
  })
  return createPromptModel({
    label: 'IBM watsonx',
    modelName,
    complete: async (asked) => {
      const { value } = await postJsonToApi({
        ...call('generation', asked),
        successfulResponseHandler: createJsonResponseHandler(generated),
      })
      const [result = {}] = value.results ?? []
      return { text: result.generated_text ?? '', ...endOf(result, result.input_token_count) }
    },
    async *stream(asked) {
      const { value } = await postJsonToApi({
        ...call('generation_stream', asked),
        successfulResponseHandler: createEventSourceResponseHandler(generated),
      })
      yield* readPieces(value)
    },
  })
}

/** Pieces of a text; the first one tells how much went in, the last one why it is the last. */
async function* readPieces(
  events: AsyncIterable<ParseResult<Generated>>,
): AsyncGenerator<string | CompletionEnd> {
  let inputTokens: number | undefined
  for await (const event of events) {
    if (!event.success) throw event.error
    const [result = {}] = event.value.results ?? []
    inputTokens = result.input_token_count || inputTokens
    if (result.generated_text) yield result.generated_text
    if (isLast(result)) yield endOf(result, inputTokens)
  }
}

type Result = NonNullable<Generated['results']>[number]

const isLast = ({ stop_reason: reason = 'not_finished' }: Result) => reason.toLowerCase() !== 'not_finished'

function endOf(
  { stop_reason: reason = '', ...result }: Result,
  inputTokens: number | undefined,
): CompletionEnd {
  const isCut = /^(max_tokens|token_limit|time_limit)$/i.test(reason)
  return {
    inputTokens,
    outputTokens: result.generated_token_count,
    reason: isCut ? 'length' : /^error$/i.test(reason) ? 'error' : 'stop',
  }
}

/** What the node says, under the names of its protocol; what it leaves open is the vendor's choice. */
function parametersOf(values: JsonObject, { stopSequences }: AskedPrompt['options']): JsonObject {
  const isGreedy = readText(values, 'decodingMethod').trim() !== 'sample'
  const sampling = isGreedy
    ? {}
    : {
        temperature: readNumber(values, 'temperature'),
        top_k: readNumber(values, 'topK'),
        top_p: readNumber(values, 'topP'),
        random_seed: readNumber(values, 'randomSeed'),
      }
  const parameters = {
    decoding_method: isGreedy ? 'greedy' : 'sample',
    ...sampling,
    repetition_penalty: readNumber(values, 'repetitionPenalty'),
    max_new_tokens: readNumber(values, 'maxNewTokens'),
    min_new_tokens: readNumber(values, 'minNewTokens'),
    ...(stopSequences && {
      stop_sequences: stopSequences,
      include_stop_sequence: readSwitch(values, 'includeStopSequence'),
    }),
  }
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined),
  ) as JsonObject
}
