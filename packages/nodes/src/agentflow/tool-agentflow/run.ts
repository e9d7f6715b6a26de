import { type JsonObject, RunnelError } from '@runnel/contract'
import { describeUsedTool, type RunNode, type StepContext, type Tool } from '@runnel/node-kit'
import { readArguments } from './read-arguments.ts'

/** Calls the chosen tool once and hands on what it gives; its fault is the fault of the step (`engine.md` 3.10). */
export const runTool: RunNode = async (context) => {
  const tool = await getTool(context)
  const input = readArguments(context.values, tool.inputSchema)
  const {
    content,
    artifacts = [],
    sourceDocuments = [],
    fileAnnotations = [],
    used,
  } = await context.callTool(tool, input)
  if (used.error !== undefined)
    throw new RunnelError('step_failed', `${context.node.label}: the tool ${tool.name} failed: ${used.error}`)
  if (context.isLast) context.emitText(content)
  const output: JsonObject = {
    content,
    usedTools: [describeUsedTool(used)],
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(fileAnnotations.length > 0 && { fileAnnotations }),
  }
  return {
    input: { selectedTool: tool.name, toolInputArgs: input },
    output,
  }
}

/** The one tool of the chosen component; flows of older versions name it `selectedTool`. */
async function getTool(context: StepContext): Promise<Tool> {
  const { label } = context.node
  const component = context.selected('toolAgentflowSelectedTool') ?? context.selected('selectedTool')
  if (!component) throw new RunnelError('missing_component', `${label} has no tool. Choose one in the node.`)
  const [tool, ...others] = await context.listTools([component])
  if (tool && others.length === 0) return tool
  const names = [tool, ...others].flatMap((each) => (each ? [each.name] : []))
  throw new RunnelError(
    'invalid_input',
    names.length === 0
      ? `${label}: ${component.label} offers no tool. Check its settings.`
      : `${label} calls one tool, but ${component.label} offers ${names.length}: ${names.join(', ')}. Choose one of them in its settings.`,
  )
}
