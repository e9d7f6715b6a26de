import { createHash } from 'node:crypto'
import type { Principal } from '@runnel/access'
import { isRunnelError, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { IdempotencyRow } from '@runnel/db'
import { isDatabaseAway, type OperationContext } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { readIdempotencyKey } from './call.ts'

/** No create takes longer, in milliseconds. */
const INTERRUPTED_AFTER_MS = 60_000

/** The name under which a caller's keys are kept: nobody meets the keys of others, or one's own of another workspace. */
function nameOf(principal: Principal, request: FastifyRequest): { workspaceId: string; principal: string } {
  switch (principal.kind) {
    case 'user':
      return {
        workspaceId: principal.workspaceId,
        principal: `user:${principal.userId} ${principal.workspaceId}`,
      }
    case 'api-key':
      return {
        workspaceId: principal.workspaceId,
        principal: `key:${principal.keyId} ${principal.workspaceId}`,
      }
    case 'system':
      return { workspaceId: 'public', principal: principal.kind }
    case 'anonymous':
      return { workspaceId: 'public', principal: `anonymous:${request.ip}` }
    default:
      return principal satisfies never
  }
}

/** The name that a caller gives to a call of a flow, apart from what others name so, and from the same of other flows. */
export function nameOfFlowCall(
  { request, principal }: { request: FastifyRequest; principal: Principal },
  flowId: string,
): string | undefined {
  const key = readIdempotencyKey(request)
  return key === undefined ? undefined : JSON.stringify([flowId, nameOf(principal, request).principal, key])
}

/** A key of a caller. */
interface KeyUse {
  principal: string
  key: string
}

/** Kept answers may show what is shown once, so they lie sealed, each for its caller and key alone. */
const sealedFor = ({ principal, key }: KeyUse) => `kept-answer:${JSON.stringify([principal, key])}`

/** @throws RunnelError `conflict` for an answer that no key opens any more: what it tells of was done. */
function openAnswer({ vault }: OperationContext, use: KeyUse, sealed: string): unknown {
  try {
    return JSON.parse(vault.open(sealed, sealedFor(use)))
  } catch (error) {
    if (!isRunnelError(error)) throw error
    throw refusalOf('conflict', tellWhy('create_interrupted'), { cause: error })
  }
}

/** A request that has no answer yet, or never will because the server, or its way to the database, ended in the middle of it. */
function unfinished({ status, createdAt }: IdempotencyRow, now: number): RunnelError {
  const isUnderWay = status === null && now - createdAt < INTERRUPTED_AFTER_MS
  return refusalOf('conflict', tellWhy(isUnderWay ? 'create_under_way' : 'create_interrupted'))
}

async function storedAnswer(context: OperationContext, use: KeyUse, requestHash: string): Promise<unknown> {
  const earlier = await context.db.system.idempotency.find(use)
  if (!earlier) return undefined
  if (earlier.requestHash !== requestHash) {
    throw new RunnelError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  if (earlier.response === null) throw unfinished(earlier, context.now())
  return openAnswer(context, use, earlier.response)
}

/** What is asked: also the files that came with it. */
function hashRequest({ method, url, body, formFiles }: FastifyRequest): string {
  const hash = createHash('sha256').update(`${method} ${url} ${JSON.stringify(body)}`)
  for (const { name, bytes } of formFiles ?? [])
    hash.update(JSON.stringify([name, bytes.length])).update(bytes)
  return hash.digest('hex')
}

/**
 * Runs a create at most once per `Idempotency-Key` and caller within 24 hours; a repeated call gets the first answer, with what
 * it showed once.
 * @throws RunnelError `conflict` for another request under the same key, or one still under way
 */
export async function runIdempotently<T>(
  context: OperationContext,
  call: { request: FastifyRequest; principal: Principal },
  work: () => Promise<T>,
): Promise<T> {
  const key = readIdempotencyKey(call.request)
  if (key === undefined) return work()
  const name = nameOf(call.principal, call.request)
  const use = { principal: name.principal, key }
  const { method, url } = call.request
  const requestHash = hashRequest(call.request)
  const earlier = await storedAnswer(context, use, requestHash)
  if (earlier !== undefined) return earlier as T
  try {
    await context.db.system.idempotency.insert({ ...name, key, method, path: url, requestHash })
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    return (await storedAnswer(context, use, requestHash)) as T
  }
  const answer = await workOrRelease(context, use, work)
  // Where the answer cannot be kept the key stays taken: what it named has been done, and must not be done again.
  const response = context.vault.seal(JSON.stringify(answer), sealedFor(use))
  await context.db.system.idempotency.complete({ ...use, status: 200, response })
  return answer
}

async function workOrRelease<T>(context: OperationContext, use: KeyUse, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { idempotency } = context.db.system
    // Where only the answer of a commit was lost, what was asked for stands: it must not be done again.
    if (isDatabaseAway(error)) await idempotency.leaveOpen(use).catch(() => undefined)
    else await idempotency.release(use)
    throw error
  }
}
