import type { FakeRefusal } from '../fake-openai-reply.ts'

/** One block of a message of Converse. */
export interface BedrockBlock {
  text?: string
  image?: { format?: string; source?: { bytes?: string } }
  toolUse?: { toolUseId: string; name: string; input?: unknown }
  toolResult?: { toolUseId: string; content?: unknown[] }
  [key: string]: unknown
}

/** The parts of a body of Converse and of the models' own embeddings that the server reads. */
export interface BedrockBody {
  system?: { text: string }[]
  messages?: { role: string; content?: BedrockBlock[] }[]
  toolConfig?: {
    tools?: { toolSpec?: { name: string; inputSchema?: { json?: Record<string, unknown> } } }[]
    toolChoice?: { auto?: object; any?: object; tool?: { name: string } }
  }
  additionalModelRequestFields?: { output_config?: { format?: { schema?: Record<string, unknown> } } }
  inputText?: string
  texts?: string[]
  input_type?: string
  taskType?: string
  textToImageParams?: { text?: string }
  imageGenerationConfig?: { width?: number; height?: number; numberOfImages?: number; quality?: string }
}

/** What the vendor refuses in a call of Converse, in its words; undefined when all is well. */
export function checkBedrockRequest({ messages = [], toolConfig }: BedrockBody): FakeRefusal | undefined {
  const said =
    checkTurns(messages) ??
    messages
      .flatMap(({ content = [] }) => content)
      .map(checkBlock)
      .find((fault) => fault !== undefined) ??
    checkTools(messages, toolConfig)
  return said === undefined ? undefined : { status: 400, message: said }
}

type Turns = NonNullable<BedrockBody['messages']>

function checkTurns(messages: Turns): string | undefined {
  if (messages.length === 0) return 'The conversation must have at least one message.'
  if (messages[0]?.role !== 'user') return 'A conversation must start with a user message.'
  if (messages.at(-1)?.role !== 'user') return 'The conversation must end with a user message.'
  const isFit = messages.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'))
  return isFit ? undefined : 'A conversation must alternate between user and assistant roles.'
}

function checkBlock({ text, image }: BedrockBlock): string | undefined {
  if (text?.trim() === '')
    return 'The text field in the ContentBlock object is blank. Add text to the text field.'
  if (image && !['png', 'jpeg', 'gif', 'webp'].includes(image.format ?? ''))
    return 'The image format is invalid.'
  return image && !image.source?.bytes ? 'The image source must hold bytes.' : undefined
}

/** Results stand in the message behind their calls, all of them, and only where tools are declared. */
function checkTools(messages: Turns, toolConfig: BedrockBody['toolConfig']): string | undefined {
  let open: string[] = []
  for (const { content = [] } of messages) {
    const answered = content.flatMap(({ toolResult }) => (toolResult ? [toolResult.toolUseId] : []))
    if (answered.sort().join() !== open.sort().join()) {
      return 'Expected toolResult blocks for exactly the toolUse blocks of the previous turn.'
    }
    open = content.flatMap(({ toolUse }) => (toolUse ? [toolUse.toolUseId] : []))
    const usesTools = open.length + answered.length > 0
    if (usesTools && !toolConfig?.tools?.length) {
      return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
    }
  }
  return undefined
}
