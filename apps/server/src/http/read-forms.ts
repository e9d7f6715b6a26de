import { API_PREFIX, allRoutes, errorMessage, RunnelError } from '@runnel/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, under whatever name they came. */
    formFiles: FormFile[]
  }
}

/** A file of a form. */
interface FormFile {
  name: string
  bytes: Uint8Array
}

/** Routes that take forms. */
const pathOf = ({ path }: { path: string }) => `${API_PREFIX}${path}`
/** Their fields are those of the body itself; of the others they are changes for the flow. */
const TAKES_FIELDS = [pathOf(allRoutes.upsertDocuments)]
const TAKES_FORMS = [allRoutes.upsertVectors, allRoutes.upsertInternally].map(pathOf).concat(TAKES_FIELDS)

/**
 * Lets the routes that take files read them from forms. As in Flowise, each field of a form changes the flow for this
 * call (`overrideConfig`), but for `stopNodeId`. Forms to other routes are refused before they are read.
 */
export function readForms(server: FastifyInstance): void {
  server.decorateRequest('formFiles', null as never)
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Payload) => {
    if (!TAKES_FORMS.includes(request.routeOptions.url ?? '')) {
      throw new RunnelError(
        'uploads_not_supported',
        'This version does not take uploads here. Send JSON without files.',
      )
    }
    const bytes = await readAll(payload, request.routeOptions.bodyLimit)
    checkParts(request.headers['content-type'] ?? '', bytes)
    return parseForm(request, bytes)
  })
}

/** A form of more parts is refused before it is taken apart: that is work which nothing can interrupt. */
const MAX_PARTS = 300

function checkParts(contentType: string, bytes: Buffer): void {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const text = boundary?.[1] ?? boundary?.[2]
  if (text === undefined) throw new RunnelError('invalid_input', 'The form names no boundary.')
  const mark = Buffer.from(`--${text}`)
  let parts = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    parts += 1
    if (parts > MAX_PARTS + 1) {
      throw new RunnelError(
        'body_too_large',
        `The form has more than ${MAX_PARTS} fields and files. Send them in several calls.`,
      )
    }
  }
}

type Payload = AsyncIterable<Uint8Array>

async function readAll(payload: Payload, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of payload) {
    size += piece.length
    if (size > limit) {
      throw new RunnelError(
        'body_too_large',
        `The form is larger than ${Math.floor(limit / 1024 / 1024)} MB.`,
      )
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function parseForm(request: FastifyRequest, bytes: Buffer): Promise<object> {
  const form = await readForm(request.headers['content-type'] ?? '', bytes)
  const files: FormFile[] = []
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  request.formFiles = files
  const given = Object.fromEntries(fields)
  const isPlain = TAKES_FIELDS.includes(request.routeOptions.url ?? '')
  const body = isPlain ? given : asOverrides(given)
  request.rawJson = body
  return body
}

function asOverrides({ stopNodeId, ...overrideConfig }: Record<string, string>): object {
  return { overrideConfig, ...(stopNodeId === undefined ? {} : { stopNodeId }) }
}

async function readForm(contentType: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch (cause) {
    throw new RunnelError('invalid_input', `The form cannot be read: ${errorMessage(cause)}`, { cause })
  }
}
