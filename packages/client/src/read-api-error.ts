import type { ErrorIssue } from '@runnel/contract'
import { ApiError } from './api-error.ts'

type Fields = Record<string, unknown>

/**
 * Turns an error answer into an `ApiError`. The body may be ours (JSON with `message`, `code`, `issues`), plain text
 * (refused streams), or of a proxy in between: then the status speaks for itself.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const body = parseBody(text)
  const fields = isFields(body) ? body : {}
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const message = textOf(fields, 'message') ?? plainText(response, text) ?? `HTTP ${response.status}`
  return new ApiError(message, {
    status: response.status,
    code: textOf(fields, 'code') ?? 'unknown',
    issues: readIssues(fields.issues),
    ...readReason(fields),
    body,
    ...optional(
      'requestId',
      textOf(fields, 'requestId') ?? response.headers.get('x-request-id') ?? undefined,
    ),
    ...optional('retryAfterSeconds', Number.isFinite(retryAfter) ? retryAfter : undefined),
  })
}

function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function plainText(response: Response, text: string): string | undefined {
  const isPlain = (response.headers.get('content-type') ?? '').startsWith('text/plain')
  return isPlain && text !== '' ? text : undefined
}

function readIssues(value: unknown): ErrorIssue[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((issue: unknown) => {
    if (!isFields(issue)) return []
    const message = textOf(issue, 'message')
    return message === undefined ? [] : [{ path: textOf(issue, 'path') ?? '', message, ...readReason(issue) }]
  })
}

/** What a message says, where it is one of the catalogue. */
function readReason(fields: Fields): { reason?: string; details?: Record<string, string> } {
  const reason = textOf(fields, 'reason')
  if (reason === undefined) return {}
  const given = isFields(fields.details) ? Object.entries(fields.details) : []
  return { reason, details: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(fields: Fields, key: string): string | undefined {
  const value = fields[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}
