import { setImmediate as nextTurn } from 'node:timers/promises'
import { API_PREFIX, allRoutes, isJsonObject, predictionFields, RunnelError } from '@runnel/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTextCount, jsonLimits } from './json-intake.ts'
import { parseJsonBody, refuseUnread } from './read-json-body.ts'
import { type FormFile, type TakenForm, takeFormApart } from './take-form-apart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, under whatever name they came. */
    formFiles: FormFile[]
  }
}

type FormFields = Readonly<TakenForm['fields']>

/** What a form says in place of a JSON body. */
type ReadFields = (fields: FormFields) => object | Promise<object>

/** As in Flowise, what no call knows changes the flow for this time. */
const readUpsert: ReadFields = ({ stopNodeId, chatId, ...overrideConfig }) => ({
  overrideConfig,
  ...(stopNodeId === undefined ? {} : { stopNodeId }),
  ...(chatId === undefined ? {} : { chatId }),
})

/** The fields are those of the body itself. */
const readPlain: ReadFields = (fields) => fields

/** Fields of a prediction that are no text: a form has them as JSON. */
const JSON_FIELDS = new Set(['form', 'history', 'uploads', 'action', 'humanInput', 'overrideConfig'])

const readPrediction: ReadFields = async (fields) => {
  const body: Record<string, unknown> = {}
  const overrides: Record<string, unknown> = {}
  // They are one body: what JSON may hold they may hold together.
  const count = createTextCount(jsonLimits)
  const readJson = async (name: string, text: string) => {
    await nextTurn()
    return readJsonField({ name, text, count })
  }
  for (const [name, text] of Object.entries(fields)) {
    if (JSON_FIELDS.has(name)) body[name] = await readJson(name, text)
    else if (predictionFields.includes(name)) body[name] = text
    else overrides[name] = name === 'vars' ? await readJson(name, text) : text
  }
  const { overrideConfig } = body
  return { ...body, overrideConfig: { ...overrides, ...(isJsonObject(overrideConfig) && overrideConfig) } }
}

/** Characters of a field that holds JSON: it is read at once. */
const MAX_JSON_FIELD = 200_000

interface JsonField {
  name: string
  text: string
  count: ReturnType<typeof createTextCount>
}

function readJsonField({ name, text, count }: JsonField): unknown {
  if (text.length > MAX_JSON_FIELD) {
    const message = `The field ${name} of the form holds more than ${MAX_JSON_FIELD} characters. Send it as JSON.`
    throw new RunnelError('body_too_large', message, { issues: [{ path: name, message }] })
  }
  count.push(text)
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
      [allRoutes.createAttachments, readPlain],
      [allRoutes.upsertDocuments, readPlain],
    ] as const
  ).map(([{ path }, read]) => [`${API_PREFIX}${path}`, read]),
)

/** The one route to which a browser sends a plain form: that of a provider of sign-ins. */
const TAKES_PLAIN_FORM = `${API_PREFIX}${allRoutes.receiveAssertion.path}`
const LARGEST_PLAIN_FORM = 1024 * 1024

/** A provider of sign-ins sends two. */
const MOST_PLAIN_FIELDS = 20

function readPlainForm(text: string): Record<string, string> {
  // Counted before anything is made of them: half a million empty ones fit into the body.
  if (text.split('&', MOST_PLAIN_FIELDS + 1).length > MOST_PLAIN_FIELDS)
    throw new RunnelError('body_too_large', `The form has more than ${MOST_PLAIN_FIELDS} fields.`)
  return Object.fromEntries(new URLSearchParams(text))
}

/** Lets the routes that take files read them from forms. Forms to other routes are refused before they are read. */
export function readForms(server: FastifyInstance): void {
  server.decorateRequest('formFiles', null as never)
  server.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => {
      const readFields = TAKES_FORMS.get(request.routeOptions.url ?? '')
      if (readFields === undefined) {
        throw new RunnelError(
          'uploads_not_supported',
          'This version does not take uploads here. Send JSON without files.',
        )
      }
      refuseUnread(request)
      const { fields, files } = await takeFormApart(request.headers, payload, request.routeOptions.bodyLimit)
      request.formFiles = files
      request.rawJson = await readFields(fields)
      return request.rawJson
    },
  )
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_PLAIN_FORM },
    async (request: FastifyRequest, text: string | Buffer) => {
      if (request.routeOptions.url !== TAKES_PLAIN_FORM)
        throw new RunnelError('unsupported_media_type', 'Send JSON.')
      request.rawJson = readPlainForm(String(text))
      return request.rawJson
    },
  )
}
