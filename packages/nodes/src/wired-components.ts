import { RunnelError } from '@runnel/contract'
import type { Memory, Prompt, StepContext, StepModel, Tool } from '@runnel/node-kit'

/** The model at an anchor; a step that needs one says which anchor is empty. */
export function getModel(context: StepContext, anchor = 'model'): StepModel {
  for (const component of context.components(anchor)) {
    if (component.kind === 'model') return context.model(component.model)
  }
  throw new RunnelError(
    'missing_component',
    `${context.node.label} has no model. Connect a chat model to it.`,
  )
}

/** The memory at an anchor, when one is connected. */
export function findMemory(context: StepContext, anchor = 'memory'): Memory | undefined {
  for (const component of context.components(anchor)) {
    if (component.kind === 'memory') return component.memory
  }
  return undefined
}

/** The prompt at an anchor, when one is connected. */
export function findPrompt(context: StepContext, anchor: string): Prompt | undefined {
  for (const component of context.components(anchor)) {
    if (component.kind === 'prompt') return component.prompt
  }
  return undefined
}

/** All tools at an anchor, in edge order. */
export function listTools(context: StepContext, anchor = 'tools'): Tool[] {
  return context
    .components(anchor)
    .flatMap((component) => (component.kind === 'tools' ? component.tools : []))
}
