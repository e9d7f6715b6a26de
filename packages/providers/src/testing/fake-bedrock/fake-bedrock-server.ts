import type { ServerResponse } from 'node:http'
import type { FakeVendor } from '../chat-model-case.ts'
import { embedText } from '../embed-text.ts'
import { asBase64 } from '../fake-images/draw-picture.ts'
import { picturesOf } from '../fake-images/openai-dialect.ts'
import type { FakeAnswer, FakeRefusal } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { sendCut } from '../send-cut.ts'
import { type FakeCall, startFakeVendor } from '../start-fake-vendor.ts'
import { type BedrockBody, checkBedrockRequest } from './check-bedrock-request.ts'
import { type AwsAccount, checkSignature } from './check-signature.ts'
import { writeStreamedConverse, writeWholeConverse } from './write-bedrock-answer.ts'

const DIMENSIONS = 1024
const PATH = /^\/model\/([^/]+)\/(converse|converse-stream|invoke)$/

/** Starts a fake Bedrock that lets in calls signed by this account for its region. */
export function startFakeBedrock(account: AwsAccount): Promise<FakeVendor> {
  return startFakeVendor<BedrockBody>({
    refuse: (call) => checkSignature(call, account) ?? refuseCall(call),
    describeRefusal: ({ message }) => ({ message }),
    write: (response, answer, { path, body }) => {
      if (body.taskType !== undefined) return writePictures(response, answer, body)
      if (path.endsWith('/invoke')) return writeVectors(response, body)
      const said = answer ?? defaultAnswer(body)
      return path.endsWith('/converse')
        ? writeWholeConverse(response, said, body)
        : writeStreamedConverse(response, said, body)
    },
  })
}

function refuseCall({ path, body }: FakeCall<BedrockBody>): FakeRefusal | undefined {
  const [, model = '', way] = PATH.exec(path) ?? []
  if (!/^(global\.|us\.)?(anthropic|amazon|openai|cohere)\./.test(decodeURIComponent(model))) {
    return { status: 400, message: 'The provided model identifier is invalid.' }
  }
  if (way !== 'invoke') return checkBedrockRequest(body)
  if (decodeURIComponent(model).startsWith('amazon.nova-canvas')) return checkPicture(body)
  const isFit = model.startsWith('cohere.') ? body.texts && body.input_type : body.inputText
  return isFit ? undefined : { status: 400, message: 'Malformed input request, please reformat your input.' }
}

const LONGEST_PROMPT = 1_024

/** Nova Canvas takes short texts, and sides that are multiples of 16. */
function checkPicture({ taskType, textToImageParams, imageGenerationConfig = {} }: BedrockBody) {
  const { text = '' } = textToImageParams ?? {}
  const { width = 1_024, height = 1_024 } = imageGenerationConfig
  const sides = [width, height]
  const isFit =
    taskType === 'TEXT_IMAGE' &&
    text !== '' &&
    text.length <= LONGEST_PROMPT &&
    sides.every((side) => side % 16 === 0 && side >= 320 && side <= 4_096)
  return isFit
    ? undefined
    : { status: 400, message: 'Malformed input request, please reformat your input and try again.' }
}

function writePictures(response: ServerResponse, answer: FakeAnswer | undefined, body: BedrockBody): void {
  const pictures = picturesOf(answer, body.textToImageParams?.text)
  const bytes = Buffer.from(JSON.stringify({ images: pictures.map(asBase64) }))
  if (answer?.cutAfter !== undefined) sendCut(response, 'application/json', bytes)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(bytes)
}

/** Amazon's own models embed one text, Cohere's several. */
function writeVectors(response: ServerResponse, { inputText, texts }: BedrockBody): void {
  const value = texts
    ? {
        embeddings: texts.map((text) => embedText(text, DIMENSIONS)),
        response_type: 'embeddings_floats',
        texts,
      }
    : { embedding: embedText(inputText ?? '', DIMENSIONS), inputTextTokenCount: inputText?.length }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

/** An echo of the question; wanted JSON and a tool that must be called are filled in. */
function defaultAnswer({ messages = [], toolConfig, ...body }: BedrockBody): FakeAnswer {
  const schema = body.additionalModelRequestFields?.output_config?.format?.schema
  if (schema) return { text: JSON.stringify(fillFlatSchema(schema, 'Some text')) }
  const { tools = [], toolChoice = {} } = toolConfig ?? {}
  const wanted = toolChoice.tool?.name
  const forced = tools.find(({ toolSpec }) =>
    toolChoice.any ? toolSpec : wanted !== undefined && toolSpec?.name === wanted,
  )?.toolSpec
  if (forced) {
    const input = fillFlatSchema(forced.inputSchema?.json ?? {}, 'Some text')
    return { toolCalls: [{ name: forced.name, input }] }
  }
  return {
    text: `You said: ${messages
      .at(-1)
      ?.content?.map(({ text = '' }) => text)
      .join('')}`,
  }
}
