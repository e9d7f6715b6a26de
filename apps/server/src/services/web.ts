import type { AddressInfo } from 'node:net'
import { isSetUp } from '@runnel/operations'
import { isLoopbackHost } from '../config.ts'
import { type AppOptions, createApp } from '../http/create-app.ts'

/** The web service while it listens. */
export interface WebService {
  /** Where people open it. */
  address: string
  /** What the console must show while nobody is administrator and others can reach the server. */
  setupToken: string | undefined
  /** Takes no new connections; those under way go on. */
  stopListening(): Promise<void>
  /** Resolves when every call is answered. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Connections that may wait to be taken: as many as systems allow, so that a crowd is refused in words, not cut. */
const WAITING_CONNECTIONS = 4_096

/** Starts to listen. */
export async function startWeb(options: AppOptions): Promise<WebService> {
  const { config, context } = options
  const { server, setup, calls } = await createApp(options)
  await server.listen({ port: config.port, host: config.host, backlog: WAITING_CONNECTIONS })
  const { port } = server.server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.appUrl ?? `http://${host}:${port}`
  // The port may have been chosen by the system.
  context.settings.appUrl = address
  const needsToken =
    !isLoopbackHost(config.host) ||
    (config.appUrl !== undefined && !isLoopbackHost(new URL(config.appUrl).hostname))
  return {
    address,
    setupToken: needsToken && !(await isSetUp(context)) ? setup.token() : undefined,
    async stopListening() {
      server.server.close()
      server.server.closeIdleConnections()
    },
    idle: calls.idle,
    close: () => server.close(),
  }
}
