import { randomInt } from 'node:crypto'
import {
  type ErrorBody,
  type ErrorIssue,
  isRunnelError,
  REFUSAL_TEXTS,
  RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import { storageAdvice, storageFault } from '@runnel/db'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { tellScimFault } from './scim-protocol.ts'
import { tellSchemaFault } from './tell-schema-fault.ts'

/** Turns the path of a schema issue (`/nodes/3/label`) into the one that clients read (`nodes[3].label`). */
function readablePath(instancePath: string, context: string | undefined): string {
  const path = instancePath
    .split('/')
    .filter((part) => part !== '')
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
  return path === '' ? (context ?? 'body') : path
}

/** Issues that one answer tells, and characters of a name that nobody knows. */
const MOST_ISSUES = 50
const LONGEST_NAME = 100

/** A field or a parameter that the schema has not. */
function unknownField(instancePath: string, key: string): ErrorIssue {
  const name = key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME)}…` : key
  const parent = readablePath(instancePath, '')
  return { path: parent === '' ? name : `${parent}.${name}`, ...tellWhy('field_unknown') }
}

function issuesOf(error: FastifyError): ErrorIssue[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return []
  const issues = error.validation.flatMap(({ instancePath, message, keyword, params }) => {
    if (keyword === 'unrecognized_keys' && Array.isArray(params?.keys))
      return params.keys.map((key) => unknownField(instancePath, String(key)))
    return [
      {
        path: readablePath(instancePath, error.validationContext),
        message: message ?? REFUSAL_TEXTS.schema_invalid,
        ...tellSchemaFault(message ?? REFUSAL_TEXTS.schema_invalid),
      },
    ]
  })
  return issues.slice(0, MOST_ISSUES)
}

function fromSchema(error: FastifyError): RunnelError {
  const issues = issuesOf(error)
  const first = issues[0]
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  const message = first ? `${first.path}: ${first.message}${rest}` : error.message
  return new RunnelError('invalid_input', message, { issues, cause: error })
}

const fastifyCodes: Record<string, () => RunnelError> = {
  FST_ERR_BAD_URL: () => new RunnelError('invalid_input', 'The address is not a valid URL.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new RunnelError('invalid_input', 'A part of the address is too long.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new RunnelError(
      'body_too_large',
      'The request body is larger than this address takes. Send less at once.',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new RunnelError(
      'unsupported_media_type',
      'This address takes JSON only. Send Content-Type: application/json.',
    ),
  FST_ERR_CTP_EMPTY_JSON_BODY: () =>
    new RunnelError('invalid_json', 'The request body is empty; JSON was announced.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new RunnelError('invalid_json', 'The request body is not valid JSON.'),
}

/** A fault that has no coded error: its own text may hold what is nobody's business. */
const hidden = (error: unknown) => refusalOf('internal', tellWhy('server_fault'), { cause: error })

/** Any thrown value as the coded error that a client may see. */
export function toRunnelError(error: unknown): RunnelError {
  if (isRunnelError(error)) return error
  const fault = error as FastifyError
  if (hasZodFastifySchemaValidationErrors(fault)) return fromSchema(fault)
  const known = fastifyCodes[fault.code]
  if (known) return known()
  if (fault.statusCode === 400) return new RunnelError('invalid_input', fault.message, { cause: error })
  if (fault.statusCode === 413) return new RunnelError('body_too_large', fault.message, { cause: error })
  if (fault.statusCode === 429) return new RunnelError('rate_limited', fault.message, { cause: error })
  return storageFault(error) ?? hidden(error)
}

/** The body of an error answer: the catalogue's fields and nothing else. */
export function errorBody(error: RunnelError, requestId: string): ErrorBody {
  return {
    statusCode: error.status,
    success: false,
    message: error.message,
    code: error.code,
    requestId,
    ...(error.issues.length > 0 ? { issues: error.issues } : {}),
    ...error.body,
  }
}

/** Seconds until another try may help; not the same for all who were refused in one moment. */
const retryAfter = (): number => randomInt(2, 6)

/** Any thrown value as the coded error that a client may see; faults of ours go to the log with their cause. */
export function logFault(error: unknown, request: FastifyRequest): RunnelError {
  const coded = toRunnelError(error)
  if (coded.status >= 500)
    request.log.error({ err: error, requestId: request.id }, storageAdvice(error) ?? coded.message)
  return coded
}

/** Maps every thrown value to a response, once. */
export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const coded = logFault(error, request)
  if (request.routeOptions.config?.speaksScim === true) {
    tellScimFault(coded, request, reply)
    return
  }
  const body = errorBody(coded, request.id)
  reply.header('Cache-Control', 'no-store')
  if (coded.status === 503) reply.header('Retry-After', String(retryAfter()))
  reply.status(coded.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
