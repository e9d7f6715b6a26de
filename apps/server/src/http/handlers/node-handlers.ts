import { type CredentialDefinition, type nodeRoutes, RunnelError } from '@runnel/contract'
import {
  fetchLinks,
  getCredentialTypes,
  getNode,
  listFlowConfig,
  listNodeConfig,
  listNodes,
  listNodesOfCategory,
  loadNodeMethod,
  namedClients,
  type OperationContext,
  runCustomFunction,
  type ServingContext,
} from '@runnel/operations'
import { type HandlersOf, signalWhenCallerLeaves } from '../call.ts'
import { createFixedAnswers, type Exchange } from '../fixed-answers.ts'
import { letterIcon } from '../letter-icon.ts'

const ICON_SECONDS = 86_400

/** What stands in place of prompts of others. */
const NO_HUB = 'LangChain’s hub is not asked here: copy the text of the prompt into the node.'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The reads of the catalogue: it never changes while the process lives, so each of them is made once. */
function catalogueReads(context: OperationContext) {
  const sendFixed = createFixedAnswers()
  const clients = namedClients(context)

  const sendJson = (exchange: Exchange, name: string, read: () => unknown) =>
    sendFixed(exchange, {
      name,
      make: () => JSON.stringify(read()),
      type: JSON_TYPE,
      cacheControl: 'private, no-cache',
    })
  const sendIcon = (exchange: Exchange, name: string, draw: () => string) => {
    exchange.reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    const cacheControl = `public, max-age=${ICON_SECONDS}`
    return sendFixed(exchange, { name, make: draw, type: 'image/svg+xml', cacheControl })
  }
  /** Clients that no param names get one answer between them: callers cannot make us keep more. */
  const named = (client: string | undefined) =>
    client === undefined || clients.has(client) ? client : 'another'
  return { sendJson, sendIcon, named }
}

/** A type of credential wears the mark of the last node that asks for it. */
function credentialIcon({ catalogue }: OperationContext, type: CredentialDefinition): string {
  const users = catalogue.definitions.filter(
    (node) => node.credential?.credentialNames?.includes(type.name) === true,
  )
  return catalogue.findNode(users.at(-1)?.name ?? '')?.iconSvg ?? letterIcon(type.label)
}

/** The catalogue, its loaders and icons. */
export function nodeHandlers(context: ServingContext): HandlersOf<typeof nodeRoutes> {
  const { catalogue } = context
  const { sendJson, sendIcon, named } = catalogueReads(context)
  return {
    listNodes(call) {
      const client = named(call.query.client)
      const { settingOf } = call.query
      return sendJson(call, `nodes ${client} ${settingOf}`, () => listNodes(context, client, settingOf))
    },
    getFlowConfig: ({ principal, params }) => listFlowConfig(context, principal, params.id),
    getNodeConfig: ({ body }) => listNodeConfig(context, body),
    getNode: ({ params, query }) => getNode(context, params.name, query.client),
    listNodesOfCategory: ({ params, query }) => listNodesOfCategory(context, params.name, query.client),
    getNodeIcon(call) {
      const { name } = call.params
      const type = catalogue.findNode(name)
      if (!type) throw new RunnelError('not_found', `Node ${name} not found`)
      const { iconSvg, definition } = type
      return sendIcon(call, `node ${name}`, () => iconSvg ?? letterIcon(definition.label, definition.color))
    },
    loadNodeMethod: ({ principal, params, body }) =>
      loadNodeMethod(context, principal, {
        nodeName: params.name,
        loadMethod: body.loadMethod,
        inputs: body.inputs ?? {},
        credential: body.credential,
        previousNodes: body.previousNodes ?? [],
        currentNode: body.currentNode,
        flowId: body.chatflowId,
      }),
    async runCustomFunction({ principal, body, reply }) {
      const value = await runCustomFunction(context, principal, {
        code: body.javascriptFunction,
        variables: body.functionInputVariables,
        signal: signalWhenCallerLeaves(reply),
      })
      // Fastify would send a text as it is: callers expect JSON whatever the function returns.
      return reply.type(JSON_TYPE).send(JSON.stringify(value))
    },
    async fetchLinks({ principal, query }) {
      const by = query.relativeLinksMethod === 'webCrawl' ? 'webCrawl' : 'scrapeXMLSitemap'
      return { status: 'OK' as const, links: await fetchLinks(context, principal, { ...query, by }) }
    },
    loadPrompt({ body }) {
      throw new RunnelError('not_found', `Prompt ${body.promptName} not found. ${NO_HUB}`)
    },
    listPrompts: () => ({ status: 'ERROR' as const, repos: [], message: NO_HUB }),
    listCredentialTypes: (call) => sendJson(call, 'credentials', () => catalogue.credentialTypes),
    getCredentialType: ({ params }) => getCredentialTypes(context, params.name),
    getCredentialIcon(call) {
      const { name } = call.params
      const type = catalogue.findCredentialType(name)
      if (!type) throw new RunnelError('not_found', `Credential ${name} not found`)
      return sendIcon(call, `credential ${name}`, () => credentialIcon(context, type))
    },
  }
}
