import type { ToolServer } from '@runnel/contract'
import { isRefusedKey, type ToolServerSession } from '@runnel/drivers'
import type { ServerAsking, ToolServerPort } from '@runnel/engine'
import type { HttpSecrets, ToolServerTarget } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { findListedServer } from '../mcp-servers/find-listed-server.ts'
import { type RunSecrets, sendingSecrets } from '../run-secrets.ts'
import { withoutServerSecrets } from '../server-secrets.ts'

const DEFAULT_TIMEOUT_MS = 60_000

/** What the port asks of its run. */
export interface ToolServerScope {
  workspaceId: string
  /** Secret variables whose marks requests may hold. */
  variables: RunSecrets
  /** The secrets that a target's credential makes; none where it names no credential. */
  openSecrets(target: ToolServerTarget, asking: ServerAsking): Promise<HttpSecrets>
  /** The same with a token that is made now, after the server refused the last one; none where it is no token. */
  renewSecrets(target: ToolServerTarget, asking: ServerAsking): Promise<HttpSecrets | undefined>
}

/** A session that is kept for a server, and the end of the last request that was made by it. */
interface Place {
  session?: ToolServerSession
  last: Promise<unknown>
}

/** One request to a server. */
interface ServerRequest<Reply> {
  target: ToolServerTarget
  asking: ServerAsking
  work(session: ToolServerSession, limits: { timeoutMs: number; signal: AbortSignal }): Promise<Reply>
}

/**
 * Servers of tools for one run: a session with each lasts until the port is closed, so that a server may keep something
 * between two calls. The requests of a session go one after the other. Secrets that a server repeats are taken out.
 */
export function createToolServerPort(
  context: OperationContext,
  { workspaceId, variables, openSecrets, renewSecrets }: ToolServerScope,
): ToolServerPort & { close(): Promise<void> } {
  const places = new Map<string, Place>()
  let isClosed = false

  async function ask<Reply>(
    target: ToolServerTarget,
    asking: ServerAsking,
    work: ServerRequest<Reply>['work'],
  ): Promise<Reply> {
    const secrets = await openSecrets(target, asking)
    try {
      return await askWith(secrets, { target, asking, work })
    } catch (error) {
      // A server that does not take the token has done nothing: nothing is done twice.
      const renewed = isRefusedKey(error) ? await renewSecrets(target, asking) : undefined
      if (!renewed) throw error
      return askWith(renewed, { target, asking, work })
    }
  }

  async function askWith<Reply>(
    secrets: HttpSecrets,
    { target, asking, work }: ServerRequest<Reply>,
  ): Promise<Reply> {
    const limits = { timeoutMs: target.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: asking.signal }
    const found = await findListedServer(context, workspaceId, target.server)
    return withoutServerSecrets(found, { ...secrets, variables }, (server) => {
      const key = JSON.stringify(server)
      const place = places.get(key) ?? { last: Promise.resolve() }
      places.set(key, place)
      const turn = place.last.then(async () => {
        asking.signal.throwIfAborted()
        return work(await getSession(place, server, limits), limits)
      })
      place.last = turn.catch(() => undefined)
      return turn
    })
  }

  async function getSession(
    place: Place,
    server: ToolServer,
    limits: { timeoutMs: number; signal: AbortSignal },
  ): Promise<ToolServerSession> {
    if (place.session?.isOpen === true) return place.session
    void place.session?.close()
    const fetch = sendingSecrets(context.egress, variables)
    const session = await context.toolServers.open(server, { fetch, workspaceId, ...limits })
    place.session = session
    if (isClosed) await session.close()
    return session
  }

  return {
    list: (target, names, asking) =>
      ask(target, asking, async (session, limits) =>
        (await session.list(limits)).filter(({ name }) => names.includes(name)),
      ),
    call: (target, call, asking) => ask(target, asking, (session, limits) => session.call(call, limits)),
    async close() {
      isClosed = true
      await Promise.all([...places.values()].map(({ session }) => session?.close()))
    },
  }
}
