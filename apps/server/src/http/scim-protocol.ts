import { RunnelError, scimSchemas } from '@runnel/contract'
import type { OperationContext } from '@runnel/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a call of SCIM was refused, for its note. */
    scimFault: string | undefined
  }
}

/** The type of SCIM's bodies. */
export const SCIM_CONTENT = 'application/scim+json'

const RETRY_SECONDS = 5
const LONGEST_PATH = 500
const LONGEST_DETAIL = 500

/** What SCIM calls a fault of ours that says nothing of it itself. */
function scimTypeOf({ code, body }: RunnelError): string | undefined {
  if (body.scimType !== undefined) return body.scimType
  if (code === 'invalid_json') return 'invalidSyntax'
  // What conflicts and is not taken by another is a state that nobody may end.
  if (code === 'conflict') return 'mutability'
  return code === 'invalid_input' ? 'invalidValue' : undefined
}

/** Tells a fault in the form of SCIM (RFC 7644, 3.12). */
export function tellScimFault(error: RunnelError, request: FastifyRequest, reply: FastifyReply): void {
  request.scimFault = error.message
  const scimType = scimTypeOf(error)
  const body = {
    schemas: [scimSchemas.error],
    status: String(error.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error.message,
  }
  const seconds = error.retryAfter ?? (error.status === 503 ? RETRY_SECONDS : undefined)
  if (seconds !== undefined) reply.header('Retry-After', String(seconds))
  if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  reply.status(error.status).type(`${SCIM_CONTENT}; charset=utf-8`).send(JSON.stringify(body))
}

/** Notes each call of a provider with how it went, for who sets it up. */
export function noteScimCalls(
  server: FastifyInstance,
  { db, log }: Pick<OperationContext, 'db' | 'log'>,
): void {
  server.decorateRequest('provisioning', undefined)
  server.decorateRequest('scimFault', undefined)
  const note: onResponseHookHandler = async (request, reply) => {
    const { provisioning: provider, method, url, scimFault } = request
    if (!provider) return
    const call = {
      organizationId: provider.organizationId,
      tokenName: provider.tokenName,
      method,
      path: shown(url.slice(url.indexOf('/scim/v2') + '/scim/v2'.length), LONGEST_PATH),
      status: reply.statusCode,
      detail: scimFault === undefined ? null : shown(scimFault, LONGEST_DETAIL),
    }
    await db.system.provisioning
      .noteCall(call)
      .catch((error: unknown) => log.warn({ err: error }, 'A call of SCIM was not noted'))
  }
  // Other calls do not pass it.
  server.addHook('onRoute', (route) => {
    if (route.config?.speaksScim === true) route.onResponse = note
  })
}

/** One line, no more than fits, and no token, wherever one was put: what a caller writes is shown to people. */
const shown = (text: string, most: number) =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/scim_[\w-]+/g, 'scim_…')
    .slice(0, most)

/** The versions that a write names by `If-Match`; undefined for any. @throws RunnelError `precondition_failed` */
export function readVersions({ headers }: Pick<FastifyRequest, 'headers'>): number[] | undefined {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  return header.split(',').map((tag) => {
    const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1]
    if (version !== undefined) return Number(version)
    throw new RunnelError('precondition_failed', 'If-Match names no version of this resource.')
  })
}
