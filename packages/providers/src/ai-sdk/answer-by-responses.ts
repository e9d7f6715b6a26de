import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4File,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { isJsonObject, RunnelError } from '@runnel/contract'
import { askForThoughts, type ThoughtWishes } from './ask-for-thoughts.ts'
import type { VendorConnection } from './open-vendor-model.ts'

/** The two ways to ask one model, and which of its thoughts the node wants to hear. */
interface Ways {
  chat: LanguageModelV4
  responses: LanguageModelV4
  connection: VendorConnection
  /** Absent where none are chosen, or another server answers, which may have chat completions alone. */
  thoughts?: ThoughtWishes | undefined
}

/**
 * OpenAI runs tools of its own and tells its thoughts only where its Responses API is asked; chat completions, which
 * compatible servers speak as well, do neither. What such tools make comes as files: pictures, and what code wrote into
 * its container.
 */
export function answerByResponses({ chat, responses, connection, thoughts }: Ways): LanguageModelV4 {
  const runsTools = ({ tools = [] }: LanguageModelV4CallOptions) =>
    tools.some(({ type }) => type === 'provider')
  const readCall = (options: LanguageModelV4CallOptions) => {
    if (holdsSounds(options)) return runsTools(options) ? refuseSounds() : undefined
    if (thoughts) return askForThoughts(options, thoughts)
    return runsTools(options) ? options : undefined
  }
  return {
    specificationVersion: chat.specificationVersion,
    provider: chat.provider,
    modelId: chat.modelId,
    supportedUrls: chat.supportedUrls,
    async doGenerate(given) {
      const options = readCall(given)
      if (!options) return chat.doGenerate(given)
      const reply = await responses.doGenerate(options)
      const content: LanguageModelV4Content[] = []
      for (const piece of reply.content) content.push(...(await withFiles(piece, { connection, options })))
      return { ...reply, content }
    },
    async doStream(given) {
      const options = readCall(given)
      if (!options) return chat.doStream(given)
      const answer = await responses.doStream(options)
      const withMade = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        async transform(part, controller) {
          for (const each of await withFiles(part, { connection, options })) controller.enqueue(each)
        },
      })
      return { ...answer, stream: answer.stream.pipeThrough(withMade) }
    },
  }
}

/** Recordings go to chat completions alone. */
function holdsSounds({ prompt }: LanguageModelV4CallOptions): boolean {
  return prompt.some(
    ({ role, content }) =>
      role === 'user' && content.some((part) => part.type === 'file' && part.mediaType.startsWith('audio/')),
  )
}

function refuseSounds(): never {
  throw new RunnelError(
    'invalid_input',
    'OpenAI’s own tools cannot be asked with a recording. Leave them out, or choose Speech to Text in the settings of the flow.',
  )
}

interface Asked {
  connection: VendorConnection
  options: LanguageModelV4CallOptions
}

/** A piece of an answer, and the file that it tells of; a picture stands in its file alone. */
async function withFiles<P extends LanguageModelV4Content | LanguageModelV4StreamPart>(
  piece: P,
  asked: Asked,
): Promise<(P | LanguageModelV4File)[]> {
  if (piece.type === 'tool-result' && isJsonObject(piece.result) && 'result' in piece.result) {
    const { result, ...rest } = piece.result
    if (typeof result !== 'string' || piece.toolName !== 'image_generation') return [piece]
    const file: LanguageModelV4File = {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: result },
    }
    return piece.preliminary ? [] : [{ ...piece, result: rest }, file]
  }
  if (piece.type !== 'source') return [piece]
  const file = await readContainerFile(piece, asked)
  return file ? [piece, file] : [piece]
}

/** More is not fetched; the answer names the file all the same. */
const LARGEST_FILE = 20 * 1024 * 1024

async function readContainerFile(
  source: Extract<LanguageModelV4Content, { type: 'source' }>,
  { connection, options }: Asked,
): Promise<LanguageModelV4File | undefined> {
  const { type, fileId, containerId } = readObject(source.providerMetadata?.openai)
  if (type !== 'container_file_citation' || typeof fileId !== 'string' || typeof containerId !== 'string')
    return undefined
  const { baseURL, apiKey, headers, fetch } = connection
  const path = `/containers/${encodeURIComponent(containerId)}/files/${encodeURIComponent(fileId)}/content`
  const response = await fetch(`${baseURL}${path}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(options.abortSignal && { signal: options.abortSignal }),
  })
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > LARGEST_FILE) {
    await response.body?.cancel()
    return undefined
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const mediaType = response.headers.get('content-type')?.split(';')[0] || 'application/octet-stream'
  const filename = source.sourceType === 'document' ? source.filename : undefined
  const name = filename === undefined ? {} : { providerMetadata: { openai: { filename } } }
  return { type: 'file', mediaType, data: { type: 'data', data: bytes }, ...name }
}

const readObject = (value: unknown) => (isJsonObject(value) ? value : {})
