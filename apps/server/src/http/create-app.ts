import type { Readable } from 'node:stream'
import fastifyCookie from '@fastify/cookie'
import type { Principal, ProvisioningPrincipal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { createRefusalNotes, type ServingContext } from '@runnel/operations'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { createAdmission } from './admission.ts'
import { type ArrivalLimits, arrivalLimits } from './arrival-limits.ts'
import { type OpenCalls, watchOpenCalls } from './call.ts'
import { flowAdmissions } from './called-flow.ts'
import { watchCallers } from './caller-watch.ts'
import { compressAnswers } from './compress-answers.ts'
import { createFlowRateLimiter } from './flow-rate-limit.ts'
import { guardHeaders } from './guard-headers.ts'
import { allHandlers, type HandlerSettings } from './handlers/all-handlers.ts'
import { createKnownDevices } from './known-device.ts'
import { createMethodRefusal, ROUTER_OPTIONS } from './known-methods.ts'
import { onClientError } from './on-client-error.ts'
import { onError } from './on-error.ts'
import { readForms } from './read-forms.ts'
import { type JsonReading, readJsonInSlices } from './read-json-body.ts'
import { registerDocs } from './register-docs.ts'
import { registerRoutes } from './register-routes.ts'
import { createScimLimit } from './scim-limit.ts'
import { noteScimCalls, SCIM_CONTENT } from './scim-protocol.ts'
import { cookieNames } from './session-cookies.ts'
import { createSetupGuard, type SetupGuard } from './setup-guard.ts'
import { type CountSharing, shareCounts } from './share-counts.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import { registerWeb } from './static-web.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
    /** When who calls was let in, in milliseconds since 1970. */
    passedAt: number
    /** Who speaks SCIM, on its routes alone. */
    provisioning: ProvisioningPrincipal | undefined
    /** The JSON body as it came, before its schema took what it knows. */
    rawJson: unknown
  }
  interface FastifyContextConfig {
    /** How much a JSON body may hold; as that of a stranger where it is absent. */
    reading?: JsonReading
    /** Speaks SCIM: its own type of content, and its own form of faults. */
    speaksScim?: boolean
  }
}

/** What the web service is made of. */
export interface AppOptions {
  context: ServingContext
  config: Config
  version: string
  /** Folder of the built web app; undefined serves the API alone. */
  webFolder?: string | undefined
  log: FastifyBaseLogger
  /** Other limits than those of a server at work, for tests. */
  arrival?: ArrivalLimits | undefined
}

/** The web service before it listens. */
export interface App {
  server: FastifyInstance
  setup: SetupGuard
  calls: OpenCalls
}

function readJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.decorateRequest('rawJson', null)
  server.decorateRequest('calledFlow', undefined)
  const read = async (request: FastifyRequest, payload: Readable) => {
    request.rawJson = await readJsonInSlices(request, payload, request.routeOptions.config.reading)
    return request.rawJson
  }
  server.addContentTypeParser('application/json', read)
  server.addContentTypeParser(SCIM_CONTENT, (request: FastifyRequest, payload: Readable) => {
    if (request.routeOptions.config.speaksScim === true) return read(request, payload)
    throw new RunnelError('unsupported_media_type', 'This address takes application/json.')
  })
  readForms(server)
}

/** What the handlers of routes share: what the server is told, and each limit of its own. */
function settingsOf(
  context: ServingContext,
  sharing: CountSharing,
  told: Pick<HandlerSettings, 'appUrl' | 'cookies' | 'limiter' | 'platform' | 'setup'>,
): HandlerSettings {
  const limit = (name: string) =>
    createSignInLimit(() => context.now(), {
      shared: { name, sharing },
      hasMail: context.mailer !== undefined,
    })
  return {
    ...told,
    limit: limit('accounts'),
    mailLimit: limit('mails'),
    beginLimit: limit('sign-ons'),
    returnLimit: limit('returns'),
    devices: createKnownDevices(context.sessionKey, told.cookies, context.now),
  }
}

/** The server before anything is answered: its limits of time and addresses, what guards each answer, how faults are told. */
function createServer(config: Config, log: AppOptions['log'], arrival: ArrivalLimits) {
  const { trustedProxies } = config
  const headers = guardHeaders(config)
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headersMs, connectionsCheckingInterval: arrival.checkEveryMs },
    clientErrorHandler: onClientError,
    // Of an address that cannot be read no hook hears.
    frameworkErrors: (error, request, reply) => onError(error, request, reply.headers(headers)),
    routerOptions: ROUTER_OPTIONS,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: true,
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(onError)
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  return server
}

/** Makes the web service: guards, the API of the contract, its documentation, and the web app. */
export async function createApp(options: AppOptions): Promise<App> {
  const { context, config, version, webFolder, log, arrival = arrivalLimits } = options
  const { appUrl, platformType, releasesUrl, starsUrl } = config
  const server = createServer(config, log, arrival)
  server.decorateRequest('principal', null as never)
  server.decorateRequest('passedAt', 0)
  watchCallers(server, context)
  const calls = watchOpenCalls(server, () => context.worker.isEnding)
  await server.register(fastifyCookie)
  compressAnswers(server)
  readJson(server)
  const cookies = cookieNames(config.appUrl)
  const setup = createSetupGuard(config)
  const sharing = shareCounts(context.bus)
  const limiter = createFlowRateLimiter(context.now, sharing)
  const platform = { version, platformType, releasesUrl, starsUrl }
  const handlerSettings = settingsOf(context, sharing, { appUrl, cookies, limiter, platform, setup })
  const gate = { context, cookies, appUrl, noteRefusal: createRefusalNotes(context) }
  const admission = createAdmission(config.callersAtOnce, arrival.mostBytes)
  const refuseOtherMethod = createMethodRefusal(server, { gate, admission })
  server.addHook('onRequest', async (request, reply) =>
    request.is404 ? refuseOtherMethod(request, reply) : undefined,
  )
  registerDocs(server, version)
  noteScimCalls(server, context)
  await server.register(async (api) => {
    registerRoutes(
      api,
      {
        ...gate,
        corsOrigins: config.corsOrigins,
        admissions: {
          ...flowAdmissions(context, limiter),
          ...createScimLimit(() => context.now(), sharing),
        },
        admission,
      },
      allHandlers(context, handlerSettings),
    )
  })
  await registerWeb(server, webFolder)
  return { server, setup, calls }
}
