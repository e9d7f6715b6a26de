import type { NodeDefinition } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import type { VectorStep } from './vector-draft.ts'

const lists = {
  embedding: (signal: AbortSignal) => api.listEmbeddingComponents({}, { signal }),
  vectorStore: (signal: AbortSignal) => api.listVectorStoreComponents({}, { signal }),
  recordManager: (signal: AbortSignal) => api.listRecordManagerComponents({}, { signal }),
  reranker: (signal: AbortSignal) => api.listRerankerComponents({}, { signal }),
  context: (signal: AbortSignal) => api.listContextComponents({}, { signal }),
} satisfies Record<VectorStep, (signal: AbortSignal) => Promise<NodeDefinition[]>>

const none: NodeDefinition[] = []

/** What may be chosen in a step, by label; nothing for those who may not choose. */
export function useStepChoices(step: VectorStep, mayChoose: boolean): readonly NodeDefinition[] {
  const { data = none } = useQuery({
    queryKey: ['store-components', step],
    queryFn: ({ signal }) => lists[step](signal),
    select: (found) => found.toSorted((one, other) => one.label.localeCompare(other.label)),
    staleTime: 600_000,
    enabled: mayChoose,
  })
  return data
}
