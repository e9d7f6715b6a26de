import {
  API_PREFIX,
  allRoutes,
  errorMessage,
  isJsonObject,
  predictionFields,
  RunnelError,
} from '@runnel/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJsonBody } from './read-json-body.ts'

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

/** The fields of a form; of several of one name the last. */
type FormFields = Readonly<Record<string, string>>

/** What a form says in place of a JSON body. */
type ReadFields = (fields: FormFields) => object

/** As in Flowise, what no call knows changes the flow for this time. */
const readUpsert: ReadFields = ({ stopNodeId, chatId, ...overrideConfig }) => ({
  overrideConfig,
  ...(stopNodeId === undefined ? {} : { stopNodeId }),
  ...(chatId === undefined ? {} : { chatId }),
})

/** Fields of a prediction that are no text: a form has them as JSON. */
const JSON_FIELDS = new Set(['form', 'history', 'uploads', 'action', 'humanInput', 'overrideConfig'])

const readPrediction: ReadFields = (fields) => {
  const body: Record<string, unknown> = {}
  const overrides: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(fields)) {
    if (JSON_FIELDS.has(name)) body[name] = readJsonField(name, text)
    else if (predictionFields.includes(name)) body[name] = text
    else overrides[name] = name === 'vars' ? readJsonField(name, text) : text
  }
  const { overrideConfig } = body
  return { ...body, overrideConfig: { ...overrides, ...(isJsonObject(overrideConfig) && overrideConfig) } }
}

function readJsonField(name: string, text: string): unknown {
  try {
    return parseJsonBody(text)
  } catch (cause) {
    const message = `The field ${name} of the form must hold JSON.`
    throw new RunnelError('invalid_input', message, { cause, issues: [{ path: name, message }] })
  }
}

/** Routes that take forms, and how they read the fields. */
const TAKES_FORMS = new Map<string, ReadFields>(
  (
    [
      [allRoutes.upsertVectors, readUpsert],
      [allRoutes.upsertInternally, readUpsert],
      [allRoutes.predict, readPrediction],
      [allRoutes.predictInternally, readPrediction],
      [allRoutes.createAttachments, (fields: FormFields) => fields],
    ] as const
  ).map(([{ path }, read]) => [`${API_PREFIX}${path}`, read]),
)

/** Lets the routes that take files read them from forms. Forms to other routes are refused before they are read. */
export function readForms(server: FastifyInstance): void {
  server.decorateRequest('formFiles', null as never)
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Payload) => {
    const readFields = TAKES_FORMS.get(request.routeOptions.url ?? '')
    if (readFields === undefined) {
      throw new RunnelError(
        'uploads_not_supported',
        'This version does not take uploads here. Send JSON without files.',
      )
    }
    const bytes = await readAll(payload, request.routeOptions.bodyLimit)
    checkParts(request.headers['content-type'] ?? '', bytes)
    return parseForm(request, bytes, readFields)
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

async function parseForm(request: FastifyRequest, bytes: Buffer, readFields: ReadFields): Promise<object> {
  const form = await readForm(request.headers['content-type'] ?? '', bytes)
  const files: FormFile[] = []
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  request.formFiles = files
  const body = readFields(Object.fromEntries(fields))
  request.rawJson = body
  return body
}

async function readForm(contentType: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch (cause) {
    throw new RunnelError('invalid_input', `The form cannot be read: ${errorMessage(cause)}`, { cause })
  }
}
