import type { DocumentLoader, NodeDefinition } from '@runnel/contract'

/**
 * What a loader without files reads, in words: its kind, where its name does not say that, and the setting by which
 * loaders of the kind differ. Never the wire's word for a choice.
 */
export function describeSource(
  { loaderName, loaderConfig, source }: Pick<DocumentLoader, 'loaderName' | 'loaderConfig' | 'source'>,
  definition: Pick<NodeDefinition, 'label' | 'inputs'> | undefined,
): string {
  if (definition === undefined) return source
  const telling = definition.inputs.find(({ identifies }) => identifies)
  const value = telling && loaderConfig[telling.name]
  const what = typeof value === 'string' ? labelOf(telling, value).trim() : ''
  return [definition.label === loaderName ? '' : definition.label, what].filter(Boolean).join(' · ')
}

function labelOf(input: NodeDefinition['inputs'][number] | undefined, value: string): string {
  return input?.options?.find(({ name }) => name === value)?.label ?? value
}
