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
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { createAdmission } from './admission.ts'
import { type ArrivalLimits, arrivalLimits } from './arrival-limits.ts'
import { type OpenCalls, watchOpenCalls } from './call.ts'
import { flowAdmissions } from './called-flow.ts'
import { watchCallers } from './caller-watch.ts'
import { compressAnswers } from './compress-answers.ts'
import { createFlowRateLimiter } from './flow-rate-limit.ts'
import { allHandlers, type HandlerSettings } from './handlers/all-handlers.ts'
import { createKnownDevices } from './known-device.ts'
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

function contentPolicy({ frameOrigins, releasesUrl, starsUrl }: Config) {
  const asked = [releasesUrl, starsUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))
  return {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...new Set(asked)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: frameOrigins.length > 0 ? frameOrigins : ["'none'"],
      upgradeInsecureRequests: null,
    },
  }
}

async function registerGuards(server: FastifyInstance, config: Config): Promise<void> {
  const setHeaders = helmet({
    contentSecurityPolicy: contentPolicy(config),
    strictTransportSecurity: config.appUrl?.startsWith('https://') ?? false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: config.frameOrigins.length === 0 ? { action: 'deny' } : false,
  })
  server.addHook('onRequest', (request, reply, done) => {
    // Whoever's answer may be kept says so itself, over this.
    reply.header('Cache-Control', 'no-store')
    setHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
  await server.register(fastifyCookie)
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

/** The server before anything is answered: its limits of time and of addresses, and how what is wrong is told. */
function createServer({ trustedProxies }: Config, log: AppOptions['log'], arrival: ArrivalLimits) {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headersMs, connectionsCheckingInterval: arrival.checkEveryMs },
    clientErrorHandler: onClientError,
    frameworkErrors: onError,
    routerOptions: { caseSensitive: true, maxParamLength: 300, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: true,
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(onError)
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
  await registerGuards(server, config)
  compressAnswers(server)
  readJson(server)
  const cookies = cookieNames(config.appUrl)
  const setup = createSetupGuard(config)
  const sharing = shareCounts(context.bus)
  const limiter = createFlowRateLimiter(context.now, sharing)
  const platform = { version, platformType, releasesUrl, starsUrl }
  const handlerSettings = settingsOf(context, sharing, { appUrl, cookies, limiter, platform, setup })
  registerDocs(server, version)
  noteScimCalls(server, context)
  await server.register(async (api) => {
    registerRoutes(
      api,
      {
        context,
        cookies,
        appUrl,
        noteRefusal: createRefusalNotes(context),
        corsOrigins: config.corsOrigins,
        admissions: {
          ...flowAdmissions(context, limiter),
          ...createScimLimit(() => context.now(), sharing),
        },
        admission: createAdmission(config.callersAtOnce, arrival.mostBytes),
      },
      allHandlers(context, handlerSettings),
    )
  })
  await registerWeb(server, webFolder)
  return { server, setup, calls }
}
