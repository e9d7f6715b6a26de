import { type Capability, RunnelError } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import type { Component } from '../component.ts'
import type { StepContext } from '../step-context.ts'

/** The first component at an anchor that provides something; undefined when none does. */
export function findComponent(
  context: StepContext,
  anchor: string,
  capability: Capability,
): Component | undefined {
  return context.components(anchor).find((component) => context.provides(component, capability))
}

/** The model at an anchor; a step that needs one says that it has none. */
export function getModel(context: StepContext, anchor = 'model'): Component {
  const model = findComponent(context, anchor, 'chatModel')
  if (model) return model
  throw new RunnelError(
    'missing_component',
    `${context.node.label} has no model. Connect a chat model to it.`,
  )
}

/** What is wired to an anchor of a component and provides something; undefined when nothing does. */
export function findWired(
  call: CallContext,
  { anchors }: Component,
  [anchor, capability]: [anchor: string, capability: Capability],
): Component | undefined {
  return anchors[anchor]?.find((component) => call.provides(component, capability))
}

/** The model at a component's anchor `model`; a component that needs one says that it has none. */
export function getWiredModel(call: CallContext, component: Component): Component {
  const model = findWired(call, component, ['model', 'chatModel'])
  if (model) return model
  throw new RunnelError('missing_component', `${component.label} has no model. Connect a chat model to it.`)
}
