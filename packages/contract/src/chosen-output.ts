import type { Capability } from './capability.ts'
import type { NodeDefinition, OutputDefinition } from './node-definition.ts'

const NOTHING: readonly Capability[] = []

/** What is said of the output that a node has chosen; of the first one where it chose none, or one that is not offered. */
function outputOf(
  { outputs }: Pick<NodeDefinition, 'outputs'>,
  chosen: string | undefined,
): OutputDefinition | undefined {
  return outputs?.find(({ name }) => name === chosen) ?? outputs?.[0]
}

/** What a component of a type can be used for with its chosen output; nothing for a type that is not known. */
export function providedBy(
  definition: NodeDefinition | undefined,
  output: string | undefined,
): readonly Capability[] {
  if (!definition) return NOTHING
  return outputOf(definition, output)?.provides ?? definition.provides ?? NOTHING
}

/** Whether a chat flow may end at a node of a type, with its chosen output. */
export function mayEndFlow(
  definition: Pick<NodeDefinition, 'answers' | 'outputs'> | undefined,
  output: string | undefined,
): boolean {
  return definition !== undefined && (outputOf(definition, output)?.answers ?? definition.answers) === true
}

/** Whether what a node says can be read as it comes, with its chosen output; it can where nothing else is said. */
export function mayStream(
  definition: Pick<NodeDefinition, 'streams' | 'outputs'> | undefined,
  output: string | undefined,
): boolean {
  return (definition && (outputOf(definition, output)?.streams ?? definition.streams)) !== false
}
