import type { DataProtocol, DataProtocols } from '@runnel/contract'

/** How a server is asked. */
export interface AskDataServer {
  /** Whose flow asks: connections are never shared between owners. */
  workspaceId: string
  /** Longest time of all of it: to wait for a connection, to open one, to be answered. */
  timeoutMs: number
  signal: AbortSignal
  /** Called when the connection stands, right before the question is written; what it throws ends the call unsent. */
  beforeSend?: () => void
}

/** Servers that do not speak HTTP. */
export interface DataServers {
  /**
   * Asks a server, by a connection of its own or one that is kept from before.
   * @throws RunnelError `egress_denied`, `upstream_error` (network, refusal, time), `unavailable` when no connection was free in time, `invalid_input` for what is not allowed to be asked
   */
  ask<Protocol extends DataProtocol>(
    protocol: Protocol,
    asked: Pick<DataProtocols[Protocol], 'address' | 'question'>,
    how: AskDataServer,
  ): Promise<DataProtocols[Protocol]['answer']>
  /** Ends all connections. */
  close(): Promise<void>
}

/** A connection to a server whose account was accepted. One question at a time. */
export interface DataConnection<Protocol extends DataProtocol> {
  /** False once nothing can be asked of it any more. */
  readonly isOpen: boolean
  /** A refusal leaves the connection open; whatever else goes wrong ends it. */
  ask(question: DataProtocols[Protocol]['question']): Promise<DataProtocols[Protocol]['answer']>
  /** Ends it at once, and what is being asked with it. */
  close(): void
}
