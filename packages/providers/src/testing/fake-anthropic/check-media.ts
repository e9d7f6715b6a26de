import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBlock } from './anthropic-request.ts'
import { isRecord } from './read-turns.ts'

/** How files of the taken kinds begin, in Latin-1. */
const IMAGE_STARTS: Record<string, (bytes: string) => boolean> = {
  'image/jpeg': (bytes) => bytes.startsWith('\xff\xd8\xff'),
  'image/png': (bytes) => bytes.startsWith('\x89PNG\r\n'),
  'image/gif': (bytes) => /^GIF8[79]a/.test(bytes),
  'image/webp': (bytes) => bytes.startsWith('RIFF') && bytes.slice(8, 12) === 'WEBP',
}
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Checks an image or a document, down to its first bytes. */
export function checkMedia({ type, source }: AnthropicBlock, place: string): void {
  const where = `${place}.source`
  if (!isRecord(source)) throw new AnthropicRefusal(`${where}: Field required`)
  const check = sourceCheck(type, source.type)
  if (!check) {
    throw new AnthropicRefusal(
      `${where}: Input tag '${source.type}' found using 'type' does not match any of the expected tags: 'base64', 'file', 'url'`,
    )
  }
  check(source, `${where}.${source.type}`)
}

type SourceCheck = (source: Record<string, unknown>, place: string) => void

/** How a source of this type is checked; undefined where the vendor knows none. */
function sourceCheck(owner: string, type: unknown): SourceCheck | undefined {
  const checks: Record<string, SourceCheck> = {
    url: checkUrl,
    file: refuseFile,
    base64: owner === 'image' ? checkImage : checkPdf,
    ...(owner === 'document' ? { text: checkTextDocument, content: () => undefined } : {}),
  }
  return checks[String(type)]
}

/** Nothing can be uploaded here, so no file is ever there. */
function refuseFile({ file_id: id }: Record<string, unknown>): void {
  throw new AnthropicRefusal(`File not found: ${String(id)}`, 404)
}

function checkUrl({ url }: Record<string, unknown>, place: string): void {
  if (typeof url !== 'string' || !/^https:\/\//.test(url)) {
    throw new AnthropicRefusal(`${place}.url: Only HTTPS URLs are supported`)
  }
}

function checkTextDocument({ media_type: mediaType, data }: Record<string, unknown>, place: string): void {
  if (mediaType !== 'text/plain')
    throw new AnthropicRefusal(`${place}.media_type: Input should be 'text/plain'`)
  if (typeof data !== 'string' || data === '') {
    throw new AnthropicRefusal(`${place}.data: String should have at least 1 character`)
  }
}

function checkImage({ media_type: mediaType, data }: Record<string, unknown>, place: string): void {
  const start = IMAGE_STARTS[String(mediaType)]
  if (!start) {
    throw new AnthropicRefusal(
      `${place}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    )
  }
  const bytes = decode(data, place)
  if (start(bytes)) return
  const isOther = Object.values(IMAGE_STARTS).some((fits) => fits(bytes))
  throw new AnthropicRefusal(
    isOther
      ? `${place}.data: Image does not match the provided media type ${mediaType}`
      : 'Could not process image',
  )
}

function checkPdf({ media_type: mediaType, data }: Record<string, unknown>, place: string): void {
  if (mediaType !== 'application/pdf') {
    throw new AnthropicRefusal(`${place}.media_type: Input should be 'application/pdf'`)
  }
  if (!decode(data, place).startsWith('%PDF-')) {
    throw new AnthropicRefusal(`${place}.data: The PDF specified was not valid.`)
  }
}

function decode(data: unknown, place: string): string {
  if (typeof data !== 'string' || !BASE64.test(data))
    throw new AnthropicRefusal(`${place}.data: invalid base64 data`)
  return Buffer.from(data.slice(0, 64), 'base64').toString('latin1')
}
