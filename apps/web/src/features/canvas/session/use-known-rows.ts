import { isApiError } from '@runnel/client'
import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { findInnerFlows, findNamedStores, findStoredTools } from '@runnel/graph'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { useCanvasSession } from './canvas-session.ts'

const FRESH_MS = 60_000

interface Asked {
  kind: 'tools' | 'flows' | 'stores'
  id: string
}

const ASK: Record<Asked['kind'], (id: string, signal: AbortSignal) => Promise<unknown>> = {
  tools: (id, signal) => api.getCustomTool({ params: { id } }, { signal }),
  flows: (id, signal) => api.getChatflow({ params: { id }, query: { view: 'summary' } }, { signal }),
  stores: (id, signal) => api.getDocumentStore({ params: { id } }, { signal }),
}

/** Whether a custom tool, a flow or a document store is there; one that may not be seen is taken to be. */
function presenceQuery({ kind, id }: Asked) {
  return {
    queryKey: ['is-there', kind, id],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      try {
        await ASK[kind](id, signal)
        return true
      } catch (error) {
        // What is no id at all is no row's either.
        if (isApiError(error) && [400, 404].includes(error.status)) return false
        if (signal.aborted) throw error
        return true
      }
    },
  }
}

function listAsked(document: FlowDocument, find: FindDefinition): Asked[] {
  return [
    ...findStoredTools(document, find).map((id) => ({ kind: 'tools' as const, id })),
    ...findInnerFlows(document, find).map((id) => ({ kind: 'flows' as const, id })),
    ...findNamedStores(document, find).map((id) => ({ kind: 'stores' as const, id })),
  ]
}

/** The custom tools, flows and document stores that a flow names, but for those that are known not to be there. */
export function useKnownRows(document: FlowDocument) {
  const { find } = useCanvasSession()
  const asked = useMemo(() => listAsked(document, find), [document, find])
  const missing = useQueries({
    queries: asked.map(presenceQuery),
    combine: (answers) =>
      asked
        .filter((_row, index) => answers[index]?.data === false)
        .map(({ kind, id }) => `${kind} ${id}`)
        .join('\n'),
  })
  return useMemo(() => {
    const gone = new Set(missing.split('\n'))
    const idsOf = (wanted: Asked['kind']) =>
      new Set(asked.flatMap(({ kind, id }) => (kind === wanted && !gone.has(`${kind} ${id}`) ? [id] : [])))
    return { tools: idsOf('tools'), flows: idsOf('flows'), stores: idsOf('stores') }
  }, [asked, missing])
}
