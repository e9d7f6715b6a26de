import { type nodeRoutes, type platformRoutes, RunnelError } from '@runnel/contract'
import {
  getCredentialTypes,
  getNode,
  listNodes,
  listNodesOfCategory,
  loadNodeMethod,
  type OperationContext,
  runCustomFunction,
} from '@runnel/operations'
import type { FastifyReply } from 'fastify'
import type { Handlers } from '../call.ts'
import { signalWhenCallerLeaves } from '../caller-leaves.ts'
import { colorOfType, letterIcon } from '../letter-icon.ts'

/** What the platform routes tell. */
export interface Platform {
  version: string
  platformType: 'enterprise' | 'cloud' | 'open source'
  releasesUrl: string | undefined
}

const ICON_SECONDS = 86_400

function sendIcon(reply: FastifyReply, svg: string): FastifyReply {
  return reply
    .header('Cache-Control', `public, max-age=${ICON_SECONDS}`)
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .type('image/svg+xml')
    .send(svg)
}

/** The catalogue, its loaders and icons, and what the server says of itself. */
export function nodeHandlers(
  context: OperationContext,
  platform: Platform,
): Pick<Handlers, keyof typeof nodeRoutes | keyof typeof platformRoutes> {
  const { catalogue } = context
  return {
    listNodes: ({ query }) => listNodes(context, query.client),
    getNode: ({ params, query }) => getNode(context, params.name, query.client),
    listNodesOfCategory: ({ params, query }) => listNodesOfCategory(context, params.name, query.client),
    getNodeIcon({ params, reply }) {
      const type = catalogue.findNode(params.name)
      if (!type) throw new RunnelError('not_found', `Node ${params.name} not found`)
      return sendIcon(reply, type.iconSvg ?? letterIcon(type.definition.label, colorOfType(type.definition)))
    },
    loadNodeMethod: ({ principal, params, body }) =>
      loadNodeMethod(context, principal, {
        nodeName: params.name,
        loadMethod: body.loadMethod,
        inputs: body.inputs ?? {},
        credential: body.credential,
        previousNodes: body.previousNodes ?? [],
      }),
    async runCustomFunction({ principal, body, reply }) {
      const value = await runCustomFunction(context, principal, {
        code: body.javascriptFunction,
        variables: body.functionInputVariables,
        signal: signalWhenCallerLeaves(reply),
      })
      // Fastify would send a text as it is: callers expect JSON whatever the function returns.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
    },
    listCredentialTypes: () => catalogue.credentialTypes,
    getCredentialType: ({ params }) => getCredentialTypes(context, params.name),
    getCredentialIcon({ params, reply }) {
      const type = catalogue.findCredentialType(params.name)
      if (!type) throw new RunnelError('not_found', `Credential ${params.name} not found`)
      const users = catalogue.definitions.filter(
        (node) => node.credential?.credentialNames?.includes(params.name) === true,
      )
      const icon = catalogue.findNode(users.at(-1)?.name ?? '')?.iconSvg
      return sendIcon(reply, icon ?? letterIcon(type.label))
    },
    ping: ({ reply }) => reply.type('text/plain; charset=utf-8').send('pong'),
    getVersion: () => ({ version: platform.version }),
    getSettings: () => ({
      PLATFORM_TYPE: platform.platformType,
      ...(platform.releasesUrl === undefined ? {} : { RELEASES_URL: platform.releasesUrl }),
    }),
  }
}
