import type { ServerTool, ServerToolCall, ServerToolReply, ToolServer } from '@runnel/contract'
import type { EgressFetch } from '../egress/create-egress.ts'

/** A program that the operator allows as a server of tools. Nothing of it comes from a flow. */
export interface ToolCommand {
  /** Absolute path of the program. */
  command: string
  args: string[]
  /** Its whole environment: that of this process is not handed on. */
  env: Record<string, string>
  /** Absolute path of the folder that it works in. */
  cwd: string
  /** Ids of the workspaces whose flows may use it; all when absent. */
  workspaces?: string[] | undefined
}

/** How a server is reached. */
export interface OpenToolServer {
  /** The guarded client, for servers at an address. */
  fetch: EgressFetch
  /** Whose flow asks. */
  workspaceId: string
  /** Longest time until the session stands. */
  timeoutMs: number
  signal: AbortSignal
}

/** Ends one request; the time is for all of it. */
export interface RequestLimits {
  timeoutMs: number
  signal: AbortSignal
}

/** A session with a server. One request at a time: what the server asks a person belongs to that one. */
export interface ToolServerSession {
  /** False once nothing can be asked of it any more. */
  readonly isOpen: boolean
  /**
   * All tools of the server, each name once; those whose description and schema are larger than 64 kB are left out.
   * @throws RunnelError `upstream_error`
   */
  list(limits: RequestLimits): Promise<ServerTool[]>
  /** @throws RunnelError `upstream_error` */
  call(call: ServerToolCall, limits: RequestLimits): Promise<ServerToolReply>
  /** Ends the session, and the program of one that is a program. Never rejects. */
  close(): Promise<void>
}

/** Servers of tools that speak MCP. */
export interface ToolServers {
  /**
   * Opens a session.
   * @throws RunnelError `upstream_error`, `egress_denied`, `forbidden` for a program that the operator did not allow
   */
  open(server: ToolServer, how: OpenToolServer): Promise<ToolServerSession>
  /** Ends all programs that still run. */
  close(): Promise<void>
}
