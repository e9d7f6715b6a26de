import { API_PREFIX, RunnelError, type scimRoutes } from '@runnel/contract'
import {
  createScimGroup,
  createScimUser,
  deleteScimGroup,
  deleteScimUser,
  getDocument,
  getScimGroup,
  getScimServiceConfig,
  getScimUser,
  listDocuments,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  patchScimGroup,
  patchScimUser,
  replaceScimGroup,
  replaceScimUser,
  type ScimCall,
  type ServingContext,
  scimBase,
  versionTag,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handlers, HandlersOf } from '../call.ts'
import { loopbackOrigin } from '../loopback-origin.ts'
import { readVersions, SCIM_CONTENT } from '../scim-protocol.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer of SCIM: with its type, and with the version and the address of a resource. */
function createAnswers(appUrl: string | undefined) {
  /** Where resources say that they are; a path alone where the server does not know its own address. */
  const baseOf = (request: FastifyRequest) => {
    const origin =
      appUrl === undefined ? (loopbackOrigin(request) ?? '') : new URL(appUrl).href.replace(/\/$/, '')
    return scimBase(`${origin}${API_PREFIX}`)
  }
  const callOf = (request: FastifyRequest, projection: ScimCall['projection'] = {}): ScimCall => {
    if (!request.provisioning)
      throw new RunnelError('unauthenticated', 'This address takes a token for SCIM.')
    return { principal: request.provisioning, base: baseOf(request), projection }
  }
  const typed = <Body>({ reply }: Exchange, body: Body): Body => {
    reply.type(`${SCIM_CONTENT}; charset=utf-8`)
    return body
  }
  return {
    baseOf,
    callOf,
    typed,
    targetOf: (request: FastifyRequest, id: string, projection: ScimCall['projection'] = {}) => ({
      ...callOf(request, projection),
      id,
      ifVersion: readVersions(request),
    }),
    /** A resource; nothing but its version for who has this one already. */
    resource<Resource extends { meta?: { location?: string | undefined } | undefined }>(
      exchange: Exchange,
      { resource, version }: { resource: Resource; version: number },
    ) {
      const { request, reply } = exchange
      const tag = versionTag(version)
      reply.header('ETag', tag)
      if (reply.statusCode === 201 && resource.meta?.location)
        reply.header('Location', resource.meta.location)
      const isKnown = request.method === 'GET' && request.headers['if-none-match'] === tag
      return isKnown ? reply.status(304).send() : typed(exchange, resource)
    },
    nothing: ({ reply }: Exchange) => reply.status(204).send(),
  }
}

type Answers = ReturnType<typeof createAnswers>
type Names = keyof typeof scimRoutes
type UserNames = Extract<Names, `${string}ScimUser${'' | 's'}`>
type GroupNames = Extract<Names, `${string}ScimGroup${'' | 's'}`>

function userHandlers(context: ServingContext, answers: Answers): Pick<Handlers, UserNames> {
  const { callOf, targetOf, typed, resource, nothing } = answers
  return {
    async listScimUsers({ request, reply, query }) {
      return typed({ request, reply }, await listScimUsers(context, callOf(request, query), query))
    },
    async createScimUser({ request, reply, query, body }) {
      return resource({ request, reply }, await createScimUser(context, callOf(request, query), body))
    },
    async getScimUser({ request, reply, params, query }) {
      return resource({ request, reply }, await getScimUser(context, targetOf(request, params.id, query)))
    },
    async replaceScimUser({ request, reply, params, query, body }) {
      return resource(
        { request, reply },
        await replaceScimUser(context, targetOf(request, params.id, query), body),
      )
    },
    async patchScimUser({ request, reply, params, query, body }) {
      return resource(
        { request, reply },
        await patchScimUser(context, targetOf(request, params.id, query), body),
      )
    },
    async deleteScimUser({ request, reply, params }) {
      await deleteScimUser(context, targetOf(request, params.id))
      return nothing({ request, reply })
    },
  }
}

function groupHandlers(context: ServingContext, answers: Answers): Pick<Handlers, GroupNames> {
  const { callOf, targetOf, typed, resource, nothing } = answers
  return {
    async listScimGroups({ request, reply, query }) {
      return typed({ request, reply }, await listScimGroups(context, callOf(request, query), query))
    },
    async createScimGroup({ request, reply, query, body }) {
      return resource({ request, reply }, await createScimGroup(context, callOf(request, query), body))
    },
    async getScimGroup({ request, reply, params, query }) {
      return resource({ request, reply }, await getScimGroup(context, targetOf(request, params.id, query)))
    },
    async replaceScimGroup({ request, reply, params, query, body }) {
      return resource(
        { request, reply },
        await replaceScimGroup(context, targetOf(request, params.id, query), body),
      )
    },
    async patchScimGroup({ request, reply, params, query, body }) {
      const { resource: group, version } = await patchScimGroup(
        context,
        targetOf(request, params.id, query),
        body,
      )
      if (group) return resource({ request, reply }, { resource: group, version })
      reply.header('ETag', versionTag(version))
      return nothing({ request, reply })
    },
    async deleteScimGroup({ request, reply, params }) {
      await deleteScimGroup(context, targetOf(request, params.id))
      return nothing({ request, reply })
    },
  }
}

/** SCIM 2.0, as the provider of an organisation's identities speaks it. */
export function scimHandlers(
  context: ServingContext,
  appUrl: string | undefined,
): HandlersOf<typeof scimRoutes> {
  const answers = createAnswers(appUrl)
  const { baseOf, typed } = answers
  return {
    ...userHandlers(context, answers),
    ...groupHandlers(context, answers),
    getScimServiceConfig: ({ request, reply }) =>
      typed({ request, reply }, getScimServiceConfig(baseOf(request))),
    listScimResourceTypes: ({ request, reply }) =>
      typed({ request, reply }, listDocuments(listScimResourceTypes(baseOf(request)))),
    getScimResourceType: ({ request, reply, params }) =>
      typed({ request, reply }, getDocument(listScimResourceTypes(baseOf(request)), params.id)),
    listScimSchemas: ({ request, reply }) =>
      typed({ request, reply }, listDocuments(listScimSchemas(baseOf(request)))),
    getScimSchema: ({ request, reply, params }) =>
      typed({ request, reply }, getDocument(listScimSchemas(baseOf(request)), params.id)),
  }
}
