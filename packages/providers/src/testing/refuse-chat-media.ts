import { detectImageType, IMAGE_TYPES, isBase64, readStart } from './detect-image-type.ts'
import type { FakeChatBody, FakeRefusal } from './fake-openai-reply.ts'

const DATA_URL = /^data:([^;,]+);base64,(.*)$/s
const HEARS = /audio|omni|voxtral/i
const BLIND = /^gpt-3\.5|^gpt-4(-0613)?$/

/** What the vendor refuses among the images, sounds and files of a chat; undefined when all is well. */
export function refuseChatMedia(
  { messages = [], model = '' }: FakeChatBody,
  hasFile: (id: string) => boolean,
): FakeRefusal | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    for (const [at, part] of content.entries()) {
      const place = { message: `messages[${index}]`, part: `messages[${index}].content[${at}]`, role, model }
      const refusal = refusePart(part as ChatPart, place, hasFile)
      if (refusal) return refusal
    }
  }
  return undefined
}

interface ChatPart {
  type: string
  image_url?: { url?: string }
  input_audio?: { data?: string; format?: string }
  file?: { file_id?: string; file_data?: string; filename?: string }
}

interface Place {
  message: string
  part: string
  role: string
  model: string
}

function refusePart(part: ChatPart, place: Place, hasFile: (id: string) => boolean): FakeRefusal | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return undefined
    case 'image_url':
      return refuseImage(part.image_url?.url, place)
    case 'input_audio':
      return refuseAudio(part.input_audio, place)
    case 'file':
      return refuseFile(part.file, place, hasFile)
    default:
      return invalid(
        `Invalid value: '${part.type}'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'.`,
      )
  }
}

function refuseImage(
  url: string | undefined,
  { message, part, role, model }: Place,
): FakeRefusal | undefined {
  if (role !== 'user') {
    return invalid(
      `Invalid '${message}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
    )
  }
  if (BLIND.test(model)) {
    return invalid('Invalid content type. image_url is only supported by certain models.')
  }
  if (url === undefined) return invalid(`Missing required parameter: '${part}.image_url.url'.`)
  if (/^https?:\/\//.test(url)) return undefined
  const [, type = '', data = ''] = DATA_URL.exec(url) ?? []
  const expected = `Invalid '${part}.image_url.url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got`
  if (!isBase64(data)) return invalid(`${expected} an invalid base64-encoded value.`)
  if (!type.startsWith('image/')) return invalid(`${expected} unsupported MIME type '${type}'.`)
  if (IMAGE_TYPES.includes(type) && detectImageType(data) !== undefined) return undefined
  return {
    status: 400,
    message:
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    code: 'invalid_image_format',
  }
}

const SOUND_STARTS = { wav: /^RIFF/, mp3: /^(ID3|\xff[\xfb\xf3\xf2])/ }

function refuseAudio(audio: ChatPart['input_audio'], { part, role, model }: Place): FakeRefusal | undefined {
  if (role !== 'user' || !HEARS.test(model)) {
    return invalid('Invalid content type. input_audio is only supported by certain models.')
  }
  if (audio?.format !== 'wav' && audio?.format !== 'mp3') {
    return invalid(`Invalid value: '${audio?.format}'. Supported values are: 'wav' and 'mp3'.`)
  }
  const { data = '', format } = audio
  if (!isBase64(data)) return invalid(`Invalid '${part}.input_audio.data'.`)
  return SOUND_STARTS[format].test(readStart(data))
    ? undefined
    : invalid('The audio data you provided could not be decoded.')
}

function refuseFile(
  file: ChatPart['file'],
  { part }: Place,
  hasFile: (id: string) => boolean,
): FakeRefusal | undefined {
  if (file?.file_id !== undefined) {
    return hasFile(file.file_id) ? undefined : invalid(`Missing file: '${file.file_id}' was not found.`)
  }
  const [, type = '', data = ''] = DATA_URL.exec(file?.file_data ?? '') ?? []
  const expected = `Invalid file data: '${part}.file.file_data'. Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ=='), but got`
  if (!isBase64(data)) return invalid(`${expected} an invalid base64-encoded value.`)
  if (type !== 'application/pdf') return invalid(`${expected} unsupported MIME type '${type}'.`)
  if (!file?.filename) return invalid(`Missing required parameter: '${part}.file.filename'.`)
  return readStart(data).startsWith('%PDF-') ? undefined : invalid('The file could not be read as a PDF.')
}

function invalid(message: string): FakeRefusal {
  return { status: 400, message, code: 'invalid_value' }
}
