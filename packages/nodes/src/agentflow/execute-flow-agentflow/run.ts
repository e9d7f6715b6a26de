import { type JsonObject, RunnelError, type UsedTool } from '@runnel/contract'
import { type RunNode, readJsonParam, readText } from '@runnel/node-kit'
import { speakerName } from '../compose-messages.ts'

/** Runs the chosen flow with an input, and puts out what it answered (`engine.md` 3.10). */
export const runExecuteFlow: RunNode = async (context) => {
  const { values, node } = context
  const flowId = readText(values, 'executeFlowSelectedFlow')
  if (flowId === '')
    throw new RunnelError('invalid_input', `${node.label} has no flow. Choose one in the node.`)
  const question = readText(values, 'executeFlowInput')
  const overrides = readJsonParam({ values, label: node.label }, 'executeFlowOverrideConfig') ?? {}
  const answer = await context.runFlow({ flowId, question, overrides, conversation: 'chat', show: true })
  const { content, sourceDocuments, artifacts, fileAnnotations = [], usedTools, reasonContent } = answer
  const output: JsonObject = {
    content,
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(usedTools.length > 0 && { usedTools: usedTools.map(asJson) }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(fileAnnotations.length > 0 && { fileAnnotations }),
    ...(reasonContent && { reasonContent }),
  }
  const asAssistant = readText(values, 'executeFlowReturnResponseAs') === 'assistantMessage'
  return {
    input: { messages: [{ role: 'user', content: question }] },
    output,
    history: [
      ...(context.runHistory.length === 0 ? [{ role: 'user' as const, content: question }] : []),
      { role: asAssistant ? 'assistant' : 'user', content, name: speakerName(node) },
    ],
  }
}

function asJson({ tool, toolInput, toolOutput, error }: UsedTool): JsonObject {
  return { tool, toolInput, toolOutput, ...(error === undefined ? {} : { error }) }
}
