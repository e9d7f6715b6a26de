import { detectImageType, IMAGE_TYPES, isBase64, readStart } from '../detect-image-type.ts'
import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBlock } from './anthropic-request.ts'
import { isRecord } from './read-turns.ts'

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
  if (!IMAGE_TYPES.includes(String(mediaType))) {
    throw new AnthropicRefusal(
      `${place}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    )
  }
  const found = detectImageType(readData(data, place))
  if (found === undefined) throw new AnthropicRefusal('Could not process image')
  if (found !== mediaType) {
    throw new AnthropicRefusal(`${place}.data: Image does not match the provided media type ${mediaType}`)
  }
}

function checkPdf({ media_type: mediaType, data }: Record<string, unknown>, place: string): void {
  if (mediaType !== 'application/pdf') {
    throw new AnthropicRefusal(`${place}.media_type: Input should be 'application/pdf'`)
  }
  if (!readStart(readData(data, place)).startsWith('%PDF-')) {
    throw new AnthropicRefusal(`${place}.data: The PDF specified was not valid.`)
  }
}

function readData(data: unknown, place: string): string {
  if (typeof data !== 'string' || !isBase64(data)) {
    throw new AnthropicRefusal(`${place}.data: invalid base64 data`)
  }
  return data
}
