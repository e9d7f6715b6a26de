import type { LanguageModelV4CallOptions, LanguageModelV4FilePart } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { ChatVendor } from './open-vendor-model.ts'

/** A recording as OpenAI's chat completions have it. */
interface Sound {
  /** Its bytes in base64. */
  data: string
  format: 'wav' | 'mp3'
}

const SOUND_ADDRESS = /^data:(audio\/[\w.+-]+);base64,/
const FORMATS: Readonly<Record<string, Sound['format']>> = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' }

/**
 * Lets recordings through a package of the SDK that refuses them though its vendor hears: they go through it as the
 * address of a picture, and stand in the request as `write` says what the vendor has under `input_audio`.
 */
export function letSoundsThrough(
  connect: ChatVendor['connect'],
  write: (sound: Sound) => JsonValue,
): ChatVendor['connect'] {
  return (connection, modelName) => {
    const model = connect({ ...connection, fetch: writeSounds(connection.fetch, write) }, modelName)
    return {
      specificationVersion: model.specificationVersion,
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: (options) => model.doGenerate(hideSounds(options)),
      doStream: (options) => model.doStream(hideSounds(options)),
    }
  }
}

function hideSounds(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const prompt = options.prompt.map((message) =>
    message.role === 'user'
      ? { ...message, content: message.content.map((part) => (part.type === 'file' ? hide(part) : part)) }
      : message,
  )
  return { ...options, prompt }
}

function hide(part: LanguageModelV4FilePart): LanguageModelV4FilePart {
  if (!part.mediaType.startsWith('audio/') || part.data.type !== 'data') return part
  const { data } = part.data
  const base64 = typeof data === 'string' ? data : data.toBase64()
  const url = new URL(`data:${part.mediaType};base64,${base64}`)
  return { ...part, mediaType: 'image/*', data: { type: 'url', url } }
}

function writeSounds(
  fetch: typeof globalThis.fetch,
  write: (sound: Sound) => JsonValue,
): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof init?.body !== 'string' || !init.body.includes('"data:audio/')) return fetch(input, init)
    const body: JsonObject = JSON.parse(init.body)
    const messages = Array.isArray(body.messages) ? body.messages : []
    const written = messages.map((message) =>
      isJsonObject(message) && Array.isArray(message.content)
        ? { ...message, content: message.content.map((part) => writePart(part, write)) }
        : message,
    )
    return fetch(input, { ...init, body: JSON.stringify({ ...body, messages: written }) })
  }
}

function writePart(part: JsonValue, write: (sound: Sound) => JsonValue): JsonValue {
  const url = isJsonObject(part) ? addressOf(part.image_url) : ''
  const [start = '', mediaType = ''] = SOUND_ADDRESS.exec(url) ?? []
  const format = FORMATS[mediaType]
  if (format === undefined) return part
  return { type: 'input_audio', input_audio: write({ data: url.slice(start.length), format }) }
}

/** An address as it stands in a part, bare or in an object. */
function addressOf(value: JsonValue | undefined): string {
  const address = isJsonObject(value) ? value.url : value
  return typeof address === 'string' ? address : ''
}
