import '@fastify/cookie'
import { authorize, can, type Principal, showsFeature } from '@runnel/access'
import {
  countsInOrganization,
  isRunnelError,
  PERSON_HEADER,
  type RouteDefinition,
  type RoutePolicy,
  RunnelError,
  refusalOf,
  TOKEN_INVALID,
  tellWhy,
  WORKSPACE_HEADER,
} from '@runnel/contract'
import {
  assertHoldsEverywhere,
  authenticateAgain,
  authenticateProvisioning,
  featuresOf,
  isSessionOver,
  type OperationContext,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerKey, type NoteRefusal, notingRefusals } from './call.ts'
import { callOrigin, identifyCaller, readSessionCookies } from './identify-caller.ts'
import { clearSessionCookies, type SetCookies } from './session-cookies.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origin of the address under which this request came in, or of `APP_URL` when one is set. */
function ownOrigins(request: FastifyRequest, appUrl: string | undefined): string[] {
  const host = request.headers.host
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`]
  return appUrl === undefined ? own : [new URL(appUrl).origin]
}

/** Whether a call came from a page under our own address, or from no page. */
export function comesFromOwnPage(request: FastifyRequest, appUrl: string | undefined): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  return origin === undefined
    ? site === undefined || site === 'same-origin'
    : ownOrigins(request, appUrl).includes(origin)
}

/**
 * Guards calls that a browser could be made to send with our cookies: those that change something need the header
 * `x-request-from: internal` (a page of another origin cannot set it without our consent) and an origin that fits.
 * The header is a requirement, never trust.
 * @throws RunnelError `csrf_refused`
 */
export function checkRequestOrigin(request: FastifyRequest, appUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method)) return
  if (request.headers['x-request-from'] !== 'internal') {
    throw new RunnelError(
      'csrf_refused',
      'Send the header x-request-from: internal with calls that use a session.',
    )
  }
  if (comesFromOwnPage(request, appUrl)) return
  if (appUrl !== undefined)
    throw refusalOf('csrf_refused', tellWhy('page_of_other_address', { address: appUrl }))
  throw new RunnelError('csrf_refused', 'This call came from a page of another origin and was refused.')
}

/** What the gate needs to know of the server. */
export interface Gate {
  context: OperationContext
  cookies: SetCookies
  appUrl: string | undefined
  noteRefusal: NoteRefusal
}

const identify = ({ context, cookies }: Gate, request: FastifyRequest): Promise<Principal> =>
  identifyCaller(context, request, { cookies, apiKey: bearerKey(request) })

/** Who calls. The cookies of a session that is over for good go with the refusal: they open nothing any more. */
async function identifyOrClear(
  gate: Gate,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Principal> {
  try {
    return await identify(gate, request)
  } catch (error) {
    const isRefused = isRunnelError(error) && error.code === 'unauthenticated'
    const tokens = readSessionCookies(request, gate.cookies)
    if (isRefused && tokens.access !== undefined && (await isSessionOver(gate.context, tokens)))
      clearSessionCookies(reply, gate.cookies)
    throw error
  }
}

/** On a public route a broken session or key counts as none: the route decides what an anonymous caller may do. */
async function identifyLeniently(gate: Gate, request: FastifyRequest): Promise<Principal> {
  try {
    return await identify(gate, request)
  } catch (error) {
    if (isRunnelError(error) && error.status === 401) return { kind: 'anonymous' }
    throw error
  }
}

function refuse(request: FastifyRequest): RunnelError {
  const isPage = request.headers['x-request-from'] === 'internal'
  return isPage
    ? new RunnelError('unauthenticated', TOKEN_INVALID)
    : new RunnelError('unauthenticated', 'Unauthorized Access', { body: { error: 'Unauthorized Access' } })
}

/** Whoever shows a session on a public route is known by it on a page of ours alone. */
async function admitAnybody(gate: Gate, request: FastifyRequest): Promise<Principal> {
  const principal = await identifyLeniently(gate, request)
  if (principal.kind !== 'user') return principal
  const isOfPage = isAskedByOwnPage(request) && !principal.hasLostWorkspace
  return isOfPage && isPageOf(principal, request) ? principal : { kind: 'anonymous' }
}

/** A picture or a link in a page carries no header of ours; of these the browser says that the page is of this origin. */
const isAskedByOwnPage = ({ headers, method }: FastifyRequest): boolean =>
  headers['x-request-from'] === 'internal' ||
  (SAFE_METHODS.has(method) && headers['sec-fetch-site'] === 'same-origin')

/**
 * Whether who calls shows what such a gate asks to be shown, whatever they may do behind it: a session on a page of ours
 * or a key, for SCIM its token.
 */
export async function isKnownAt(
  gate: Gate,
  asked: RoutePolicy['gate'],
  request: FastifyRequest,
): Promise<boolean> {
  if (asked === 'public') return true
  if (asked !== 'provisioning') return (await admitAnybody(gate, request)).kind !== 'anonymous'
  return authenticateProvisioning(gate.context, bearerKey(request)).then(
    () => true,
    (error: unknown) => {
      if (isRunnelError(error) && error.status === 401) return false
      throw error
    },
  )
}

/** Neither a cookie nor a key is looked at; to everything but SCIM who calls stays a stranger. */
async function admitProvider({ context }: Gate, request: FastifyRequest): Promise<Principal> {
  const provider = await authenticateProvisioning(context, bearerKey(request))
  request.provisioning = { ...provider, from: callOrigin(request) }
  return { kind: 'anonymous' }
}

/**
 * Applies a route's policy: who calls, may they, and did the call come from where it may.
 * @throws RunnelError `unauthenticated`, `token_expired`, `forbidden`, `csrf_refused`
 */
export async function passGate(
  gate: Gate,
  route: RouteDefinition,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<Principal> {
  const { policy } = route
  const { request } = exchange
  if (policy.gate === 'public') return policy.asStranger ? { kind: 'anonymous' } : admitAnybody(gate, request)
  if (policy.gate === 'provisioning') return admitProvider(gate, request)
  const principal = await identifyOrClear(gate, exchange)
  if (principal.kind === 'anonymous') throw refuse(request)
  if (principal.kind === 'user') checkRequestOrigin(request, gate.appUrl)
  if (policy.anyPerson !== true) checkPerson(principal, request)
  await letIn(gate, { route, policy, principal, request })
  return principal
}

/** Lets somebody pass who may do what a route does, where its page shows it. */
async function letIn(
  gate: Gate,
  call: { route: RouteDefinition; policy: KnownPolicy; principal: Principal; request: FastifyRequest },
): Promise<void> {
  const { route, policy, principal, request } = call
  if (policy.anyWorkspace !== true) checkWorkspace(principal, request)
  await notingRefusals(gate.noteRefusal, { route, principal, params: request.params }, async () => {
    applyPolicy(gate.context, policy, principal)
    await applyReach(gate.context, policy, principal)
  })
}

/** A body that takes longer than this to arrive, in milliseconds, has its sender asked for once more. */
const LATE_MS = 500

/** Whether the body of a call came so late that who sent it is asked for once more. */
export const isLate = ({ context }: Gate, { passedAt }: FastifyRequest): boolean =>
  context.now() - passedAt >= LATE_MS

/**
 * Who calls, once a late body is there. It may take its sender two minutes, in which they may have been barred, signed out or
 * lowered: then they are let in as they are now, or not at all.
 * @throws RunnelError `unauthenticated`, `forbidden`, `workspace_unavailable`
 */
export async function passGateAgain(
  gate: Gate,
  route: RouteDefinition,
  request: FastifyRequest,
): Promise<Principal> {
  const { policy } = route
  if (policy.gate === 'provisioning') return admitProvider(gate, request)
  const principal = await authenticateAgain(gate.context, request.principal, { apiKey: bearerKey(request) })
  if (policy.gate !== 'public') await letIn(gate, { route, policy, principal, request })
  return principal
}

/** Whether the page is of the person whose session it calls with; one that says nothing is. */
function isPageOf(principal: Principal & { kind: 'user' }, { headers }: FastifyRequest): boolean {
  const whose = headers[PERSON_HEADER]
  return whose === undefined || whose === principal.userId
}

/** Somebody else may have signed in in another tab: a page does nothing in their name. A requirement, never trust. */
function checkPerson(principal: Principal, request: FastifyRequest): void {
  if (principal.kind !== 'user' || isPageOf(principal, request)) return
  throw refusalOf('session_of_another', tellWhy('person_changed'))
}

/**
 * A page that shows one workspace reads and writes no other: another tab may have switched, or somebody was taken out.
 * The header is a requirement, never trust.
 */
function checkWorkspace(principal: Principal, request: FastifyRequest): void {
  if (principal.kind !== 'user') return
  const shown = request.headers[WORKSPACE_HEADER]
  if (principal.hasLostWorkspace !== true && (shown === undefined || shown === principal.workspaceId)) return
  throw refusalOf('workspace_unavailable', tellWhy('workspace_left'))
}

/** What a route asks of who shows who they are. */
type KnownPolicy = Exclude<RouteDefinition['policy'], { gate: 'public' | 'provisioning' }>

function applyPolicy(
  context: OperationContext,
  { gate, permissions, feature }: KnownPolicy,
  principal: Principal,
): void {
  if (gate === 'session' && principal.kind !== 'user') throw refusalOf('forbidden', tellWhy('person_needed'))
  if (permissions === 'organization-admins') {
    if (principal.kind !== 'user' || !principal.isOrganizationAdmin)
      throw refusalOf('forbidden', tellWhy('administrator_needed'))
  } else if (permissions !== 'every-caller') authorize(principal, permissions)
  const features = principal.kind === 'user' ? principal.features : featuresOf(context).flags
  if (!showsFeature(features, feature)) throw refusalOf('forbidden', tellWhy('platform_without'))
}

/** What counts in the whole organisation is not done by a right of some of its workspaces. */
async function applyReach(
  context: OperationContext,
  { permissions }: KnownPolicy,
  principal: Principal,
): Promise<void> {
  if (typeof permissions === 'string') return
  const ofOrganization = permissions.filter(countsInOrganization)
  const ofPlaces = permissions.filter((permission) => !countsInOrganization(permission))
  if (ofOrganization.length === 0 || can(principal, ofPlaces)) return
  await assertHoldsEverywhere(context, principal, ofOrganization)
}
