import { isRunnelError } from '@runnel/contract'
import type { RunNode } from '../define-node.ts'
import type { StepContext } from '../step-context.ts'

/** Work whose question is checked first by what is wired as its moderation. A refusal is its answer, as in the reference. */
export function moderated(run: RunNode): RunNode {
  return async (context) => {
    const checks = context
      .components('inputModeration')
      .filter((component) => context.provides(component, 'moderation'))
    if (checks.length === 0) return run(context)
    let text = context.input
    try {
      for (const component of checks) {
        text = await (await context.capability(component, 'moderation'))(component, text, context)
      }
    } catch (error) {
      if (isRunnelError(error) && error.code === 'moderation_refused') return refuse(context, error.message)
      throw error
    }
    return run(text === context.input ? context : { ...context, input: text })
  }
}

function refuse(context: StepContext, content: string) {
  context.emitText(content)
  return { input: { question: context.input }, output: { content } }
}
