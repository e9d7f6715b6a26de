import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { readJsonParam, readNumber } from '@runnel/node-kit'
import { type AskedPrompt, type CompletionEnd, createPromptModel } from '../ai-sdk/create-prompt-model.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { readPredictionStream } from './read-prediction-stream.ts'
import { askReplicate, describeFailure, type Prediction } from './replicate-protocol.ts'

/** How long is waited between two looks at a prediction, and at most. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000

/** A model of Replicate: a prediction is asked for, and its text read as it comes, or looked for until it is whole. */
export function connectReplicate(connection: VendorConnection, modelName: string): LanguageModelV4 {
  const made = placeOf(modelName)
  return createPromptModel({
    label: 'Replicate',
    modelName,
    complete: async (asked) => {
      const prediction = await create(connection, { made, asked, streams: false })
      try {
        const whole = await waitFor(connection, prediction, asked)
        return { text: textOf(whole.output), ...endOf(whole) }
      } finally {
        await cancelWhenStopped(connection, prediction, asked)
      }
    },
    stream: (asked) => readAsItComes(connection, { made, asked, streams: true }),
  })
}

interface Creation {
  made: { path: string; version?: string }
  asked: AskedPrompt
  streams: boolean
}

/** Where predictions of a model are made: those that are kept ready have a place of their own, others name a version. */
function placeOf(modelName: string): Creation['made'] {
  if (VERSION.test(modelName)) return { path: '/predictions', version: modelName }
  const [model = '', version, ...rest] = modelName.split(':')
  const isModel = MODEL.test(model) && !model.split('/').some((part) => /^\.+$/.test(part))
  if (isModel && version === undefined) return { path: `/models/${model}/predictions` }
  if (isModel && version !== undefined && VERSION.test(version) && rest.length === 0)
    return { path: '/predictions', version }
  throw new RunnelError(
    'invalid_input',
    `Replicate has no model “${modelName.slice(0, 100)}”. Write it as owner/name, or as owner/name:version.`,
  )
}

const MODEL = /^[\w.-]+\/[\w.-]+$/
const VERSION = /^[0-9a-f]{40,64}$/

/** A new prediction; one that is wanted whole is given when it is done, or after a minute. */
function create(connection: VendorConnection, { made, asked, streams }: Creation): Promise<Prediction> {
  const { path, version } = made
  const input = inputOf(connection.values, asked)
  return askReplicate(connection, {
    path,
    asked,
    headers: streams ? {} : { prefer: 'wait' },
    body: { ...(version !== undefined && { version }), input, ...(streams && { stream: true }) },
  })
}

/** Models call their settings as their authors like: what the author of the flow wrote goes before what is usual. */
function inputOf(values: JsonObject, { prompt }: AskedPrompt): JsonObject {
  const usual = {
    temperature: readNumber(values, 'temperature'),
    max_length: readNumber(values, 'maxTokens'),
    top_p: readNumber(values, 'topP'),
    repetition_penalty: readNumber(values, 'repetitionPenalty'),
  }
  const given = Object.entries(usual).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return {
    prompt,
    ...Object.fromEntries(given),
    ...readJsonParam({ values, label: 'the model' }, 'additionalInputs'),
  }
}

const DONE = ['succeeded', 'failed', 'canceled', 'aborted']

/** Looks at a prediction until it has ended. */
async function waitFor(
  connection: VendorConnection,
  begun: Prediction,
  asked: AskedPrompt,
): Promise<Prediction> {
  const signal = asked.options.abortSignal ?? new AbortController().signal
  let prediction = begun
  for (let pause = FIRST_PAUSE_MS; !DONE.includes(prediction.status); pause *= 2) {
    await connection.sleep(Math.min(pause, LONGEST_PAUSE_MS), signal)
    prediction = await askReplicate(connection, { path: placeOfPrediction(begun), asked })
  }
  if (prediction.status === 'succeeded') return prediction
  throw describeFailure(prediction)
}

const placeOfPrediction = ({ id }: Prediction) => `/predictions/${encodeURIComponent(id)}`

/** What nobody waits for any more is not computed, nor paid for. */
async function cancelWhenStopped(
  connection: VendorConnection,
  begun: Prediction,
  { options }: AskedPrompt,
): Promise<void> {
  if (options.abortSignal?.aborted !== true) return
  const path = `${placeOfPrediction(begun)}/cancel`
  await askReplicate(connection, { path, body: {} }).catch(() => undefined)
}

/** The words of a prediction as they come; of a model that does not stream, all at once. */
async function* readAsItComes(
  connection: VendorConnection,
  creation: Creation,
): AsyncGenerator<string | CompletionEnd> {
  const { asked } = creation
  const prediction = await create(connection, creation)
  try {
    const address = streamOf(prediction)
    if (address !== undefined) {
      const isWhole = yield* readPredictionStream(connection, address, asked)
      if (!isWhole) return
    }
    const whole = await waitFor(connection, prediction, asked)
    if (address === undefined) yield textOf(whole.output)
    yield endOf(whole)
  } finally {
    await cancelWhenStopped(connection, prediction, asked)
  }
}

/** Where its words come: only from Replicate itself. */
function streamOf({ urls = {} }: Prediction): string | undefined {
  const { stream } = urls
  if (stream === undefined || !URL.canParse(stream)) return undefined
  const { protocol, hostname } = new URL(stream)
  const isTheirs = hostname === 'replicate.com' || hostname.endsWith('.replicate.com')
  return protocol === 'https:' && isTheirs ? stream : undefined
}

/** Words are given in pieces, files as addresses. */
function textOf(output: JsonValue | undefined): string {
  if (typeof output === 'string') return output
  if (!Array.isArray(output)) return output === undefined || output === null ? '' : JSON.stringify(output)
  const pieces = output.map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece)))
  return pieces.join(pieces.every((piece) => URL.canParse(piece)) ? '\n' : '')
}

function endOf({ metrics }: Prediction): CompletionEnd {
  const told = isJsonObject(metrics) ? metrics : {}
  const count = (name: string) => (typeof told[name] === 'number' ? told[name] : undefined)
  return {
    inputTokens: count('input_token_count'),
    outputTokens: count('output_token_count'),
    reason: 'stop',
  }
}
