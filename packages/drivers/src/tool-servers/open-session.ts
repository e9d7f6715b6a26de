import {
  type CallToolResult,
  createMCPClient,
  ElicitationRequestSchema,
  type MCPClient,
  type MCPTransport,
} from '@ai-sdk/mcp'
import {
  isJsonObject,
  type JsonObject,
  RunnelError,
  type ServerTool,
  type ServerToolCall,
  type ServerToolReply,
} from '@runnel/contract'
import { describeResult } from './describe-result.ts'
import { readToolList } from './read-tool-list.ts'
import { describeFault, isAnswer } from './server-fault.ts'
import type { RequestLimits, ToolServerSession } from './tool-servers.ts'

const LONGEST_QUESTION = 2_000
const LONGEST_QUESTION_SCHEMA = 20_000

type Transport = Parameters<typeof createMCPClient>[0]['transport'] | MCPTransport

/** The call that is under way, and what the server asks during it. */
interface Turn {
  answers: ServerToolCall['answers']
  taken: number
  asks?: { message: string; schema: JsonObject }
}

/** How a session is opened; `name` is what people read of the server. */
export interface SessionOptions extends RequestLimits {
  name: string
  transport: Transport
}

/** Opens a session with a server. What fails is thrown as the library throws it, so that another way can be tried. */
export async function openSession({
  name,
  transport,
  ...limits
}: SessionOptions): Promise<ToolServerSession> {
  let isOpen = true
  let turn: Turn | undefined
  let tools: ServerTool[] | undefined
  const client = await within(name, limits, (signal) =>
    createMCPClient({
      transport,
      clientName: 'runnel',
      capabilities: { elicitation: {} },
      initializationOptions: { signal },
      // What a pending request needs of it is told to that request, or ends with its time.
      onUncaughtError: () => undefined,
    }),
  )
  client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => answerQuestion(turn, params))

  async function ask<Reply>(
    limits: RequestLimits,
    work: (signal: AbortSignal) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await within(name, limits, work)
    } catch (error) {
      if (!isAnswer(error)) isOpen = false
      throw error
    }
  }

  async function list(limits: RequestLimits): Promise<ServerTool[]> {
    tools = await ask(limits, (signal) => readToolList(client, signal))
    return tools
  }

  /** What was chosen is what is called, also when the server changed it since its tools were listed. */
  async function isChanged({ tool, fingerprint }: ServerToolCall, limits: RequestLimits): Promise<boolean> {
    if (fingerprint === undefined) return false
    const listed = tools ?? (await list(limits))
    return listed.find(({ name }) => name === tool)?.fingerprint !== fingerprint
  }

  return {
    get isOpen() {
      return isOpen
    },
    list: (limits) => presented(name, limits, () => list(limits)),
    call: (call, limits) =>
      presented(name, limits, async () => {
        if (await isChanged(call, limits)) return { type: 'changed' }
        turn = { answers: call.answers, taken: 0 }
        try {
          return await endTurn(turn, limits, () => ask(limits, (signal) => callTool(client, call, signal)))
        } finally {
          turn = undefined
        }
      }),
    async close() {
      isOpen = false
      await client.close().catch(() => undefined)
    },
  }
}

/** What came of a call; a server that gives up when it is not answered at once still asked. */
async function endTurn(
  turn: Turn,
  { signal }: RequestLimits,
  work: () => Promise<CallToolResult>,
): Promise<ServerToolReply> {
  try {
    const result = await work()
    return turn.asks ? { type: 'asks', ...turn.asks } : describeResult(result)
  } catch (error) {
    if (!turn.asks || signal.aborted) throw error
    return { type: 'asks', ...turn.asks }
  }
}

const callTool = (client: MCPClient, { tool, input }: ServerToolCall, signal: AbortSignal) =>
  client.callTool({ name: tool, arguments: input, options: { signal } })

/** What the server asks is answered as far as answers are known; the first question beyond that cancels the call. */
function answerQuestion(turn: Turn | undefined, params: unknown) {
  if (!turn || turn.asks) return { action: 'cancel' as const }
  const question = readQuestion(params)
  if (!question) return { action: 'decline' as const }
  const answer = turn.answers[turn.taken]
  if (answer) {
    turn.taken += 1
    return answer
  }
  turn.asks = question
  return { action: 'cancel' as const }
}

/** A question whose answer is a form; what leads people to an address is not taken. */
function readQuestion(params: unknown): Turn['asks'] {
  if (!isJsonObject(params) || (params.mode !== undefined && params.mode !== 'form')) return undefined
  const { message, requestedSchema } = params
  if (typeof message !== 'string' || !isJsonObject(requestedSchema)) return undefined
  if (JSON.stringify(requestedSchema).length > LONGEST_QUESTION_SCHEMA) return undefined
  return { message: message.slice(0, LONGEST_QUESTION).toWellFormed(), schema: requestedSchema }
}

/** Does it within its time. @throws RunnelError `upstream_error` when that is over, the reason of a stop when stopped */
async function within<Reply>(
  name: string,
  { timeoutMs, signal }: RequestLimits,
  work: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  signal.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return await work(AbortSignal.any([signal, deadline]))
  } catch (error) {
    signal.throwIfAborted()
    if (!deadline.aborted) throw error
    throw new RunnelError('upstream_error', `${name} took longer than ${timeoutMs / 1000} seconds.`, {
      cause: error,
    })
  }
}

async function presented<Reply>(
  name: string,
  { signal }: RequestLimits,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? error : describeFault(name, error)
  }
}
