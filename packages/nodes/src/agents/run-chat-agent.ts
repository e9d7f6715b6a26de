import {
  describeLoop,
  findComponent,
  getModel,
  keepExchange,
  type ModelMessage,
  moderated,
  type RunNode,
  readNumber,
  refuseTwins,
  runToolLoop,
  type StepContext,
  type TimedReply,
  type Tool,
  type ToolDialect,
} from '@runnel/node-kit'

const DEFAULT_MAX_ITERATIONS = 15

/** What tells one agent of chat flows from another. */
export interface ChatAgent {
  /** The messages that the model is asked with first, and what models said on the way there: it counts. */
  compose(context: StepContext, tools: Tool[]): Promise<{ messages: ModelMessage[]; earlier?: TimedReply[] }>
  /** How the model asks for tools; as its vendor has it when not said. */
  dialect?: ToolDialect
}

/** An agent of chat flows: asks the model, calls the tools it asks for, and asks again until it answers. */
export function chatAgent({ compose, dialect }: ChatAgent): RunNode {
  return moderated(async (context) => {
    const model = getModel(context)
    const tools = refuseTwins(await context.listTools(context.components('tools')), context.node.label)
    const result = await runToolLoop(context, {
      model,
      tools,
      ...(await compose(context, tools)),
      maxIterations: readNumber(context.values, 'maxIterations') ?? DEFAULT_MAX_ITERATIONS,
      ...(dialect && { dialect }),
    })
    await keepExchange(context, findComponent(context, 'memory', 'memory'), result.content)
    return { input: { question: context.input }, output: describeLoop(result) }
  })
}
