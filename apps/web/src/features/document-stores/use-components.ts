import { type Capability, type NodeDefinition, providedBy } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nodesQuery } from '../../app/nodes-query.ts'

/** The types of nodes of this installation, as stores use them. */
export function useComponents() {
  const { data = [], error, isPending, refetch } = useQuery(nodesQuery)
  return useMemo(() => {
    const byName = new Map(data.map((definition) => [definition.name, definition]))
    const find = (name: string) => byName.get(name)
    return {
      find,
      labelOf: (name: string) => find(name)?.label ?? name,
      /** Those that can do some work, by label. */
      listFor: (capability: Capability) =>
        data.filter((definition) => canDo(definition, capability)).toSorted(byLabel),
      error,
      isPending,
      refetch,
    }
  }, [data, error, isPending, refetch])
}

const byLabel = (one: NodeDefinition, other: NodeDefinition) => one.label.localeCompare(other.label)

function canDo(definition: NodeDefinition, capability: Capability): boolean {
  const outputs = definition.outputs?.map(({ name }) => name) ?? [definition.name]
  return outputs.some((output) => providedBy(definition, output).includes(capability))
}
